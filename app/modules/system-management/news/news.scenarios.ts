import type { EventsOf, ScenarioFacts } from "~/shared/scenarios";

const newsVariables = {
  title: { label: "标题", sample: "春节期间收货安排" },
  summary: { label: "摘要", sample: "2月8日至2月15日各工厂暂停收货" },
};

/** What people are notified of here. */
export const newsScenarios = {
  "news.published": {
    label: "有新的新闻公告",
    module: "新闻公告",
    level: "info",
    channels: ["site"],
    audience: "both",
    help: "关闭后仍可在首页和“新闻公告”中看到。",
    variables: newsVariables,
    wording: { title: "{{title}}", content: "新发布：{{title}}。{{summary}}" },
  },
  "news.to-confirm": {
    label: "有新闻公告需要我确认",
    module: "新闻公告",
    level: "todo",
    channels: ["site", "email"],
    audience: "both",
    mandatory: true,
    help: "需要确认阅读的公告，不能关闭。",
    variables: newsVariables,
    wording: { title: "请阅读并确认：{{title}}", content: "{{title}}。{{summary}}\n请打开阅读，并点「确认已阅读」。" },
  },
  "news.reminded": {
    label: "新闻公告催读",
    module: "新闻公告",
    level: "todo",
    channels: ["site", "email"],
    audience: "both",
    help: "发布人提醒还没有阅读或确认的人。",
    variables: newsVariables,
    merge: true,
    wording: { title: "提醒：请阅读“{{title}}”", content: "您还没有阅读或确认“{{title}}”。{{summary}}" },
  },
} as const satisfies Readonly<Record<string, ScenarioFacts>>;

declare module "~/shared/scenarios" {
  interface ScenarioMap extends EventsOf<typeof newsScenarios> {}
}
