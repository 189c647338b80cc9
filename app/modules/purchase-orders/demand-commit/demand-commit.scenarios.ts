import type { ScenarioFacts } from "~/shared/scenarios";

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
