import { type EngineServices, systemContext } from "~/engine/context.server";
import { AppError } from "~/engine/errors";
import { createRecord } from "~/engine/operations/save.server";
import { inTransaction } from "~/engine/operations/transaction.server";
import { applyTransition } from "~/engine/operations/transition.server";
import { unscopedCount, unscopedRows } from "~/engine/operations/unscoped.server";
import { where } from "~/shared/condition";

const FLOW = "system-management/approval-flow";

const MANAGER = {
  step_no: "1",
  name: "采购经理审批",
  decider: "role",
  role: "purchase_manager",
  escalate: "superior",
} as const;

const LEADER = { step_no: "2", name: "分管领导审批", decider: "role", role: "leader", escalate: "none" } as const;

/** Flows that come with the program (ruling 64); administrators change them or take them out of use like their own. */
const SHIPPED = [
  {
    code: "RUSH-COST",
    name: "加急费用审批",
    document: "purchase-orders/rush-order",
    remark: "系统预置：由我方承担的加急费用由采购经理批准。",
    steps: [{ ...MANAGER, due_hours: "24" }],
  },
  {
    code: "PRICE",
    name: "核价审批",
    document: "price-approval/account-price",
    priority: "10",
    conditions: [],
    remark: "系统预置：由采购经理批准，年度采购金额五十万元以上的再由分管领导批准。",
    steps: [
      { ...MANAGER, due_hours: "48" },
      { ...LEADER, min_amount: "500000", due_hours: "48" },
    ],
  },
  {
    code: "PRICE-RISE",
    name: "涨价核价审批",
    document: "price-approval/account-price",
    priority: "20",
    // One level more from here on.
    conditions: [{ field: "max_rise", comparison: "gte", value: "10" }],
    remark: "系统预置：涨幅10%及以上的，采购经理批准后再由分管领导批准。",
    steps: [
      { ...MANAGER, due_hours: "48" },
      { ...LEADER, due_hours: "48" },
    ],
  },
  {
    code: "ORDER-AMOUNT",
    name: "采购订单金额审批",
    document: "purchase-orders/purchase-order",
    priority: "10",
    conditions: [{ field: "amount", comparison: "gte", value: "100000" }],
    remark: "系统预置：十万元以上的订单由采购经理批准，一百万元以上的再由分管领导批准。",
    steps: [
      { ...MANAGER, due_hours: "24" },
      { ...LEADER, min_amount: "1000000", due_hours: "24" },
    ],
  },
  {
    code: "ORDER-PRICE",
    name: "订单价格偏差审批",
    document: "purchase-orders/purchase-order",
    priority: "5",
    conditions: [{ field: "max_price_deviation", comparison: "gt", value: "0" }],
    remark: "系统预置：单价与价格数据不一致的订单由采购经理批准，其余订单不受影响。",
    steps: [{ ...MANAGER, due_hours: "24" }],
  },
  {
    code: "ORDER-CREDIT",
    name: "订单付款期偏差审批",
    document: "purchase-orders/purchase-order",
    priority: "5",
    conditions: [{ field: "credit_deviates", comparison: "eq", value: "是" }],
    remark: "系统预置：付款期与价格约定的不一致的订单由采购经理批准，其余订单不受影响。",
    steps: [{ ...MANAGER, due_hours: "24" }],
  },
  {
    code: "RFQ",
    name: "询价发布审批",
    document: "purchase-management/rfq",
    // How much is much stands in the parameter of the amount, how many are few on the inquiry.
    conditions: [{ field: "approval_need", comparison: "ne", value: "none" }],
    remark: "系统预置：预计金额达到限额或邀请家数不足的询价，发布前由采购经理批准。",
    steps: [{ ...MANAGER, due_hours: "24" }],
  },
  {
    code: "PLAN",
    name: "采购计划审批",
    document: "purchase-management/purchase-plan-apply",
    remark: "系统预置：由采购经理批准，预算金额一百万元以上的再由分管领导批准。",
    steps: [
      { ...MANAGER, due_hours: "48" },
      { ...LEADER, min_amount: "1000000", due_hours: "48" },
    ],
  },
  {
    code: "QUOTA",
    name: "货源比例审批",
    document: "base-data/source-percentage",
    remark: "系统预置：货源比例由编制人以外的采购经理批准后生效。",
    steps: [{ ...MANAGER, due_hours: "24" }],
  },
  {
    code: "ADMIT",
    name: "供应商准入审批",
    document: "supplier-management/admission",
    remark: "系统预置：采购经理批准后由分管领导批准，批准后供应商转为合格。",
    steps: [
      { ...MANAGER, due_hours: "72" },
      { ...LEADER, due_hours: "72" },
    ],
  },
  {
    code: "PREQ-RESULT",
    name: "资格预审结果审批",
    document: "supplier-onboarding/prequalification",
    remark: "系统预置：预审结果由采购经理批准后公示。",
    steps: [{ ...MANAGER, due_hours: "48" }],
  },
  {
    code: "RETURN",
    name: "采购退货审批",
    document: "receiving/purchase-return",
    remark: "系统预置：退货由采购经理批准后请供应商确认。",
    steps: [{ ...MANAGER, due_hours: "24" }],
  },
  {
    code: "STOCK",
    name: "备货责任审批",
    document: "purchase-orders/supplier-stock",
    remark: "系统预置：备货责任由采购经理批准，责任金额一百万元以上的再由分管领导批准。",
    steps: [
      { ...MANAGER, due_hours: "48" },
      { ...LEADER, min_amount: "1000000", due_hours: "48" },
    ],
  },
] as const;

/** Codes of the flows that come with the program. */
export const SHIPPED_FLOWS: readonly string[] = SHIPPED.map(({ code }) => code);

/**
 * Publishes the flows that come with the program, at each start: an installation that was upgraded gets them as a new one does. A kind of
 * documents that has been given a flow keeps it, also one that was stopped: published flows are never removed, so that nothing comes back
 * that an administrator took out of use. Processes that start together meet at the code, which is unique.
 * @param without codes of flows that this company replaces by its own, which it has yet to make
 * @returns the codes of the flows that were published
 */
export async function shipFlows(services: EngineServices, without: readonly string[] = []): Promise<string[]> {
  const context = systemContext(services, "系统预置");
  const kinds = services.registry.registrations.map(({ entity }) => entity.key);
  const shipped: string[] = [];
  if (!kinds.includes(FLOW)) return shipped;
  const known = await unscopedRows(context, FLOW, ["code", "document", "published_version"], []);
  const hasOne = new Set(
    known
      // Those of ours stand beside each other.
      .filter(({ code, published_version: version }) => version !== null && !SHIPPED_FLOWS.includes(code))
      .map(({ document }) => document),
  );
  const codes = new Set(known.map(({ code }) => code));
  for (const { steps, ...flow } of SHIPPED) {
    if (without.includes(flow.code) || !kinds.includes(flow.document)) continue;
    if (codes.has(flow.code) || hasOne.has(flow.document)) continue;
    const isThere = async () => (await unscopedCount(context, FLOW, [where.eq("code", flow.code)])) > 0;
    try {
      await inTransaction(context, async () => {
        const typed = [];
        for (const { role, ...step } of steps) typed.push({ ...step, role_id: await roleId(context, role) });
        const { id } = await createRecord(context, {
          screen: services.registry.mainScreen(FLOW),
          values: { ...flow, steps: typed },
        });
        await applyTransition(context, { entity: services.registry.entity(FLOW), id, name: "publish" });
      });
      shipped.push(flow.code);
    } catch (error) {
      if (!(error instanceof AppError) || !(await isThere())) throw error;
    }
  }
  return shipped;
}

async function roleId(context: ReturnType<typeof systemContext>, code: string): Promise<string | null> {
  const [row] = await unscopedRows(context, "system-management/role", ["id"], [where.eq("code", code)]);
  return row?.id ?? null;
}
