import type { DemoPen } from "~/engine/entity/seed";

/** A group of jobs that the purchase manager is in charge of. */
export async function demoJobGroups(pen: DemoPen): Promise<void> {
  const context = pen.context(pen.moment(pen.daysAgo(45), 14));
  await pen.create(context, "system-management/job-group", {
    code: "purchase-reminders",
    name: "采购提醒",
    owner_id: (await pen.person("manager1")).id,
    max_parallel: "1",
    enabled: "1",
    remark: "由采购经理启动、停止和执行，不用找系统管理员。",
  });
}
