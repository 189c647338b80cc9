import type { EventsOf, ScenarioFacts } from "~/shared/scenarios";

const area = { module: "采购订单" } as const;
const month = { label: "月份", sample: "2026-10" } as const;
const rate = { label: "准时率", sample: "95%" } as const;
const day = { label: "异议期限", sample: "2026-11-12" } as const;
const number = { label: "单号", sample: "JHKH202611-0001" } as const;
const supplier = { label: "供应商", sample: "澜川丰禾面粉有限公司" } as const;

/** What people are notified of here. */
export const deliveryResultScenarios = {
  "delivery-result.published": {
    ...area,
    label: "我们的交货考核结果已发布",
    level: "todo",
    channels: ["site", "email"],
    audience: "supplier",
    merge: false,
    help: "每月的交货考核结果发布时提醒。关闭后仍可在交货考核结果中查看，过了异议期限视为确认。",
    variables: { month, rate, day },
    wording: {
      title: "{{month}}交货考核结果，准时率{{rate}}",
      content:
        "您{{month}}的交货考核结果已发布，准时率{{rate}}。请核对每一行，有异议的请在{{day}}以前提出，逾期视为确认。",
    },
  },
  "delivery-result.recomputed": {
    ...area,
    label: "我们的交货考核结果已重新计算",
    level: "todo",
    channels: ["site", "email"],
    audience: "supplier",
    merge: false,
    help: "已发布的考核结果重新计算时提醒。关闭后仍可在交货考核结果中查看。",
    variables: { month, rate, day },
    wording: {
      title: "{{month}}交货考核结果已重新计算，准时率{{rate}}",
      content: "您{{month}}的交货考核结果按收货的现状重新计算，准时率{{rate}}。有异议的请在{{day}}以前提出。",
    },
  },
  "delivery-result.due": {
    ...area,
    label: "交货考核结果即将到期确认",
    level: "todo",
    channels: ["site"],
    audience: "supplier",
    help: "异议期限前一天提醒。关闭后过了期限仍视为确认。",
    variables: { month, rate, day },
    wording: {
      title: "{{month}}交货考核结果请在{{day}}以前确认",
      content: "您{{month}}的准时率为{{rate}}。有异议的请在{{day}}以前提出，逾期视为确认。",
    },
  },
  "delivery-result.objected": {
    ...area,
    label: "供应商对交货考核提出异议",
    level: "todo",
    channels: ["site"],
    audience: "internal",
    help: "供应商对考核结果的行提出异议时告诉发布人。关闭后仍可在交货考核结果中按“有异议”查看。",
    variables: { number, month, supplier },
    wording: {
      title: "{{supplier}}对{{month}}交货考核提出异议",
      content: "考核结果{{number}}有异议待答复，请逐行核对。",
    },
  },
  "delivery-result.answered": {
    ...area,
    label: "交货考核的异议有了答复",
    level: "info",
    channels: ["site", "email"],
    audience: "supplier",
    merge: false,
    help: "采购方答复异议时提醒。关闭后仍可在交货考核结果中查看。",
    variables: { month, rate },
    wording: {
      title: "{{month}}交货考核的异议已答复，准时率{{rate}}",
      content: "您对{{month}}交货考核提出的异议已答复，请查看各行的处理和说明，现在的准时率为{{rate}}。",
    },
  },
  "delivery-result.accepted": {
    ...area,
    label: "供应商确认了交货考核结果",
    level: "info",
    channels: ["site"],
    audience: "internal",
    help: "供应商确认考核结果时告诉发布人。关闭后仍可在交货考核结果中查看。",
    variables: { number, month, supplier },
    wording: {
      title: "{{supplier}}已确认{{month}}交货考核结果",
      content: "考核结果{{number}}已由供应商确认。",
    },
  },
  "delivery-result.confirmed": {
    ...area,
    label: "我们的交货考核结果已到期确认",
    level: "info",
    channels: ["site"],
    audience: "supplier",
    help: "异议期限已满、结果确认时告知。关闭后仍可在交货考核结果中查看。",
    variables: { month, rate },
    wording: {
      title: "{{month}}交货考核结果已确认，准时率{{rate}}",
      // There may have been objections that were answered.
      content: "您{{month}}的交货考核结果异议期限已满，没有待答复的异议，已确认，准时率{{rate}}。",
    },
  },
  "delivery-result.lapsed": {
    ...area,
    label: "供应商的交货考核结果到期确认",
    level: "info",
    channels: ["site"],
    audience: "internal",
    help: "供应商在异议期限内没有答复、结果视为确认时告诉发布人。关闭后仍可在交货考核结果中查看。",
    variables: { number, month, supplier },
    wording: {
      title: "{{supplier}}的{{month}}交货考核结果到期确认",
      content: "考核结果{{number}}异议期限已满，没有待答复的异议，视为确认。",
    },
  },
} as const satisfies Readonly<Record<string, ScenarioFacts>>;

declare module "~/shared/scenarios" {
  interface ScenarioMap extends EventsOf<typeof deliveryResultScenarios> {}
}
