import type { EventsOf, ScenarioFacts } from "~/shared/scenarios";

const formVariables = {
  form: { label: "标题", sample: "年度食品安全自查" },
  due: { label: "截止日期", sample: "2026-03-31" },
  asker: { label: "发出人", sample: "王敏" },
};

/** What people are notified of here. */
export const formRequestScenarios = {
  "form.asked": {
    label: "有表单等待我填写",
    module: "表单填报",
    level: "todo",
    channels: ["site", "email"],
    audience: "both",
    receivers: "assignee",
    help: "关闭后仍可在“我的表单”中看到。",
    variables: formVariables,
    wording: {
      title: "请填写“{{form}}”",
      content: "{{asker}}请您填写“{{form}}”，截止日期 {{due}}。请在“我的表单”中填写并提交。",
    },
  },
  "form.due-soon": {
    label: "我的表单快到截止日期",
    module: "表单填报",
    level: "todo",
    channels: ["site", "email"],
    audience: "both",
    receivers: "assignee",
    help: "截止前提醒一次，提前的天数由系统参数决定。",
    variables: formVariables,
    wording: {
      title: "“{{form}}”将于 {{due}} 截止",
      content: "您还没有提交“{{form}}”，截止日期 {{due}}。请在“我的表单”中填写并提交。",
    },
  },
  "form.overdue": {
    label: "我的表单已过截止日期",
    module: "表单填报",
    level: "warning",
    channels: ["site", "email"],
    audience: "both",
    receivers: "assignee",
    help: "过了截止日期还没有提交时提醒一次。",
    variables: formVariables,
    wording: {
      title: "“{{form}}”已过截止日期",
      content: "“{{form}}”应在 {{due}} 前提交，现在仍可填写。请尽快在“我的表单”中提交。",
    },
  },
  "form.unanswered": {
    label: "我发出的填报任务有人逾期",
    module: "表单填报",
    level: "warning",
    channels: ["site"],
    audience: "internal",
    receivers: "creator",
    help: "截止日期过后提醒发出人一次。关闭后仍可在填报任务中查看。",
    variables: {
      number: { label: "填报任务", sample: "BR202603020001" },
      form: { label: "任务名称", sample: "年度食品安全自查" },
      open: { label: "未提交数", sample: "3" },
      due: { label: "截止日期", sample: "2026-03-31" },
    },
    wording: {
      title: "“{{form}}”还有{{open}}份没有提交",
      content: "填报任务 {{number}} 已于 {{due}} 截止，还有{{open}}份没有提交。可以催办，或结束填报。",
    },
  },
} as const satisfies Readonly<Record<string, ScenarioFacts>>;

declare module "~/shared/scenarios" {
  interface ScenarioMap extends EventsOf<typeof formRequestScenarios> {}
}
