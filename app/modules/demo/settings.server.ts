import { applyTransition } from "~/engine/operations/transition.server";
import type { DemoWriter } from "./demo-writer.server";
import type { Organisation } from "./organisation.server";
import type { Staff } from "./staff.server";

const ORDER_RULE = "system-management/order-rule";
const APPROVAL_FLOW = "system-management/approval-flow";

/** A group of jobs that the purchase manager is in charge of, with one he starts when deliveries are late. */
export async function loadOwnJobs(writer: DemoWriter, staff: Staff): Promise<void> {
  const context = writer.context(writer.moment(writer.daysAgo(45), 14));
  const group = await writer.create(context, "system-management/job-group", {
    code: "purchase-reminders",
    name: "采购提醒",
    owner_id: staff.manager.id,
    max_parallel: "1",
    enabled: "1",
    remark: "由采购经理启动、停止和执行，不用找系统管理员。",
  });
  await writer.create(context, "system-management/job", {
    name: "旺季未交货加发提醒",
    group_id: group.id,
    handler: "undelivered-mail",
    schedule_type: "cron",
    schedule_conf: "0 14 * * 3",
    remark: "旺季每周三下午再提醒一次未交货的供应商，平时停止。",
  });
}

/** Rules of the demo company beside those of the program. */
export async function loadSettings(writer: DemoWriter, organisation: Organisation): Promise<void> {
  const context = writer.context(writer.moment(writer.daysAgo(90), 9));
  const make = async (values: Readonly<Record<string, unknown>>, enable: boolean) => {
    const { id, version } = await writer.create(context, ORDER_RULE, values);
    if (!enable) return;
    await applyTransition(context, { entity: writer.screen(ORDER_RULE).entity, id, version, name: "enable" });
  };
  await make(
    {
      code: "AMT-500K",
      name: "单张订单超过五十万元提醒",
      check_type: "over_amount",
      severity: "warn",
      threshold: "500000",
      remark: "金额较大时提醒采购员核对数量和单价，不影响下达。",
    },
    true,
  );
  await make(
    {
      code: "LEAD-3",
      name: "需求日期至少留三天",
      check_type: "min_lead_days",
      moment: "create",
      severity: "warn",
      threshold: "3",
    },
    true,
  );
  await make(
    {
      code: "AMT-PACK",
      name: "包材订单超过二十万元须说明",
      check_type: "over_amount",
      severity: "reason",
      threshold: "200000",
      material_type_id: organisation.materialTypes.get("B"),
      remark: "拟下季度启用，先试算。",
    },
    false,
  );
  const publish = async (values: Readonly<Record<string, unknown>>) => {
    const { id, version } = await writer.create(context, APPROVAL_FLOW, values);
    const entity = writer.screen(APPROVAL_FLOW).entity;
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
