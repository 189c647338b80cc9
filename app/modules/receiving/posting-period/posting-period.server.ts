import { z } from "zod";
import type { Context } from "~/engine/context.server";
import type { Work } from "~/engine/entity";
import type { RecordFor } from "~/engine/entity/entity-map";
import type { EntityServer } from "~/engine/entity/server-hooks";
import { unscopedRows } from "~/engine/operations/unscoped.server";
import { where } from "~/shared/condition";
import { holdPeriods } from "./posting-period.query.server";

type PostingPeriodRecord = RecordFor<"receiving/posting-period">;

const asked = z.object({ factoryId: z.string(), day: z.string() });

/** The month of a day, as the register names it. */
function monthOf(day: string): string {
  return day.slice(0, 7);
}

/**
 * Why nothing may be posted for a day at a factory, or null. Inside a transaction the months of the company stay as they are until it
 * ends: whoever closes one meanwhile waits.
 */
async function closedBy(context: Context, input: unknown): Promise<string | null> {
  const { factoryId, day } = asked.parse(input);
  const [factory] = await unscopedRows(context, "master-data/factory", ["company_id"], [where.eq("id", factoryId)]);
  if (!factory) throw new Error("a posting names a factory that is not there");
  const { database } = context.services;
  if (database.inTransaction()) await holdPeriods(database.connection(), factory.company_id, "post");
  const month = monthOf(day);
  const [period] = await unscopedRows(
    context,
    "receiving/posting-period",
    ["state"],
    [where.eq("company_id", factory.company_id), where.eq("month", month)],
  );
  return period?.state === "closed" ? `会计期间${month}已关闭` : null;
}

async function waitForPostings(context: Context, { record }: Work<PostingPeriodRecord>): Promise<void> {
  await holdPeriods(context.services.database.connection(), String(record.company_id), "change");
}

export const postingPeriodServer: EntityServer<"receiving/posting-period"> = {
  publishes: { closed: closedBy },
  transitions: { close: { effect: waitForPostings }, reopen: { effect: waitForPostings } },
};
