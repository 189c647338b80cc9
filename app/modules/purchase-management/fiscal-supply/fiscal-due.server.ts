import type { Context } from "~/engine/context.server";
import type { WorkedRow } from "~/engine/entity/deadlines";
import { unscopedLines, unscopedRows } from "~/engine/operations/unscoped.server";
import { dayOf } from "~/shared/calendar";
import { where } from "~/shared/condition";
import { decimal, formatDecimal, roundQuantity, sum } from "~/shared/decimal";
import { COMMITMENT, fiscalFigures, fiscalSetting, suppliedOf } from "./fiscal-figures.server";
import { capacityDay, isShort } from "./fiscal-supply.rules";

const KEY = "purchase-management/fiscal-supply";

/** Commitments whose time is not over. */
function running(context: Context) {
  return unscopedRows(
    context,
    KEY,
    [...COMMITMENT, "capacity_at"],
    [where.eq("state", "active"), where.atLeast("valid_to", dayOf(context.now))],
  );
}

/** Those whose supplier has said nothing this month, by the day of the month it is asked for. */
export async function capacityDue(context: Context): Promise<WorkedRow[]> {
  const today = dayOf(context.now);
  const month = today.slice(0, 7);
  const day = capacityDay(today, await fiscalSetting(context, "fiscal.capacityDay"));
  return (await running(context)).flatMap(({ id, capacity_at }) =>
    capacity_at !== null && dayOf(new Date(capacity_at)).slice(0, 7) === month
      ? []
      : [{ id, about: month, day, values: {} }],
  );
}

/** Months, from the present one on, of which more is to come than the supplier can make. */
export async function capacityShort(context: Context): Promise<WorkedRow[]> {
  const rows = await running(context);
  if (rows.length === 0) return [];
  const lines = await unscopedLines(context, {
    entityKey: KEY,
    lines: "months",
    columns: ["root_id", "month", "month_end", "capacity_qty"],
    where: [
      where.oneOf(
        "root_id",
        rows.map(({ id }) => id),
      ),
      where.set("capacity_qty"),
      where.atLeast("month_end", dayOf(context.now)),
    ],
  });
  if (lines.length === 0) return [];
  const supplied = await suppliedOf(context, rows);
  return lines.flatMap(({ root_id, month, month_end, capacity_qty }) => {
    const own = (supplied.get(root_id) ?? []).filter((row) => row.month === month);
    const open = roundQuantity(sum(own.map((row) => row.open)));
    if (capacity_qty === null || !isShort(capacity_qty, open)) return [];
    return [
      {
        id: root_id,
        // Another figure of the supplier is another matter.
        about: `${month} ${capacity_qty}`,
        day: month_end,
        values: { month, can: formatDecimal(capacity_qty), owes: formatDecimal(open) },
      },
    ];
  });
}

/** Commitments that do not reach for what is forecast; said once a month. */
export async function gapsAhead(context: Context): Promise<WorkedRow[]> {
  const month = dayOf(context.now).slice(0, 7);
  const figures = await fiscalFigures(context, await running(context));
  return [...figures].flatMap(([id, { gap }]) =>
    decimal(gap).gt(0) ? [{ id, about: month, day: `${month}-01`, values: { gap: formatDecimal(gap) } }] : [],
  );
}
