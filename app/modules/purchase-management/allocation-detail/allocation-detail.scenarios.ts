import type { EventsOf, ScenarioFacts } from "~/shared/scenarios";

const area = { module: "采购订单", channels: ["site"], audience: "internal" } as const;
const facts = {
  number: { label: "分配明细号", sample: "FPMX202603-0001" },
  material: { label: "物料", sample: "R100001 面粉 25kg" },
  factory: { label: "工厂", sample: "合肥工厂" },
  period: { label: "需求月份", sample: "2026-04" },
} as const;
const reason = { label: "原因", sample: "供应商停产检修，重新分配" } as const;

/** What people are notified of here. */
export const allocationDetailScenarios = {
  "allocation.deviates": {
    ...area,
    label: "锁定的分配偏离约定配额",
    level: "warning",
    help: "锁定的分配或年度实际占比偏离约定配额超过界限时通知采购经理。关闭后仍可在分配明细中按“偏差过大”查看。",
    variables: {
      ...facts,
      split: { label: "本次最大偏差", sample: "15%" },
      year: { label: "年度最大偏差", sample: "12%" },
    },
    wording: {
      title: "{{factory}}{{material}}{{period}}的分配偏离约定配额",
      content: "分配明细{{number}}已锁定：本次最大偏差{{split}}，年度实际占比最大偏差{{year}}。不同意的请解锁。",
    },
  },
  "allocation.unlocked": {
    ...area,
    label: "分配被解锁",
    level: "todo",
    help: "采购经理解锁后通知登记的采购员重新调整。关闭后仍可在分配明细中按“建议”查看。",
    variables: { ...facts, reason },
    wording: {
      title: "分配明细{{number}}已解锁，请重新调整",
      content: "{{factory}}{{material}}{{period}}：{{reason}}",
    },
  },
  "allocation.plan-ended": {
    ...area,
    label: "分配随计划作废",
    level: "info",
    help: "计划被替代或关闭，由它得出的分配还没有生成订单时作废，并通知登记人。关闭后仍可在分配明细中查看。",
    variables: facts,
    wording: {
      title: "分配明细{{number}}随计划作废",
      content: "{{factory}}{{material}}{{period}}的计划已被替代或关闭，请按新的计划重新分配。",
    },
  },
  "allocation.ordered": {
    ...area,
    label: "分配生成的订单待提交",
    level: "todo",
    help: "别人由分配明细生成采购订单草稿时通知订单的采购员。关闭后仍可在采购订单中按“草稿”查看。",
    variables: { number: { label: "订单号", sample: "CG20260302-0001" }, plan: facts.number },
    wording: {
      title: "由分配明细{{plan}}生成的订单{{number}}待您提交",
      content: "请核对数量、价格和交期，然后提交。",
    },
  },
} as const satisfies Readonly<Record<string, ScenarioFacts>>;

declare module "~/shared/scenarios" {
  interface ScenarioMap extends EventsOf<typeof allocationDetailScenarios> {}
}
