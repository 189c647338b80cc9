import type { EventsOf, ScenarioFacts } from "~/shared/scenarios";

const area = { module: "采购订单" } as const;
const number = { label: "需求承诺号", sample: "XC20260302-0001" } as const;
const supplier = { label: "供应商", sample: "澜川丰禾面粉有限公司" } as const;
const factory = { label: "工厂", sample: "合肥工厂" } as const;
const week = { label: "起始周", sample: "2026-03-02" } as const;

/** What people are notified of here. */
export const demandCommitScenarios = {
  "demand.to-commit": {
    ...area,
    label: "新的需求预测待承诺",
    level: "todo",
    channels: ["site", "email"],
    audience: "supplier",
    help: "需求计划发布时请有份额的供应商承诺数量。关闭后仍可在需求承诺中按“待供应商承诺”查看。",
    variables: { number, factory, week },
    wording: {
      title: "{{factory}}从{{week}}起的需求预测请您承诺",
      content: "请在{{number}}中逐行填写能按周交付的数量，小于预测的请说明差异。",
    },
  },
  "demand.commit-due": {
    ...area,
    label: "需求预测还没有承诺",
    level: "warning",
    channels: ["site", "email"],
    audience: "supplier",
    help: "过了承诺时限仍没有答复时提醒供应商。关闭后须自行查看。",
    variables: { number, factory, week },
    wording: {
      title: "需求预测{{number}}还等您承诺",
      content: "{{factory}}从{{week}}起的需求，请尽快填写承诺数量。",
    },
  },
  "demand.below-share": {
    ...area,
    label: "供应商承诺低于预测",
    level: "warning",
    channels: ["site", "email"],
    audience: "internal",
    help: "供应商承诺的数量小于预测时通知发布计划的计划员。关闭后仍可在需求承诺中按“低于预测”查看。",
    variables: { number, supplier, factory, week },
    wording: {
      title: "{{supplier}}的承诺低于预测：{{number}}",
      content: "{{factory}}从{{week}}起的需求，请查看差异说明，另行安排货源。",
    },
  },
  "demand.ordered": {
    ...area,
    label: "需求转成的订单待提交",
    level: "todo",
    channels: ["site"],
    audience: "internal",
    help: "别人由需求计划转成采购订单草稿时通知订单的采购员。关闭后仍可在采购订单中按“草稿”查看。",
    variables: {
      number: { label: "订单号", sample: "CG20260302-0001" },
      plan: { label: "需求计划号", sample: "XQ20260302-0001" },
    },
    wording: {
      title: "由需求计划{{plan}}转成的订单{{number}}待您提交",
      content: "请核对数量、价格和交期，然后提交。",
    },
  },
  "demand.ended": {
    ...area,
    label: "需求预测不再承诺",
    level: "info",
    channels: ["site"],
    audience: "supplier",
    help: "需求计划关闭时告诉供应商不须再承诺。关闭后供应商须自行查看。",
    variables: { number, factory, week },
    wording: { title: "需求预测{{number}}已结束", content: "{{factory}}从{{week}}起的需求计划已关闭，您不须再承诺。" },
  },
} as const satisfies Readonly<Record<string, ScenarioFacts>>;

declare module "~/shared/scenarios" {
  interface ScenarioMap extends EventsOf<typeof demandCommitScenarios> {}
}
