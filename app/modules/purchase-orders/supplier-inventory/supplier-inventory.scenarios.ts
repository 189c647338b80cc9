import type { EventsOf, ScenarioFacts } from "~/shared/scenarios";

const area = { module: "采购订单" } as const;

/** What people are notified of here. */
export const supplierInventoryScenarios = {
  "inventory.asked": {
    ...area,
    label: "请供应商更新库存",
    level: "info",
    channels: ["site", "email"],
    audience: "supplier",
    help: "采购员或计划员请供应商更新库存时通知供应商，同一供应商每天一次。关闭后供应商须自行查看。",
    variables: { material: { label: "物料", sample: "M001 小麦粉 25kg" } },
    wording: {
      title: "请您更新库存上报",
      content: "采购方需要{{material}}等物料的最新库存，请在供应商库存中更新数量。",
    },
  },
  "inventory.weekly": {
    ...area,
    label: "每周库存上报提醒",
    level: "info",
    channels: ["site", "email"],
    audience: "supplier",
    help: "每周提醒供应商更新已过期的库存上报。关闭后过期的库存仍不计入备货。",
    variables: { count: { label: "过期的条数", sample: "3" } },
    wording: {
      title: "您有{{count}}条库存上报已过期",
      content: "过期的库存不再计入备货和可要货数量，请更新数量；没有库存的请填0。",
    },
  },
} as const satisfies Readonly<Record<string, ScenarioFacts>>;

declare module "~/shared/scenarios" {
  interface ScenarioMap extends EventsOf<typeof supplierInventoryScenarios> {}
}
