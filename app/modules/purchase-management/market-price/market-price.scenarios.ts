import type { EventsOf, ScenarioFacts } from "~/shared/scenarios";

const prices = { module: "价格" } as const;
const item = { label: "价格项目", sample: "SUN-IM 葵花籽（内蒙古）" } as const;
const day = { label: "价格日期", sample: "2026-03-02" } as const;
const price = { label: "价格", sample: "9.80" } as const;
const rate = { label: "较上期变动", sample: "+18.2%" } as const;

/** What people are notified of here. */
export const marketPriceScenarios = {
  "market.jumped": {
    ...prices,
    label: "行情大幅变动",
    level: "warning",
    channels: ["site", "email"],
    audience: "internal",
    help: "大幅变动的价格经确认后通知关注的采购员。关闭后仍可在行情价格中查看环比。",
    variables: { item, day, price, rate },
    wording: {
      title: "价格项目 {{item}} 较上期变动 {{rate}}",
      content: "{{day}} 的价格为 {{price}}，已确认。请关注相关物料的采购价格。",
    },
  },
  "market.refused": {
    ...prices,
    label: "行情价格退回",
    level: "warning",
    channels: ["site"],
    audience: "internal",
    merge: false,
    help: "登记的价格被退回时通知登记人。关闭后仍可在行情价格中按“已退回”查看。",
    variables: { item, day, price, rate, reason: { label: "原因", sample: "单位应为吨" } },
    wording: {
      title: "{{item}} {{day}} 的价格已退回",
      content: "价格 {{price}}。原因：{{reason}}。请更正或删除。",
    },
  },
} as const satisfies Readonly<Record<string, ScenarioFacts>>;

declare module "~/shared/scenarios" {
  interface ScenarioMap extends EventsOf<typeof marketPriceScenarios> {}
}
