import type { EventsOf, ScenarioFacts } from "~/shared/scenarios";

/** What people are notified of here. */
export const sourceDataScenarios = {
  "source.changed": {
    label: "我们的供货关系有变化",
    module: "供应商",
    level: "info",
    channels: ["site"],
    audience: "supplier",
    help: "货源批准、暂停、恢复和终止时提醒。关闭后仍可在供货清单中查看。",
    variables: {
      number: { label: "货源", sample: "GH20260302-0001" },
      material: { label: "物料", sample: "M001 玉米" },
      state: { label: "状态", sample: "有效" },
    },
    wording: { title: "供货关系{{number}}：{{state}}", content: "物料{{material}}的供货关系现为{{state}}。" },
  },
  "source.suspended": {
    label: "我采购的货源被暂停",
    module: "供应商",
    level: "warning",
    channels: ["site"],
    audience: "internal",
    help: "货源暂停时告诉归口采购员和未完成订单的采购员。关闭后仍可在货源数据中按状态查看。",
    variables: {
      number: { label: "编号", sample: "GH20260302-0001" },
      supplier: { label: "供应商", sample: "样例供应商" },
      material: { label: "物料", sample: "YL0001 小麦粉" },
      orders: { label: "未完成的订单", sample: "未完成的订单：CG20260302-0001" },
    },
    wording: {
      title: "货源{{number}}已暂停：{{material}}",
      content: "{{supplier}}的物料{{material}}暂停供货，不能再下达订单；{{orders}}。",
    },
  },
  "source.ending": {
    label: "我负责的货源即将到期",
    module: "供应商",
    level: "warning",
    channels: ["site"],
    audience: "internal",
    help: "失效日期前提醒一次，延期后重新计算。关闭后仍可在货源数据中按“即将到期”查看。",
    variables: {
      count: { label: "条数", sample: "3" },
      first: { label: "最早失效日期", sample: "2026-04-01" },
    },
    wording: {
      title: "有{{count}}条货源即将到期",
      content: "您负责的供应商有{{count}}条货源即将到期，最早于{{first}}失效；请延期或安排替代货源。",
    },
  },
} as const satisfies Readonly<Record<string, ScenarioFacts>>;

declare module "~/shared/scenarios" {
  interface ScenarioMap extends EventsOf<typeof sourceDataScenarios> {}
}
