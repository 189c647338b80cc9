import type { DemoPen } from "~/engine/entity/seed";
import { applyTransition } from "~/engine/operations/transition.server";
import { addDays, momentOf } from "~/shared/calendar";

const TASK = "system-management/task";

/** What colleagues gave each other to do; days to come are deadlines. */
const GIVEN = [
  {
    by: "manager1",
    to: { assignee: "buyer1" },
    title: "核对下季度白砂糖供应计划",
    description: "与计划员确认需求量，供应缺口超过一成的写明替代方案。",
    daysAgo: 2,
    due: 2,
    priority: "high",
  },
  { by: "buyer1", to: { assignee: "qa1" }, title: "复核三号库面粉的抽检记录", daysAgo: 1, due: 1, priority: "normal" },
  {
    by: "qa1",
    to: { assignee: "buyer1" },
    title: "请供应商补充新批次的检验方法说明",
    daysAgo: 6,
    due: -1,
    priority: "normal",
  },
  {
    by: "manager1",
    to: { role: "buyer" },
    title: "整理本月到期合同的续签意见",
    daysAgo: 1,
    due: 5,
    priority: "normal",
  },
  {
    by: "buyer1",
    to: { supplier: "supplier1" },
    title: "请更新送货联系人和车辆信息",
    daysAgo: 3,
    due: 3,
    priority: "low",
  },
  {
    by: "manager1",
    to: { assignee: "buyer1" },
    title: "跟进包材涨价说明",
    daysAgo: 16,
    due: -12,
    priority: "high",
    doneAfter: 3,
  },
  {
    by: "manager1",
    to: { assignee: "qa1" },
    title: "更新年度供应商审核计划",
    daysAgo: 12,
    due: -8,
    priority: "normal",
    doneAfter: 5,
  },
  {
    by: "manager1",
    to: { assignee: "buyer1" },
    title: "准备下季度价格谈判资料",
    description: "等上月到货统计出来后整理。",
    daysAgo: 3,
    due: 12,
    priority: "normal",
    putOff: 7,
  },
  {
    by: "manager1",
    to: { role: "buyer" },
    title: "汇总包材供应商的节前停工安排",
    daysAgo: 4,
    due: 3,
    priority: "normal",
    claimedBy: "buyer2",
  },
  {
    by: "manager1",
    to: { assignee: "buyer2" },
    title: "核对旧版送货标签的库存",
    daysAgo: 9,
    due: -2,
    priority: "low",
    calledOff: "旧版标签已由仓库统一处理，不需再核对。",
  },
] as const;

/** What colleagues, roles and a supplier were given to do: open, taken on, overdue, put off, done, called off. */
export async function demoTasks(pen: DemoPen): Promise<void> {
  for (const one of GIVEN) {
    const { title, priority, to } = one;
    const { id } = await pen.create(
      pen.context(pen.moment(pen.daysAgo(one.daysAgo), 10, 20), await pen.person(one.by)),
      TASK,
      {
        title,
        priority,
        ...("description" in one ? { description: one.description } : {}),
        due_at: deadline(pen, one.due),
        ...("assignee" in to ? { assignee_id: (await pen.person(to.assignee)).id } : {}),
        ...("role" in to ? { candidate_role_id: to.role } : {}),
        ...("supplier" in to ? { supplier_id: (await pen.person(to.supplier)).supplierId } : {}),
      },
    );
    if ("putOff" in one && "assignee" in to)
      await applyTransition(pen.context(pen.now, await pen.person(to.assignee)), {
        entity: pen.services.registry.entity(TASK),
        id,
        name: "snooze",
        input: { until: deadline(pen, one.putOff) },
      });
    const entity = pen.services.registry.entity(TASK);
    const later = pen.moment(pen.daysAgo(one.daysAgo - 1), 9, 10);
    if ("claimedBy" in one)
      await applyTransition(pen.context(later, await pen.person(one.claimedBy)), { entity, id, name: "claim" });
    if ("calledOff" in one)
      await applyTransition(pen.context(later, await pen.person(one.by)), {
        ...{ entity, id, name: "cancel" },
        reason: one.calledOff,
      });
    if (!("doneAfter" in one) || !("assignee" in to)) continue;
    const at = pen.moment(pen.daysAgo(one.daysAgo - one.doneAfter), 16, 40);
    const context = pen.context(at, await pen.person(to.assignee));
    await applyTransition(context, { entity, id, name: "done", reason: "已处理。" });
  }
}

/** Six in the evening in China, so many days from now. */
function deadline(pen: DemoPen, days: number): string {
  return momentOf(addDays(pen.today, days), "18:00");
}
