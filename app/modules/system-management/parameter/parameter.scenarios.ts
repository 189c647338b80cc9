import type { EventsOf, ScenarioFacts } from "~/shared/scenarios";

/** What people are notified of here. */
export const parameterScenarios = {
  "security.parameter-changed": {
    label: "安全参数有变化",
    module: "账号",
    level: "security",
    channels: ["site"],
    audience: "internal",
    receivers: "role",
    mandatory: true,
    help: "该类通知不能关闭。",
    variables: {
      name: { label: "参数", sample: "连续登录失败次数上限" },
      from: { label: "原值", sample: "5" },
      to: { label: "新值", sample: "8" },
      who: { label: "修改人", sample: "赵宇" },
    },
    wording: { title: "安全参数“{{name}}”已修改", content: "{{who}}把它从{{from}}改为{{to}}，从现在起生效。" },
  },
} as const satisfies Readonly<Record<string, ScenarioFacts>>;

declare module "~/shared/scenarios" {
  interface ScenarioMap extends EventsOf<typeof parameterScenarios> {}
}
