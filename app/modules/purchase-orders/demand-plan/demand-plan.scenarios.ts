import type { EventsOf, ScenarioFacts } from "~/shared/scenarios";

/** What people are notified of here. */
export const demandPlanScenarios = {
  "demand.short": {
    module: "采购订单",
    label: "需求计划有缺料",
    level: "warning",
    channels: ["site"],
    audience: "internal",
    help: "发布的需求计划有预计结存为负的行时通知登记的计划员。关闭后仍可在需求计划中按“有缺料”查看。",
    variables: {
      number: { label: "需求计划号", sample: "XQ20260302-0001" },
      factory: { label: "工厂", sample: "合肥工厂" },
      week: { label: "起始周", sample: "2026-03-02" },
      count: { label: "缺料项数", sample: "3" },
    },
    wording: {
      title: "{{factory}}从{{week}}起的需求计划有{{count}}项缺料",
      content: "请在需求计划{{number}}中查看缺料清单，安排转采购订单或加急。",
    },
  },
} as const satisfies Readonly<Record<string, ScenarioFacts>>;

declare module "~/shared/scenarios" {
  interface ScenarioMap extends EventsOf<typeof demandPlanScenarios> {}
}
