import type { EventsOf, ScenarioFacts } from "~/shared/scenarios";

/** What people are notified of here. */
export const admissionScenarios = {
  "admission.moved": {
    label: "准入有进展",
    module: "供应商",
    level: "info",
    channels: ["site"],
    audience: "both",
    help: "关闭后，仍可在准入单上查看进度。",
    variables: {
      number: { label: "准入单", sample: "ZR20260302-0001" },
      state: { label: "进展", sample: "进入审核验证" },
      note: { label: "补充说明", sample: "：请上传体系证书" },
    },
    wording: { title: "准入单 {{number}} {{state}}", content: "准入单 {{number}} {{state}}{{note}}。" },
    supplier: { title: "您的准入{{state}}", content: "准入单 {{number}} {{state}}{{note}}。" },
  },
  "admission.audit-wanted": {
    label: "准入需要安排质量审核",
    module: "质量",
    level: "todo",
    channels: ["site"],
    audience: "internal",
    receivers: "role",
    help: "初审通过、准入路径要求现场审核时提醒质量人员安排。关闭后仍可在准入单上查看。",
    variables: {
      number: { label: "准入单", sample: "ZR20260302-0001" },
      supplier: { label: "供应商", sample: "甲供应商" },
      type: { label: "物料类别", sample: "谷物原料" },
    },
    wording: {
      title: "准入单 {{number}} 需要安排质量审核",
      content: "{{supplier}}（{{type}}）已通过初审，请安排质量审核或引用已有审核。",
    },
  },
  "admission.assess": {
    label: "有准入等待我评审",
    module: "供应商",
    level: "todo",
    channels: ["site"],
    audience: "internal",
    receivers: "assignee",
    help: "关闭后，仍可在供应商综合评审中查看。",
    variables: { number: { label: "准入单", sample: "ZR20260302-0001" } },
    wording: { title: "准入单 {{number}} 等待您评审", content: "请在综合评审中发表意见。" },
  },
  "admission.voted": {
    label: "准入的评审意见已齐",
    module: "供应商",
    level: "todo",
    channels: ["site"],
    audience: "internal",
    receivers: "assignee",
    help: "最后一位评审人发表意见后通知采购员填写结论。",
    variables: { number: { label: "准入单", sample: "ZR20260302-0001" } },
    wording: { title: "准入单 {{number}} 的评审意见已齐", content: "请填写评审结论并提交审批。" },
  },
  "admission.late": {
    label: "准入步骤超过时限",
    module: "供应商",
    level: "warning",
    channels: ["site"],
    audience: "internal",
    help: "每个阶段超过规定的工作日后提醒采购员，之后定期提醒。关闭后仍可在供应商初审列表中查看。",
    variables: {
      number: { label: "准入单", sample: "ZR20260302-0001" },
      step: { label: "步骤", sample: "初审" },
      norm: { label: "时限（工作日）", sample: "5" },
      days: { label: "超过天数", sample: "2" },
    },
    wording: {
      title: "准入单 {{number}} 的{{step}}已超过时限{{days}}天",
      content: "{{step}}的时限为{{norm}}个工作日，请尽快推进或说明原因。",
    },
  },
  "admission.assess-late": {
    label: "评审意见还没有发表",
    module: "供应商",
    level: "todo",
    channels: ["site"],
    audience: "internal",
    receivers: "assignee",
    help: "进入综合评审若干工作日后提醒没有发表意见的评审人。",
    variables: {
      number: { label: "准入单", sample: "ZR20260302-0001" },
      days: { label: "工作日", sample: "3" },
    },
    wording: {
      title: "准入单 {{number}} 还在等待您的评审意见",
      content: "进入综合评审已超过{{days}}个工作日，请发表意见。",
    },
  },
} as const satisfies Readonly<Record<string, ScenarioFacts>>;

declare module "~/shared/scenarios" {
  interface ScenarioMap extends EventsOf<typeof admissionScenarios> {}
}
