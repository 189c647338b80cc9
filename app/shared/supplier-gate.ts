/** What one may want to do with a supplier; every one of them asks the gate first. */
export const GATE_ACTIONS = {
  rfq: "询价邀请",
  award: "定标",
  contract: "签订合同",
  release: "下达订单",
  delivery: "交货",
  payment: "付款",
} as const;
export type GateAction = keyof typeof GATE_ACTIONS;

/** What the gate looks at. */
export const GATE_CHECKS = {
  stage: "生命周期阶段",
  freeze: "冻结",
  certificate: "必备资质",
  type_inspection: "型式检验",
  source: "供货清单",
  trial_qty: "试用限量",
  temporary: "临时供应商限额",
  brand: "品牌授权",
  grade: "绩效等级",
  risk: "风险等级",
  correction: "致命整改未关闭",
} as const;
export type GateCheck = keyof typeof GATE_CHECKS;

/** Kinds of suppliers that deliver what others make, under the brand of those. */
export const RESELLERS: readonly string[] = ["trader", "brand_agent"];

/** Days by which a type inspection may be overdue while orders are still released (specification section 5): fixed, no parameter. */
export const TYPE_INSPECTION_GRACE_DAYS = 15;

/** The names of the actions or checks whose switch is on, joined for reading: `on_release` is the switch of `release`. */
export function namesOf(labels: Readonly<Record<string, string>>, prefix: string, row: object): string {
  const values: Readonly<Record<string, unknown>> = { ...row };
  return Object.entries(labels)
    .flatMap(([name, label]) => (values[`${prefix}${name}`] === true ? [label] : []))
    .join("、");
}
