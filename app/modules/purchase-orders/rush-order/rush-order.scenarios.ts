import type { EventsOf, ScenarioFacts } from "~/shared/scenarios";

const orders = { module: "采购订单" } as const;

const number = { label: "加急单号", sample: "JJ20260302-0001" } as const;
const supplier = { label: "供应商", sample: "澜川丰禾面粉有限公司" } as const;
const deadline = { label: "要求回复时间", sample: "2026-03-04 09:30" } as const;
const level = { label: "紧急程度", sample: "紧急" } as const;
const asked = { number, kind: { label: "加急方式", sample: "提前交货" }, level, deadline } as const;

/** What people are notified of here. */
export const rushOrderScenarios = {
  "rush.asked": {
    ...orders,
    label: "收到加急订单",
    level: "todo",
    channels: ["site", "email"],
    audience: "supplier",
    help: "请您提前交货、改运输方式或插单时提醒。关闭后仍可在加急订单中查看。",
    variables: asked,
    wording: {
      title: "加急订单 {{number}} 请您回复（{{level}}）",
      content: "{{kind}}。请在 {{deadline}} 以前逐行回复可供数量、交期和费用。",
    },
  },
  "rush.asked-stop": {
    ...orders,
    label: "收到停线风险的加急订单",
    level: "warning",
    channels: ["site", "email"],
    audience: "supplier",
    mandatory: true,
    merge: false,
    help: "采购方产线有停线风险、请您加急时提醒，不能关闭。",
    variables: asked,
    wording: {
      title: "停线风险：加急订单 {{number}} 请您立即回复",
      content: "{{kind}}，产线有停线风险。请尽快回复可供数量、交期和费用，最迟 {{deadline}}。",
    },
  },
  "rush.stop-risk": {
    ...orders,
    label: "有停线风险的加急订单",
    level: "warning",
    channels: ["site", "email"],
    audience: "internal",
    receivers: "role",
    merge: false,
    help: "紧急程度为停线风险的加急订单发送时通知采购经理。关闭后仍可在加急订单中按“停线风险”查看。",
    variables: { number, supplier, deadline },
    wording: {
      title: "停线风险：已向{{supplier}}发送加急订单 {{number}}",
      content: "要求供应商在 {{deadline}} 以前回复。",
    },
  },
  "rush.reply-due": {
    ...orders,
    label: "加急订单等待回复",
    level: "todo",
    channels: ["site", "email"],
    audience: "supplier",
    merge: true,
    help: "要求回复时间过半，以及采购方催办时提醒。",
    variables: asked,
    wording: {
      title: "请回复加急订单 {{number}}（{{level}}）",
      content: "{{kind}}，还没有收到您的回复，要求回复时间 {{deadline}}。",
    },
  },
  "rush.no-reply": {
    ...orders,
    label: "供应商逾期未回复加急订单",
    level: "warning",
    channels: ["site", "email"],
    audience: "internal",
    help: "供应商没有在要求回复时间以前回复时通知采购员和提出人；停线风险的同时通知采购经理。",
    variables: { number, supplier, deadline, level },
    wording: {
      title: "{{supplier}}逾期未回复加急订单 {{number}}（{{level}}）",
      content: "要求回复时间 {{deadline}} 已过，请电话联系供应商，或结束为未达成。",
    },
  },
  "rush.replied": {
    ...orders,
    label: "供应商回复了加急订单",
    level: "todo",
    channels: ["site", "email"],
    audience: "internal",
    merge: false,
    help: "供应商回复时通知采购员和提出人。关闭后仍可在加急订单中按“已回复”查看。",
    variables: { number, supplier, cost: { label: "费用", sample: "加急费用800.00 CNY。" } },
    wording: { title: "{{supplier}}已回复加急订单 {{number}}", content: "{{cost}}请核对后接受，或结束为未达成。" },
  },
  "rush.agreed": {
    ...orders,
    label: "加急达成",
    level: "info",
    channels: ["site", "email"],
    audience: "both",
    merge: false,
    help: "加急订单达成时通知双方。关闭后仍可在加急订单中查看。",
    variables: { number, supplier, note: { label: "说明", sample: "订单CG20260302-0001已按回复的交期变更。" } },
    wording: { title: "与{{supplier}}的加急订单 {{number}} 已达成", content: "{{note}}" },
    supplier: { title: "加急订单 {{number}} 已达成", content: "{{note}}请按您回复的数量和交期交货。" },
  },
  "rush.cost": {
    ...orders,
    label: "加急费用已批准",
    level: "info",
    channels: ["site"],
    audience: "internal",
    receivers: "role",
    help: "由我方承担的加急费用批准时通知财务。关闭后仍可在加急订单中查看。",
    variables: { number, supplier, cost: { label: "加急费用", sample: "800.00 CNY" } },
    wording: { title: "加急订单 {{number}} 的费用 {{cost}} 已批准", content: "供应商{{supplier}}，货款以外另付。" },
  },
  "rush.ended": {
    ...orders,
    label: "加急订单未达成或取消",
    level: "info",
    channels: ["site", "email"],
    audience: "both",
    merge: false,
    help: "加急订单没有达成、取消，随订单结束，或有行随订单行结束时通知双方。关闭后仍可在加急订单中查看。",
    variables: {
      number,
      state: { label: "结果", sample: "未达成" },
      note: { label: "说明", sample: "原订单按原交期执行。" },
      reason: { label: "原因", sample: "原因：产能不足" },
    },
    wording: { title: "加急订单 {{number}} {{state}}", content: "{{note}}{{reason}}" },
  },
  "rush.arrived": {
    ...orders,
    label: "加急的货已到",
    level: "info",
    channels: ["site"],
    audience: "both",
    help: "加急的数量收足时通知双方。关闭后仍可在加急订单中按“已到货”查看。",
    variables: { number, supplier },
    wording: { title: "{{supplier}}的加急订单 {{number}} 已到货", content: "加急的数量都已收货。" },
    supplier: { title: "加急订单 {{number}} 已到货", content: "您承诺的加急数量都已收货。" },
  },
} as const satisfies Readonly<Record<string, ScenarioFacts>>;

declare module "~/shared/scenarios" {
  interface ScenarioMap extends EventsOf<typeof rushOrderScenarios> {}
}
