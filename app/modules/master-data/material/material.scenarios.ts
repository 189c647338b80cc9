import type { EventsOf, ScenarioFacts } from "~/shared/scenarios";

/** What people are notified of here. */
export const materialScenarios = {
  "material.stopped": {
    label: "停用的物料还有我的未完成订单",
    module: "采购订单",
    level: "warning",
    channels: ["site"],
    audience: "internal",
    help: "物料停用时提醒还有未完成订单的采购员。关闭后仍可在采购订单中按物料查询。",
    variables: {
      material: { label: "物料", sample: "M001 玉米" },
      count: { label: "订单张数", sample: "3" },
    },
    wording: {
      title: "物料停用影响{{count}}张未完成订单",
      content: "物料{{material}}已停用，您还有{{count}}张未完成订单含有它；没有下达的订单不能再下达。",
    },
  },
  "material.sourcing": {
    label: "单一或无货源物料周报",
    module: "采购订单",
    level: "warning",
    channels: ["site"],
    audience: "internal",
    help: "每周提醒采购员没有货源、只有一个货源或即将断供的物料。关闭后仍可在货源物料中按“有供应风险”查看。",
    variables: {
      count: { label: "物料种数", sample: "12" },
      first: { label: "第一种", sample: "M001 玉米" },
    },
    wording: {
      title: "{{count}}种物料没有货源、只有一个货源或即将断供",
      content: "包括{{first}}等，请开发新的货源或办理延期。",
    },
  },
} as const satisfies Readonly<Record<string, ScenarioFacts>>;

declare module "~/shared/scenarios" {
  interface ScenarioMap extends EventsOf<typeof materialScenarios> {}
}
