import type { EventsOf, ScenarioFacts } from "~/shared/scenarios";

const prices = { module: "价格" } as const;

/** What people are notified of here. */
export const priceDataScenarios = {
  "price.in-force": {
    ...prices,
    label: "新价格生效",
    level: "info",
    channels: ["site", "email"],
    audience: "supplier",
    help: "您的物料的新价格开始执行时提醒。关闭后仍可在价格数据中查看。",
    variables: {
      material: { label: "物料", sample: "M001 面粉" },
      price: { label: "价格", sample: "3.5 CNY/千克" },
      from: { label: "生效日期", sample: "2026-03-01" },
      to: { label: "失效日期", sample: "2026-12-31" },
    },
    wording: {
      title: "{{material}} 的新价格 {{price}} 已生效",
      content: "含税单价 {{price}}，有效期 {{from}} 至 {{to}}。",
    },
  },
  "price.revoked": {
    ...prices,
    label: "价格撤销",
    level: "warning",
    channels: ["site", "email"],
    audience: "supplier",
    help: "您的物料的价格被撤销时提醒。关闭后仍可在价格数据中查看。",
    variables: {
      material: { label: "物料", sample: "M001 面粉" },
      price: { label: "价格", sample: "3.5 CNY/千克" },
    },
    wording: {
      title: "{{material}} 的价格 {{price}} 已撤销",
      content: "撤销以后不再按这个价格下达订单；恢复执行的原价格请在价格数据中查看。",
    },
  },
  "price.ending": {
    ...prices,
    label: "采购价格到期",
    level: "warning",
    channels: ["site", "email"],
    audience: "internal",
    help: "价格失效前和失效后提醒供应商的采购员。关闭后仍可在价格数据中按“即将到期”和“已失效”查看。",
    variables: {
      count: { label: "条数", sample: "3" },
      first: { label: "最早的失效日期", sample: "2026-03-31" },
      what: { label: "情况", sample: "即将失效" },
    },
    wording: {
      title: "{{count}}条采购价格{{what}}",
      content: "最早的失效日期 {{first}}。请及时核价，价格失效后没有可用的价格。",
    },
  },
} as const satisfies Readonly<Record<string, ScenarioFacts>>;

declare module "~/shared/scenarios" {
  interface ScenarioMap extends EventsOf<typeof priceDataScenarios> {}
}
