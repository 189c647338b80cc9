import type { EventsOf, ScenarioFacts } from "~/shared/scenarios";

/** What people are notified of here. */
export const prequalificationScenarios = {
  "preq.invited": {
    label: "邀请参加资格预审",
    module: "供应商",
    level: "todo",
    channels: ["site", "email"],
    audience: "supplier",
    help: "关闭后，仍可在我的预审申请中看到。",
    variables: {
      number: { label: "预审编号", sample: "YS20260302-0001" },
      title: { label: "预审名称", sample: "调味料供应商资格预审" },
      deadline: { label: "申请截止", sample: "2026-03-20 17:00" },
    },
    wording: {
      title: "邀请您参加资格预审：{{title}}",
      content: "资格预审 {{number}}「{{title}}」，请在{{deadline}}之前应答并提交。",
    },
  },
  "preq.extended": {
    label: "资格预审延期",
    module: "供应商",
    level: "info",
    channels: ["site", "email"],
    audience: "supplier",
    help: "关闭后，仍可在预审公告中查看截止时间。",
    variables: {
      number: { label: "预审编号", sample: "YS20260302-0001" },
      title: { label: "预审名称", sample: "调味料供应商资格预审" },
      deadline: { label: "申请截止", sample: "2026-03-20 17:00" },
    },
    wording: {
      title: "资格预审「{{title}}」延期至{{deadline}}",
      content: "资格预审 {{number}} 的申请截止改为{{deadline}}。",
    },
  },
  "preq.cancelled": {
    label: "资格预审取消",
    module: "供应商",
    level: "info",
    channels: ["site", "email"],
    audience: "supplier",
    help: "关闭后，仍可在我的预审申请中查看。",
    variables: {
      number: { label: "预审编号", sample: "YS20260302-0001" },
      title: { label: "预审名称", sample: "调味料供应商资格预审" },
      deadline: { label: "申请截止", sample: "2026-03-20 17:00" },
    },
    wording: {
      title: "资格预审「{{title}}」已取消",
      content: "资格预审 {{number}}「{{title}}」已取消，原申请截止{{deadline}}。",
    },
  },
  "preq.review": {
    label: "资格预审进入评审",
    module: "供应商",
    level: "todo",
    channels: ["site"],
    audience: "internal",
    help: "关闭后，仍可在资格预审中查看。",
    variables: {
      number: { label: "预审编号", sample: "YS20260302-0001" },
      title: { label: "预审名称", sample: "调味料供应商资格预审" },
      deadline: { label: "申请截止", sample: "2026-03-20 17:00" },
    },
    wording: {
      title: "资格预审「{{title}}」已截止，请评审",
      content: "资格预审 {{number}} 的申请已于{{deadline}}截止，应答已开启，请逐项评审。",
    },
  },
} as const satisfies Readonly<Record<string, ScenarioFacts>>;

declare module "~/shared/scenarios" {
  interface ScenarioMap extends EventsOf<typeof prequalificationScenarios> {}
}
