import { type EngineServices, systemContext } from "~/engine/context.server";
import type { JobHandler } from "~/engine/jobs/handler.server";
import { inTransaction } from "~/engine/operations/transaction.server";
import { applyTransition } from "~/engine/operations/transition.server";
import { unscopedRows } from "~/engine/operations/unscoped.server";
import { dayOf } from "~/shared/calendar";
import { where } from "~/shared/condition";

const KEY = "purchase-management/key-indicator";

/** Works out what open months have come to, each figure in a transaction of its own. @returns how many */
export async function measureIndicators(services: EngineServices, signal?: AbortSignal): Promise<number> {
  const context = systemContext(services, "关键指标计算");
  const entity = services.registry.entity(KEY);
  const month = dayOf(context.now).slice(0, 7);
  const open = await unscopedRows(context, KEY, ["id", "period"], [where.eq("state", "open")]);
  let done = 0;
  for (const { id, period } of open) {
    if (signal?.aborted) break;
    // Months to come have nothing yet.
    if (period > month) continue;
    try {
      await inTransaction(context, () => applyTransition(context, { entity, id, name: "measure" }));
      done += 1;
    } catch (error) {
      // One figure must not keep the others from being worked out.
      services.log.error({ err: error, indicator: id }, "an indicator could not be measured");
    }
  }
  return done;
}

/** What is done for it now and then. */
export const keyIndicatorJobs: readonly JobHandler[] = [
  {
    key: "key-indicators",
    label: "关键指标计算",
    purpose: "每晚按采购记录重算没有关账的关键指标；不运行时实际值和红绿灯停在上次的数。",
    schedule: "40 1 * * *",
    async run({ services, signal }) {
      const done = await measureIndicators(services, signal);
      return done > 0 ? `计算${done}个指标` : undefined;
    },
  },
];
