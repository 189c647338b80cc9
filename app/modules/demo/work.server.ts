import type { Actor } from "~/engine/context.server";
import { applyTransition } from "~/engine/operations/transition.server";
import { addDays, momentOf } from "~/shared/calendar";
import type { DemoWriter } from "./demo-writer.server";
import type { DemoMaterial } from "./materials.server";
import { FACTORIES, GROUPS, type Organisation } from "./organisation.server";
import type { Staff } from "./staff.server";
import type { DemoSupplier } from "./suppliers.server";

const ORDER = "purchase-orders/purchase-order";
const TASK = "system-management/task";

/** Orders above what the flow of the demo lets through: one was agreed to, two wait for the manager, the urgent one for the leader. */
const LARGE = [
  { daysAgo: 4, amount: 620_000, agreed: true, urgent: false },
  { daysAgo: 1, amount: 860_000, agreed: false, urgent: false },
  { daysAgo: 0, amount: 545_000, agreed: false, urgent: false },
  { daysAgo: 1, amount: 1_260_000, agreed: true, urgent: true },
];

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
] as const;

export interface LoadWorkInput {
  organisation: Organisation;
  staff: Staff;
  suppliers: readonly DemoSupplier[];
  materials: readonly DemoMaterial[];
}

/** What waits for people besides the states of documents: orders in approval and tasks. After the flows of approval. */
export async function loadWork(
  writer: DemoWriter,
  { organisation, staff: { buyers, manager }, suppliers, materials }: LoadWorkInput,
): Promise<void> {
  const [buyer] = buyers;
  const own = suppliers.filter((one) => one.isAdmitted && one.buyer === buyer);
  for (const [position, { daysAgo, amount, agreed, urgent }] of LARGE.entries()) {
    const supplier = own[position * 2];
    const material = materials.find((one) => one.type === supplier?.type);
    if (!buyer || !supplier || !material) throw new Error("the demo has no supplier for a large order");
    const decider = agreed ? manager : null;
    await largeOrder(writer, organisation, { daysAgo, amount, urgent, supplier, material, decider });
  }
  await loadTasks(writer);
}

async function largeOrder(
  writer: DemoWriter,
  organisation: Organisation,
  wanted: {
    daysAgo: number;
    amount: number;
    urgent: boolean;
    supplier: DemoSupplier;
    material: DemoMaterial;
    decider: Actor | null;
  },
): Promise<void> {
  const { supplier, material, decider } = wanted;
  const day = writer.daysAgo(wanted.daysAgo);
  const factory = FACTORIES.find((one) => supplier.buyer.factories.includes(one.code));
  const { actor } = supplier.buyer;
  const { id } = await writer.create(writer.context(writer.moment(day, 9, 10), actor), ORDER, {
    order_type: "standard",
    supplier_id: supplier.id,
    company_id: organisation.companies.get(factory?.company ?? ""),
    factory_id: organisation.factories.get(factory?.code ?? ""),
    purchase_org_id: organisation.orgs.get(GROUPS.find((one) => one.code === supplier.group)?.org ?? ""),
    purchase_group_id: organisation.groups.get(supplier.group),
    order_date: day,
    payment_term: supplier.paymentTerm,
    urgent: wanted.urgent ? "1" : "0",
    remark: "旺季备货。",
    items: [
      {
        material_id: material.id,
        qty: String(Math.ceil(wanted.amount / material.price)),
        price: material.price.toFixed(2),
        required_date: addDays(day, 21),
      },
    ],
  });
  const entity = writer.services.registry.entity(ORDER);
  await applyTransition(writer.context(writer.moment(day, 9, 30), actor), {
    entity,
    id,
    name: "submit",
    reason: "旺季备货，数量已与计划员核对。",
  });
  if (!decider) return;
  await applyTransition(writer.context(writer.moment(day, 15, 5), decider), {
    entity,
    id,
    name: "approve",
    reason: "同意，分批到货。",
  });
}

async function loadTasks(writer: DemoWriter): Promise<void> {
  for (const one of GIVEN) {
    const { title, priority, to } = one;
    const { id } = await writer.create(
      writer.context(writer.moment(writer.daysAgo(one.daysAgo), 10, 20), await writer.person(one.by)),
      TASK,
      {
        title,
        priority,
        ...("description" in one ? { description: one.description } : {}),
        due_at: deadline(writer, one.due),
        ...("assignee" in to ? { assignee_id: (await writer.person(to.assignee)).id } : {}),
        ...("role" in to ? { candidate_role_id: to.role } : {}),
        ...("supplier" in to ? { supplier_id: (await writer.person(to.supplier)).supplierId } : {}),
      },
    );
    if ("putOff" in one && "assignee" in to)
      await applyTransition(writer.context(writer.now, await writer.person(to.assignee)), {
        entity: writer.services.registry.entity(TASK),
        id,
        name: "snooze",
        input: { until: deadline(writer, one.putOff) },
      });
    if (!("doneAfter" in one) || !("assignee" in to)) continue;
    const at = writer.moment(writer.daysAgo(one.daysAgo - one.doneAfter), 16, 40);
    const context = writer.context(at, await writer.person(to.assignee));
    await applyTransition(context, {
      entity: writer.services.registry.entity(TASK),
      id,
      name: "done",
      reason: "已处理。",
    });
  }
}

/** Six in the evening in China, so many days from now. */
function deadline(writer: DemoWriter, days: number): string {
  return momentOf(addDays(writer.today, days), "18:00");
}
