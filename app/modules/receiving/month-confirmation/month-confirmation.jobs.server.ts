import type { Context } from "~/engine/context.server";
import type { JobHandler } from "~/engine/jobs/handler.server";
import { createRecord } from "~/engine/operations/save.server";
import { inTransaction } from "~/engine/operations/transaction.server";
import { applyTransition } from "~/engine/operations/transition.server";
import { unscopedRows } from "~/engine/operations/unscoped.server";
import { intParameter } from "~/engine/parameters.server";
import { dayOf } from "~/shared/calendar";
import { where } from "~/shared/condition";
import { lastMonth, monthOf } from "../io-mark/io-mark.rules";

const MONTH = "receiving/month-confirmation";
const MARK = "receiving/io-mark";

/**
 * Sends suppliers the months that are over, from the day of the month on that the parameter says; a month that was prepared by hand goes with
 * them. Months before the last are sent as well while something in them waits. @returns how many
 */
export async function issueMonths(context: Context, stop: () => boolean = () => false): Promise<number> {
  const today = dayOf(context.now);
  if (Number(today.slice(8)) < (await intParameter(context.services, "reconcile.readyDay"))) return 0;
  const last = lastMonth(monthOf(today));
  const waiting = await unscopedRows(
    context,
    MARK,
    ["supplier_id", "confirm_month", "currency"],
    [where.eq("state", "open"), where.eq("sync_from", "srm"), where.atMost("confirm_month", last)],
  );
  const known = await unscopedRows(context, MONTH, ["id", "supplier_id", "month", "currency", "state"], []);
  const keyOf = (supplier: string, month: string, currency: string | null) => [supplier, month, currency].join(" ");
  const documents = new Map(known.map((one) => [keyOf(one.supplier_id, one.month, one.currency), one]));
  const wanted = new Map(waiting.map((row) => [keyOf(row.supplier_id, row.confirm_month, row.currency), row]));
  const screen = context.services.registry.mainScreen(MONTH);
  let issued = 0;
  for (const [key, { supplier_id, confirm_month: month, currency }] of [...wanted].sort()) {
    if (stop()) break;
    const document = documents.get(key);
    if (document && document.state !== "draft") continue;
    await inTransaction(context, async () => {
      // Given, not chosen: goods of a supplier that is stopped by now are confirmed all the same.
      const given = { ...screen, initial: { supplier_id, month, currency } };
      const id = document?.id ?? (await createRecord(context, { screen: given, values: {} })).id;
      await applyTransition(context, { entity: screen.entity, id, name: "issue" });
    });
    issued += 1;
  }
  return issued;
}

/** What is done for it now and then. */
export const monthConfirmationJobs: readonly JobHandler[] = [
  {
    key: "month-confirmations",
    label: "发出月度对账确认",
    purpose:
      "每月到了参数“月度出入库发给供应商确认的日子”以后，把上个月及以前还没有确认的出入库发给供应商；可再次运行。",
    schedule: "30 6 * * *",
    async run({ context, signal }) {
      const issued = await issueMonths(context, () => signal.aborted);
      return issued > 0 ? `发出${issued}份` : undefined;
    },
  },
];
