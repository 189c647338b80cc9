import type { EntityServer } from "~/engine/entity/server-hooks";
import { dayOf } from "~/shared/calendar";

export const undeliveredMailLogServer: EntityServer<"master-data/undelivered-mail-log"> = {
  /** What people call it: the day, and how much it was about. */
  async beforeSave({ record, set }) {
    const day = dayOf(new Date(String(record.sent_at)));
    set({ subject: `${day}提醒${String(record.line_count)}行，逾期${String(record.overdue_count)}行` });
    return [];
  },
};
