import type { EventsOf, ScenarioFacts } from "~/shared/scenarios";

/** What people are notified of here. */
export const deliverCycleScenarios = {
  "cycle.proposed": {
    label: "供应商建议调整交货周期",
    module: "供应商",
    level: "todo",
    channels: ["site"],
    audience: "internal",
    help: "提醒该供应商的采购员。关闭后仍可在采购交货周期中按“有供应商建议”查看。",
    variables: {
      supplier: { label: "供应商", sample: "示例面粉有限公司" },
      material: { label: "物料", sample: "M001 玉米" },
      reason: { label: "理由", sample: "运输改为铁路" },
    },
    wording: {
      title: "{{supplier}}建议调整{{material}}的交货周期",
      content: "理由：{{reason}}。请在采购交货周期中接受或不接受。",
    },
  },
  "cycle.short": {
    label: "交货周期与实际偏差较大",
    module: "供应商",
    level: "warning",
    channels: ["site", "email"],
    audience: "internal",
    help: "每月1日发给供应商的采购员，没有采购员的发给采购经理。关闭后仍可在采购交货周期中按“周期偏短”查看。",
    variables: {
      count: { label: "条数", sample: "3" },
      materials: { label: "物料", sample: "M001 玉米、M002 菜籽油" },
    },
    wording: {
      title: "{{count}}条交货周期与实际偏差较大",
      content: "近期供应商确认的周期超过约定两成以上：{{materials}}。请核对，可采纳实际周期。",
    },
  },
  "cycle.answered": {
    label: "交货周期建议有答复",
    module: "供应商",
    level: "info",
    channels: ["site"],
    audience: "supplier",
    help: "采购方接受或不接受建议时提醒。关闭后仍可在交货周期中查看。",
    variables: {
      material: { label: "物料", sample: "M001 玉米" },
      answer: { label: "答复", sample: "已接受" },
      days: { label: "总周期", sample: "12" },
      note: { label: "说明", sample: "自下月起执行" },
      proposed: { label: "建议日期", sample: "2026-03-01" },
    },
    wording: {
      title: "交货周期建议{{answer}}：{{material}}",
      content: "您{{proposed}}的建议{{answer}}，现行总周期{{days}}天。{{note}}",
    },
  },
} as const satisfies Readonly<Record<string, ScenarioFacts>>;

declare module "~/shared/scenarios" {
  interface ScenarioMap extends EventsOf<typeof deliverCycleScenarios> {}
}
