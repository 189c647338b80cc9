import type { EventsOf, ScenarioFacts } from "~/shared/scenarios";

const prices = { module: "价格" } as const;
const title = { label: "标题", sample: "内蒙古葵花籽产区降雨偏多" } as const;
const kind = { label: "类别", sample: "风险提示" } as const;

/** What people are notified of here. */
export const purchaseNewsScenarios = {
  "purchase-news.published": {
    ...prices,
    label: "采购资讯发布",
    level: "info",
    channels: ["site"],
    audience: "internal",
    help: "发布采购通知和风险提示时通知采购员、采购经理和计划员。关闭后仍可在采购资讯中查看。",
    variables: { title, kind, summary: { label: "摘要", sample: "预计新货推迟两周上市" } },
    wording: { title: "{{kind}}：{{title}}", content: "{{summary}}" },
  },
  "purchase-news.withdrawn": {
    ...prices,
    label: "采购资讯撤回",
    level: "info",
    channels: ["site"],
    audience: "internal",
    merge: false,
    help: "资讯被撤回时通知编写人。关闭后仍可在采购资讯中按“已撤回”查看。",
    variables: { title, kind, reason: { label: "原因", sample: "数据有误" } },
    wording: { title: "{{kind}}「{{title}}」已撤回", content: "原因：{{reason}}。" },
  },
} as const satisfies Readonly<Record<string, ScenarioFacts>>;

declare module "~/shared/scenarios" {
  interface ScenarioMap extends EventsOf<typeof purchaseNewsScenarios> {}
}
