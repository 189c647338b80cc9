import type { EntityServer } from "~/engine/entity/server-hooks";
import { announce } from "~/engine/notify/announce.server";

export const undeliveredMailLogServer: EntityServer = {
  /** Planners hear of each answer: what is promised later than it was due is theirs to judge. */
  async moved({ context, move, record }) {
    if (move !== "reply") return;
    await announce(context, {
      scenario: "order.undelivered-answered",
      values: {
        supplier: context.actor.supplierName ?? context.actor.name,
        count: String(record.line_count),
        date: String(record.reply_date),
        late: record.is_later === true ? "，晚于订单交期" : "",
        note: typeof record.reply_note === "string" ? `：${record.reply_note}` : "",
      },
      toRoles: ["planner"],
      record: { entity: "master-data/undelivered-mail-log", id: record.id },
    });
  },
};
