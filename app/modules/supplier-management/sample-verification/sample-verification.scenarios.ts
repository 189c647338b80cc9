import type { EventsOf, ScenarioFacts } from "~/shared/scenarios";

/** What people are notified of here. */
export const sampleVerificationScenarios = {
  "sample.requested": {
    label: "请寄送样品",
    module: "供应商",
    level: "todo",
    channels: ["site"],
    audience: "supplier",
    help: "关闭后，仍可在样品验证中看到采购方索取的样品。",
    variables: {
      number: { label: "样品验证单", sample: "YP20260302-0001" },
      day: { label: "要求送达日期", sample: "2026-03-20" },
    },
    wording: {
      title: "请确认送样：{{number}}",
      content: "请在{{day}}之前送达样品，样品验证单 {{number}}，先确认是否送样。",
    },
  },
  "sample.late": {
    label: "样品超过要求日期没有寄出",
    module: "供应商",
    level: "warning",
    channels: ["site", "email"],
    audience: "supplier",
    help: "超过要求送达日期提醒一次，之后每周一次；采购方也可以催办。",
    variables: {
      number: { label: "样品验证单", sample: "YP20260302-0001" },
      day: { label: "要求送达日期", sample: "2026-03-20" },
    },
    wording: {
      title: "样品 {{number}} 已超过要求送达日期{{day}}",
      content: "请尽快确认并寄出样品，登记快递单号；不能提供的，请拒绝并说明原因。",
    },
  },
  "sample.answered": {
    label: "供应商答复送样",
    module: "供应商",
    level: "info",
    channels: ["site"],
    audience: "internal",
    help: "关闭后，仍可在样品验证单上查看。",
    variables: {
      number: { label: "样品验证单", sample: "YP20260302-0001" },
      answer: { label: "答复", sample: "已寄出样品" },
    },
    wording: { title: "样品 {{number}}：供应商{{answer}}", content: "样品验证单 {{number}}，供应商{{answer}}。" },
  },
  "sample.moved": {
    label: "样品验证有进展",
    module: "供应商",
    level: "info",
    channels: ["site"],
    audience: "supplier",
    help: "关闭后，仍可在样品验证单上查看进展。",
    variables: {
      number: { label: "样品验证单", sample: "YP20260302-0001" },
      state: { label: "进展", sample: "已收样，正在检测" },
    },
    wording: { title: "样品 {{number}} {{state}}", content: "您的样品（验证单 {{number}}）{{state}}。" },
  },
} as const satisfies Readonly<Record<string, ScenarioFacts>>;

declare module "~/shared/scenarios" {
  interface ScenarioMap extends EventsOf<typeof sampleVerificationScenarios> {}
}
