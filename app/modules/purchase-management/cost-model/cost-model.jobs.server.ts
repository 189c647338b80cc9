import { type EngineServices, systemContext } from "~/engine/context.server";
import type { JobHandler } from "~/engine/jobs/handler.server";
import { openRecord } from "~/engine/operations/records.server";
import { inTransaction } from "~/engine/operations/transaction.server";
import { applyTransition } from "~/engine/operations/transition.server";
import { unscopedRows } from "~/engine/operations/unscoped.server";
import { where } from "~/shared/condition";
import { dueOf } from "./cost-model.server";
import { KEY } from "./model-facts.server";

/** Models in force follow the market, each in a transaction of its own. @returns how many were worked out anew, and how many proposals were made */
export async function followMarket(
  services: EngineServices,
  signal?: AbortSignal,
): Promise<{ revalued: number; proposed: number }> {
  const context = systemContext(services, "成本模型跟进行情");
  const entity = services.registry.entity(KEY);
  const active = await unscopedRows(context, KEY, ["id"], [where.eq("state", "active")]);
  const done = { revalue: 0, propose: 0, settle: 0 };
  for (const { id } of active) {
    if (signal?.aborted) break;
    try {
      const made = await inTransaction(context, async () => {
        const { record } = await openRecord(context, { entity, id, wanted: { labels: false } });
        if (record.state !== "active") return [];
        const due = await dueOf(context, record);
        for (const name of due) await applyTransition(context, { entity, id, name });
        return due;
      });
      for (const name of made) done[name] += 1;
    } catch (error) {
      // One model must not keep the others from following the market.
      services.log.error({ err: error, model: id }, "a cost model could not follow the market");
    }
  }
  return { revalued: done.revalue, proposed: done.propose };
}

/** What is done for it now and then. */
export const costModelJobs: readonly JobHandler[] = [
  {
    key: "cost-models",
    label: "成本模型跟进行情",
    purpose: "每天按最新行情重算生效的成本模型，联动行情变动较大的建议采购员调价；不运行时应有成本停在上次的数。",
    schedule: "20 7 * * *",
    async run({ services, signal }) {
      const { revalued, proposed } = await followMarket(services, signal);
      return revalued + proposed > 0 ? `重算${revalued}个模型，建议调价${proposed}个` : undefined;
    },
  },
];
