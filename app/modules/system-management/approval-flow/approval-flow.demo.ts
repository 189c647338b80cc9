import type { DemoPen } from "~/engine/entity/seed";
import { applyTransition } from "~/engine/operations/transition.server";

const APPROVAL_FLOW = "system-management/approval-flow";

/** Flows of orders beside those of the program; those of other documents are told along with them. */
export async function demoApprovalFlows(pen: DemoPen): Promise<void> {
  const context = pen.context(pen.moment(pen.daysAgo(90), 9));
  const publish = async (values: Readonly<Record<string, unknown>>) => {
    const { id, version } = await pen.create(context, APPROVAL_FLOW, values);
    const entity = pen.screen(APPROVAL_FLOW).entity;
    await applyTransition(context, { entity, id, version, name: "publish" });
  };
  const byManager = {
    step_no: "1",
    name: "采购经理审批",
    decider: "role",
    role_id: "purchase_manager",
    due_hours: "24",
  };
  await publish({
    code: "PO-500K",
    name: "五十万元以上采购订单",
    document: "purchase-orders/purchase-order",
    conditions: [{ field: "amount", comparison: "gte", value: "500000" }],
    steps: [byManager],
    remark: "不到五十万元的订单提交后直接待下达。",
  });
  await publish({
    code: "PO-RUSH",
    name: "五十万元以上加急采购订单",
    document: "purchase-orders/purchase-order",
    priority: "20",
    conditions: [
      { field: "amount", comparison: "gte", value: "500000" },
      { field: "urgent", comparison: "eq", value: "是" },
    ],
    steps: [byManager, { step_no: "2", name: "分管领导审批", decider: "role", role_id: "leader", due_hours: "24" }],
    remark: "加急的大额订单，采购经理之后再由分管领导审批。",
  });
}
