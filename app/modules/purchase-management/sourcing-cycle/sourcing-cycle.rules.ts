/** The stages of an inquiry in their order, and what each of them is counted from and to. */
export const STAGES = {
  apply: { label: "申请", definition: "从采购计划批准到询价发布；没有计划的为0" },
  quote: { label: "报价", definition: "从询价发布到最后一轮报价开启" },
  compare: { label: "开标评比", definition: "从最后一轮报价开启到核价单提交" },
  approve: { label: "定价审批", definition: "从核价单提交到批准；退回重提的算在评比" },
} as const;
export type Stage = keyof typeof STAGES;
export const STAGE_NAMES = ["apply", "quote", "compare", "approve"] as const satisfies readonly Stage[];

/** What the whole is, in the words of the pages. */
export const WHOLE = "从询价发布（有采购计划的从计划批准）到价格批准的日历天数，按批准日期计入月份";
