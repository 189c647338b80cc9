import type { ScenarioFacts } from "~/shared/scenarios";

/** What people are notified of by this part of the platform. */
export const tasksScenarios = {
  "task.assigned": {
    label: "有任务等待我处理",
    module: "任务",
    merge: false,
    level: "todo",
    channels: ["site"],
    audience: "both",
    receivers: "assignee",
    help: "单据或同事给您安排任务时提醒。关闭后仍可在任务管理中看到。",
    variables: {
      task: { label: "任务", sample: "上传型式检验报告" },
      document: { label: "单据", sample: "采购订单 CG202603020001" },
    },
    wording: { title: "{{task}}", content: "有一项任务等待您处理。{{document}}" },
  },
  "task.due": {
    label: "我的任务即将到期",
    module: "任务",
    level: "todo",
    channels: ["site"],
    audience: "both",
    receivers: "assignee",
    help: "截止前一天提醒一次。",
    variables: {
      task: { label: "任务", sample: "上传型式检验报告" },
      due: { label: "截止时间", sample: "2026-03-02 18:00" },
    },
    wording: { title: "{{task}} 即将到期", content: "请在 {{due}} 前处理。" },
  },
  "task.overdue": {
    label: "我的任务已逾期",
    module: "任务",
    level: "warning",
    channels: ["site"],
    audience: "both",
    receivers: "assignee",
    help: "逾期后每天提醒一次，逾期3天的同时通知处理人的上级。",
    variables: {
      task: { label: "任务", sample: "上传型式检验报告" },
      due: { label: "截止时间", sample: "2026-03-02 18:00" },
      days: { label: "逾期天数", sample: "2" },
    },
    wording: { title: "{{task}} 已逾期", content: "应在 {{due}} 前处理，已逾期{{days}}天。" },
  },
  "task.stuck": {
    label: "任务提醒失败",
    module: "任务",
    level: "warning",
    channels: ["site", "email"],
    audience: "internal",
    receivers: "role",
    help: "每项任务每天一次，告诉系统管理员。关闭后仍可在任务「任务到期提醒」的执行日志中查看。",
    variables: {
      task: { label: "任务", sample: "上传型式检验报告" },
      due: { label: "截止时间", sample: "2026-03-02 18:00" },
    },
    wording: {
      title: "任务“{{task}}”提醒失败",
      content: "任务应在 {{due}} 前处理，系统没有提醒成功，处理人没有收到消息。请查看任务和定时任务的执行日志。",
    },
  },
} as const satisfies Readonly<Record<string, ScenarioFacts>>;
