import type { EventsOf, ScenarioFacts } from "~/shared/scenarios";

const area = { module: "价格" } as const;
const number = { label: "计划号", sample: "CGJH202610-0001" } as const;
const title = { label: "计划名称", sample: "2027年度原料采购计划" } as const;
const factory = { label: "申请工厂", sample: "合肥工厂" } as const;
const reason = { label: "原因", sample: "产品停产" } as const;

/** What people are notified of here. */
export const purchasePlanScenarios = {
  "purchase-plan.open": {
    ...area,
    label: "采购计划可以寻源",
    level: "info",
    channels: ["site"],
    audience: "internal",
    help: "采购计划批准后，通知计划物料现有货源供应商的采购员转询价；没有的通知全部采购员。关闭后仍可在采购计划申请中按“已批准”查看。",
    variables: { number, title, factory },
    wording: {
      title: "{{factory}}的采购计划{{number}}已批准，可以寻源",
      content: "{{title}}：请在采购计划中转询价。",
    },
  },
  "purchase-plan.line-stopped": {
    ...area,
    label: "采购计划行已终止",
    level: "warning",
    channels: ["site"],
    audience: "internal",
    help: "采购计划的行被终止时，通知编制人和正在询价这些行的采购员。关闭后仍可在采购计划和询价单的“计划来源”中查看。",
    variables: { number, title, factory, reason },
    wording: {
      title: "采购计划{{number}}有行被终止",
      content: "{{title}}（{{factory}}）：原因为{{reason}}。正在询价这些行的，请核对询价物料。",
    },
  },
  "purchase-plan.closed": {
    ...area,
    label: "采购计划已关闭",
    level: "info",
    channels: ["site"],
    audience: "internal",
    help: "采购计划关闭时通知编制人。关闭后仍可在采购计划申请中按“已关闭”查看。",
    variables: { number, title, factory, reason },
    wording: {
      title: "采购计划{{number}}已关闭",
      content: "{{title}}（{{factory}}）：原因为{{reason}}，没有寻源的数量不再计划。",
    },
  },
} as const satisfies Readonly<Record<string, ScenarioFacts>>;

declare module "~/shared/scenarios" {
  interface ScenarioMap extends EventsOf<typeof purchasePlanScenarios> {}
}
