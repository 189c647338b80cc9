import type { EventsOf, ScenarioFacts } from "~/shared/scenarios";

const area = { module: "采购订单", level: "info", channels: ["site"], audience: "internal" } as const;

const number = { label: "货源比例编号", sample: "PE202603-0001" } as const;
const material = { label: "物料", sample: "M001 玉米" } as const;
const from = { label: "有效期从", sample: "2026-03-01" } as const;
const to = { label: "有效期至", sample: "2026-12-31" } as const;

/** What people are notified of here. */
export const sourcePercentageScenarios = {
  "quota.active": {
    ...area,
    label: "货源比例生效",
    help: "货源比例批准后通知编制人和计划员。关闭后仍可在货源比例中按“生效”查看。",
    variables: { number, material, from, to },
    wording: {
      title: "货源比例{{number}}已批准",
      content: "物料{{material}}从{{from}}到{{to}}的需求按新的份额拆分。",
    },
  },
  "quota.shortened": {
    ...area,
    label: "货源比例将被接替",
    help: "新的货源比例批准后，原来的提前结束时通知编制人和计划员。关闭后仍可在单据上看到。",
    variables: { number, material, from, to },
    wording: {
      title: "货源比例{{number}}有效到{{to}}",
      content: "物料{{material}}另有新的货源比例生效，原来的在前一天结束。",
    },
  },
  "quota.ended": {
    ...area,
    label: "货源比例结束",
    help: "货源比例到期、被替代或人工结束时通知编制人和计划员。关闭后仍可按“已结束”查看。",
    variables: { number, material, from, to },
    wording: {
      title: "货源比例{{number}}已结束",
      content: "物料{{material}}（{{from}}至{{to}}）不再按它拆分需求，没有新的配额时请编制。",
    },
  },
  "quota.deviation": {
    ...area,
    label: "配额执行偏差月报",
    level: "warning",
    help: "每月提醒编制人实际下单比例与配额相差过大的货源比例。关闭后仍可在货源比例中按“执行偏差过大”查看。",
    variables: {
      count: { label: "张数", sample: "2" },
      first: { label: "第一张", sample: "PE202603-0001 M001 玉米" },
    },
    wording: {
      title: "{{count}}张货源比例的执行偏差过大",
      content: "{{first}}等{{count}}张货源比例的实际下单比例与约定的份额相差过大，请核对后续的订单或调整配额。",
    },
  },
} as const satisfies Readonly<Record<string, ScenarioFacts>>;

declare module "~/shared/scenarios" {
  interface ScenarioMap extends EventsOf<typeof sourcePercentageScenarios> {}
}
