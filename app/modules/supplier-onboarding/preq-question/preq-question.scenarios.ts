import type { EventsOf, ScenarioFacts } from "~/shared/scenarios";

/** What people are notified of here. */
export const preqQuestionScenarios = {
  "preq.asked": {
    label: "资格预审有提问",
    module: "供应商",
    level: "todo",
    channels: ["site"],
    audience: "internal",
    help: "关闭后，仍可在预审答疑中查看。",
    variables: {
      number: { label: "预审编号", sample: "YS20260302-0001" },
      title: { label: "预审名称", sample: "调味料供应商资格预审" },
    },
    wording: {
      title: "资格预审「{{title}}」有新的提问",
      content: "资格预审 {{number}} 有供应商提问，请在预审答疑中答复。",
    },
  },
  "preq.answered": {
    label: "资格预审提问已答复",
    module: "供应商",
    level: "info",
    channels: ["site", "email"],
    audience: "supplier",
    help: "关闭后，仍可在预审公告中查看。",
    variables: {
      number: { label: "预审编号", sample: "YS20260302-0001" },
      title: { label: "预审名称", sample: "调味料供应商资格预审" },
    },
    wording: { title: "资格预审「{{title}}」有新的答复", content: "资格预审 {{number}} 的提问已答复。" },
  },
} as const satisfies Readonly<Record<string, ScenarioFacts>>;

declare module "~/shared/scenarios" {
  interface ScenarioMap extends EventsOf<typeof preqQuestionScenarios> {}
}
