import { type EngineServices, systemContext } from "~/engine/context.server";
import type { JobHandler } from "~/engine/jobs/handler.server";
import { openRecord } from "~/engine/operations/records.server";
import { inTransaction } from "~/engine/operations/transaction.server";
import { unscopedRows } from "~/engine/operations/unscoped.server";
import { where } from "~/shared/condition";
import { followQuotes, KEY } from "./rfq-quotes.server";

/** Inquiries that run catch up with what suppliers did. @returns how many had something new */
export async function followInquiries(services: EngineServices): Promise<number> {
  const context = systemContext(services, "跟进询价");
  const entity = services.registry.entity(KEY);
  const running = await unscopedRows(context, KEY, ["id"], [where.eq("state", "published")]);
  let followed = 0;
  for (const { id } of running)
    await inTransaction(context, async () => {
      const { record } = await openRecord(context, { entity, id, wanted: { labels: false } });
      if (await followQuotes(context, record)) followed += 1;
    });
  return followed;
}

/** What is done for it now and then. */
export const rfqJobs: readonly JobHandler[] = [
  {
    key: "rfq-follow",
    label: "跟进询价",
    purpose: "把供应商的答复和提问记到报价中的询价单上，都已答复的通知采购员；不运行时打开询价单才会更新。",
    schedule: "*/5 * * * *",
    async run({ services }) {
      const followed = await followInquiries(services);
      return followed > 0 ? `更新${followed}张询价单` : undefined;
    },
  },
];
