import type { DemoPen } from "~/engine/entity/seed";

const MAIL = "master-data/undelivered-mail";

/** Plans by which suppliers are reminded: of all orders on workdays, and before the goods of Thursday. */
export async function demoUndeliveredMails(pen: DemoPen): Promise<void> {
  const context = pen.context(pen.moment(pen.daysAgo(60), 10));
  await pen.create(context, MAIL, {
    title: "全部订单交期提醒",
    before_days: "3",
    after_days: "3",
    schedule: "workdays",
  });
  await pen.create(context, MAIL, {
    title: "周四到货前催交",
    before_days: "2",
    after_days: "2",
    schedule: "cron",
    schedule_conf: "30 8 * * 2,4",
  });
}
