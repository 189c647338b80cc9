import type { EventsOf, ScenarioFacts } from "~/shared/scenarios";

const suggestionVariables = {
  number: { label: "编号", sample: "JY20260302-001" },
  title: { label: "标题", sample: "列表希望能按工厂分组" },
};

/** What people are notified of here. */
export const homepageSuggestionScenarios = {
  "suggestion.submitted": {
    label: "有新的建议或反馈",
    module: "建议与反馈",
    level: "todo",
    channels: ["site"],
    audience: "internal",
    receivers: "role",
    help: "关闭后仍可在“建议与反馈”中看到。",
    variables: suggestionVariables,
    wording: { title: "新的反馈：{{title}}", content: "{{number}}：{{title}}，请受理或回复。" },
  },
  "suggestion.assigned": {
    label: "有建议由我处理",
    module: "建议与反馈",
    level: "todo",
    channels: ["site"],
    audience: "internal",
    receivers: "assignee",
    help: "指定您处理，或提交人继续追问时提醒。",
    variables: suggestionVariables,
    wording: { title: "请处理反馈：{{title}}", content: "{{number}}：{{title}}，请处理并回复。" },
  },
  "suggestion.replied": {
    label: "我的建议有了回复",
    module: "建议与反馈",
    level: "info",
    channels: ["site"],
    audience: "both",
    receivers: "creator",
    help: "关闭后仍可在“我的建议”中查看。",
    variables: suggestionVariables,
    wording: { title: "您的反馈已回复：{{title}}", content: "{{number}}已回复，可以查看、追问或评价。" },
  },
} as const satisfies Readonly<Record<string, ScenarioFacts>>;

declare module "~/shared/scenarios" {
  interface ScenarioMap extends EventsOf<typeof homepageSuggestionScenarios> {}
}
