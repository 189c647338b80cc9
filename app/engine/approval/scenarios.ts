import type { ScenarioFacts } from "~/shared/scenarios";

/** What people are notified of by this part of the platform. */
export const approvalScenarios = {
  "approval.asked": {
    label: "有单据等待我审批",
    module: "审批",
    merge: false,
    level: "todo",
    channels: ["site", "email"],
    audience: "internal",
    receivers: "assignee",
    help: "关闭后，仍可在首页看到等待您审批的单据。",
    variables: {
      document: { label: "单据", sample: "采购订单 CG202603020001" },
      step: { label: "步骤", sample: "采购经理审批" },
      author: { label: "发起人", sample: "王敏" },
    },
    wording: { title: "{{document}} 等待您审批", content: "{{author}}提交，步骤：{{step}}" },
  },
  "approval.ended": {
    label: "我提交的审批有了结果",
    module: "审批",
    merge: false,
    level: "info",
    channels: ["site", "email"],
    audience: "internal",
    receivers: "creator",
    help: "通过、驳回和退回。关闭后仍可在单据上查看。",
    variables: {
      document: { label: "单据", sample: "采购订单 CG202603020001" },
      result: { label: "结果", sample: "驳回" },
      note: { label: "意见", sample: "：价格偏高，请重新谈判" },
    },
    wording: { title: "{{document}} 审批{{result}}", content: "审批{{result}}{{note}}" },
  },
  "approval.overdue": {
    label: "等待我审批的单据已超时",
    module: "审批",
    level: "warning",
    channels: ["site", "email"],
    audience: "internal",
    receivers: "assignee",
    help: "超过时限后每天提醒一次。",
    variables: {
      document: { label: "单据", sample: "采购订单 CG202603020001" },
      step: { label: "步骤", sample: "采购经理审批" },
      due: { label: "时限", sample: "2026-03-02 18:00" },
    },
    wording: { title: "{{document}} 审批已超时", content: "步骤「{{step}}」应在 {{due}} 前处理，请尽快审批。" },
  },
  "approval.stuck": {
    label: "审批超时但催办失败",
    module: "审批",
    level: "warning",
    channels: ["site", "email"],
    audience: "internal",
    receivers: "role",
    help: "每个步骤每天一次，告诉系统管理员。关闭后仍可在任务「审批超时提醒」的执行日志中查看。",
    variables: {
      document: { label: "单据", sample: "采购订单 CG202603020001" },
      due: { label: "时限", sample: "2026-03-02 18:00" },
    },
    wording: {
      title: "{{document}} 的审批催办失败",
      content: "审批应在 {{due}} 前处理，系统没有催办成功，审批人没有收到提醒。请查看单据和任务的执行日志。",
    },
  },
} as const satisfies Readonly<Record<string, ScenarioFacts>>;
