import type { EventsOf, ScenarioFacts } from "~/shared/scenarios";

const quality = { module: "质量" } as const;

const audit = {
  number: { label: "单号", sample: "GSH20260302-0001" },
  day: { label: "计划日期", sample: "2026-03-16" },
} as const;

/** What people are notified of here. */
export const supplierAuditScenarios = {
  "audit.notified": {
    ...quality,
    label: "收到质量审核通知",
    level: "todo",
    channels: ["site", "email"],
    audience: "supplier",
    help: "关闭后仍可在质量审核中查看。",
    variables: audit,
    wording: {
      title: "质量审核 {{number}} 计划于 {{day}} 进行",
      content: "请确认日期和陪同人员；日期不便的，可以提出一次其他日期。",
    },
  },
  "audit.cancelled": {
    ...quality,
    label: "质量审核取消",
    level: "info",
    channels: ["site", "email"],
    audience: "supplier",
    help: "已经通知的审核取消时提醒供应商。",
    variables: audit,
    wording: { title: "原定 {{day}} 的质量审核 {{number}} 已取消", content: "本次审核不再进行，无需准备。" },
  },
  "audit.assigned": {
    ...quality,
    label: "质量审核排到我",
    level: "todo",
    channels: ["site", "email"],
    audience: "internal",
    receivers: "assignee",
    help: "排入审核组和改期时提醒组长与组员。关闭后仍可在审核计划中查看。",
    variables: audit,
    wording: {
      title: "质量审核 {{number}} 计划于 {{day}} 进行，请安排时间",
      content: "您在审核组中，计划日期 {{day}}，范围和供方见审核单。",
    },
  },
  "audit.coming": {
    ...quality,
    label: "质量审核临近",
    level: "todo",
    channels: ["site"],
    audience: "internal",
    receivers: "assignee",
    help: "计划日期前若干天提醒审核组长。关闭后仍可在审核计划中查看。",
    variables: { ...audit, left: { label: "剩余天数", sample: "剩7天" } },
    wording: {
      title: "质量审核 {{number}} 计划于 {{day}} 进行（{{left}}）",
      content: "请确认已通知供应商、审核组和模板已就绪；日期不合适的请改期。",
    },
  },
  "audit.overdue": {
    ...quality,
    label: "质量审核超期未做",
    level: "warning",
    channels: ["site"],
    audience: "internal",
    help: "计划日期过后还没有开始的审核提醒组长和质量经理，之后定期提醒。关闭后仍可在审核计划和供应商预警中查看。",
    variables: { ...audit, days: { label: "超期天数", sample: "3" } },
    wording: {
      title: "质量审核 {{number}} 已超过计划日期{{days}}天",
      content: "计划于 {{day}} 进行，还没有开始，请尽快安排或取消。",
    },
  },
  "audit.answered": {
    ...quality,
    label: "供应商答复了审核通知",
    level: "info",
    channels: ["site"],
    audience: "internal",
    help: "审核组长收到供应商对日期的答复。",
    variables: { ...audit, answer: { label: "答复", sample: "确认按期接受审核" } },
    wording: { title: "质量审核 {{number}}：供应商已答复", content: "{{answer}}" },
  },
  "audit.report": {
    ...quality,
    label: "审核报告等待批准",
    level: "todo",
    channels: ["site"],
    audience: "internal",
    receivers: "role",
    help: "质量经理收到待批准的审核报告。",
    variables: audit,
    wording: { title: "质量审核 {{number}} 的报告等待批准", content: "审核日期 {{day}}，请批准或退回。" },
  },
  "audit.concluded": {
    ...quality,
    label: "质量审核报告已出",
    level: "info",
    channels: ["site", "email"],
    audience: "supplier",
    help: "关闭后仍可在质量审核中查看。",
    variables: { ...audit, conclusion: { label: "结论", sample: "整改后通过" } },
    wording: {
      title: "质量审核 {{number}} 结论：{{conclusion}}",
      content: "请登录平台查看报告；有不符合项的，请按整改单期限答复。",
    },
  },
} as const satisfies Readonly<Record<string, ScenarioFacts>>;

declare module "~/shared/scenarios" {
  interface ScenarioMap extends EventsOf<typeof supplierAuditScenarios> {}
}
