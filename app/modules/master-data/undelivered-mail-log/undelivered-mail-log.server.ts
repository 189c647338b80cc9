import type { EntityServer } from "~/engine/entity/server-hooks";
import { notify } from "~/engine/notify/notify.server";
import { dayOf } from "~/shared/calendar";

export const undeliveredMailLogServer: EntityServer<"master-data/undelivered-mail-log"> = {
  /** What people call it: the day, and how much it was about. */
  async beforeSave({ record, set }) {
    const day = dayOf(new Date(String(record.sent_at)));
    set({ subject: `${day}提醒${String(record.line_count)}行，逾期${String(record.overdue_count)}行` });
    return [];
  },
  /** Planners hear of each answer: what is promised later than it was due is theirs to judge. */
  async afterTransition({ context, transition, record }) {
    if (transition !== "reply") return;
    await notify(context, {
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
