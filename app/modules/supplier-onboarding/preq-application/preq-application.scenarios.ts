import type { EventsOf, ScenarioFacts } from "~/shared/scenarios";

/** What people are notified of here. */
export const preqApplicationScenarios = {
  "preq.clarify": {
    label: "预审申请需要澄清",
    module: "供应商",
    level: "todo",
    channels: ["site", "email"],
    audience: "supplier",
    help: "关闭后，仍可在我的预审申请中查看。",
    variables: {
      number: { label: "预审编号", sample: "YS20260302-0001" },
      title: { label: "预审名称", sample: "调味料供应商资格预审" },
      note: { label: "说明", sample: "请补充体系证书" },
    },
    wording: { title: "预审申请 {{number}} 需要澄清", content: "资格预审「{{title}}」的评审请您澄清：{{note}}" },
  },
  "preq.clarified": {
    label: "预审申请已澄清",
    module: "供应商",
    level: "info",
    channels: ["site"],
    audience: "internal",
    help: "关闭后，仍可在预审申请中查看。",
    variables: {
      number: { label: "预审编号", sample: "YS20260302-0001" },
      title: { label: "预审名称", sample: "调味料供应商资格预审" },
      note: { label: "说明", sample: "请补充体系证书" },
    },
    wording: {
      title: "预审申请 {{number}} 已澄清",
      content: "资格预审「{{title}}」的申请 {{number}} 已提交澄清，请继续评审。{{note}}",
    },
  },
  "preq.result": {
    label: "资格预审结果",
    module: "供应商",
    level: "info",
    channels: ["site", "email"],
    audience: "supplier",
    help: "关闭后，仍可在我的预审申请中查看结果。",
    variables: {
      title: { label: "预审名称", sample: "调味料供应商资格预审" },
      result: { label: "结果", sample: "已通过" },
      note: { label: "说明", sample: "请补充体系证书" },
      day: { label: "异议截止", sample: "2026-03-27" },
    },
    wording: {
      title: "资格预审「{{title}}」：{{result}}",
      content: "资格预审「{{title}}」结果：{{result}}。{{note}} 如有异议，请在{{day}}之前提出。",
    },
  },
  "preq.appealed": {
    label: "预审结果有异议",
    module: "供应商",
    level: "todo",
    channels: ["site"],
    audience: "internal",
    help: "关闭后，仍可在预审申请中查看。",
    variables: {
      number: { label: "预审编号", sample: "YS20260302-0001" },
      title: { label: "预审名称", sample: "调味料供应商资格预审" },
      note: { label: "说明", sample: "请补充体系证书" },
    },
    wording: {
      title: "预审申请 {{number}} 提出异议",
      content: "资格预审「{{title}}」的申请 {{number}} 对结果提出异议，请答复。{{note}}",
    },
  },
  "preq.appeal-answered": {
    label: "预审异议已答复",
    module: "供应商",
    level: "info",
    channels: ["site", "email"],
    audience: "supplier",
    help: "关闭后，仍可在我的预审申请中查看。",
    variables: {
      number: { label: "预审编号", sample: "YS20260302-0001" },
      title: { label: "预审名称", sample: "调味料供应商资格预审" },
      note: { label: "说明", sample: "请补充体系证书" },
    },
    wording: { title: "预审申请 {{number}} 的异议已答复", content: "资格预审「{{title}}」：{{note}}" },
  },
} as const satisfies Readonly<Record<string, ScenarioFacts>>;

declare module "~/shared/scenarios" {
  interface ScenarioMap extends EventsOf<typeof preqApplicationScenarios> {}
}
