import { type EngineServices, systemContext } from "~/engine/context.server";
import type { JobHandler } from "~/engine/jobs/handler.server";
import { inTransaction } from "~/engine/operations/transaction.server";
import { applyTransition } from "~/engine/operations/transition.server";
import { unscopedRows } from "~/engine/operations/unscoped.server";
import { dayOf } from "~/shared/calendar";
import { where } from "~/shared/condition";
import { isSameDecimal } from "~/shared/decimal";
import { measured } from "./key-indicator.server";

const KEY = "purchase-management/key-indicator";
const READ = ["indicator", "purchase_group_id", "target", "actual", "row_count", "achieved", "light"] as const;

/** Works out what open months have come to, each figure in a transaction of its own. @returns how many */
export async function measureIndicators(services: EngineServices, signal?: AbortSignal): Promise<number> {
  const context = systemContext(services, "关键指标计算");
  const entity = services.registry.entity(KEY);
  const month = dayOf(context.now).slice(0, 7);
  const open = await unscopedRows(context, KEY, ["id", "period", ...READ], [where.eq("state", "open")]);
  let done = 0;
  for (const row of open) {
    if (signal?.aborted) break;
    // Months to come have nothing yet.
    if (row.period > month) continue;
    try {
      await inTransaction(context, async () => {
        const found = await measured(context, row);
        // What stays as it is, is no event in the history of the figure.
        const stays =
          found &&
          isSameDecimal(found.actual, row.actual) &&
          isSameDecimal(found.achieved, row.achieved) &&
          found.row_count === row.row_count &&
          found.light === row.light;
        if (found && !stays) await applyTransition(context, { entity, id: row.id, name: "measure" });
      });
      done += 1;
    } catch (error) {
      // One figure must not keep the others from being worked out.
      services.log.error({ err: error, indicator: row.id }, "an indicator could not be measured");
    }
  }
  return done;
}

/** What is done for it now and then. */
export const keyIndicatorJobs: readonly JobHandler[] = [
  {
    key: "key-indicators",
    label: "关键指标计算",
    purpose: "每晚按采购记录和寻源周期重算没有关账的关键指标；不运行时实际值和红绿灯停在上次的数。",
    schedule: "40 1 * * *",
    async run({ services, signal }) {
      const done = await measureIndicators(services, signal);
      return done > 0 ? `计算${done}个指标` : undefined;
    },
  },
];
