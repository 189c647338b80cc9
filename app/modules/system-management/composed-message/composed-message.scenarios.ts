import type { EventsOf, ScenarioFacts } from "~/shared/scenarios";

/** A message somebody writes by hand: the words are the writer's. */
const written = {
  module: "消息",
  channels: ["site"],
  audience: "both",
  mandatory: true,
  help: "管理员手工发送的消息不能关闭。",
  variables: {
    title: { label: "标题", sample: "系统维护通知" },
    content: { label: "内容", sample: "本周六 22:00 至 24:00 停机维护。" },
  },
  wording: { title: "{{title}}", content: "{{content}}" },
} as const;

/** What people are notified of here. */
export const composedMessageScenarios = {
  "message.info": { label: "手工消息：通知", level: "info", ...written },
  "message.todo": { label: "手工消息：待办", level: "todo", ...written },
  "message.warning": { label: "手工消息：预警", level: "warning", ...written },
} as const satisfies Readonly<Record<string, ScenarioFacts>>;

declare module "~/shared/scenarios" {
  interface ScenarioMap extends EventsOf<typeof composedMessageScenarios> {}
}
