import type { DemoPen } from "~/engine/entity/seed";
import { unscopedRows } from "~/engine/operations/unscoped.server";
import { where } from "~/shared/condition";

/** A job of the purchase manager's group, started when deliveries are late. */
export async function demoJobs(pen: DemoPen): Promise<void> {
  const context = pen.context(pen.moment(pen.daysAgo(45), 14));
  const own = [where.eq("code", "purchase-reminders")];
  const [group] = await unscopedRows(context, "system-management/job-group", ["id"], own);
  await pen.create(context, "system-management/job", {
    name: "旺季未交货加发提醒",
    group_id: group?.id,
    handler: "undelivered-mail",
    schedule_type: "cron",
    schedule_conf: "0 14 * * 3",
    remark: "旺季每周三下午再提醒一次未交货的供应商，平时停止。",
  });
}
