import type { EventsOf, ScenarioFacts } from "~/shared/scenarios";
import { productOrderScenarios } from "./product-order.scenarios";

const orders = { module: "采购订单" } as const;

const order = {
  number: { label: "订单号", sample: "CG20260302-0001" },
  deadline: { label: "确认时限", sample: "2026-03-04 09:30" },
} as const;
const named = {
  number: { label: "订单号", sample: "CG20260302-0001" },
  supplier: { label: "供应商", sample: "S0001 华东淀粉" },
} as const;
const reason = { label: "原因", sample: "计划调整" } as const;

/** What people are notified of here. */
export const purchaseOrderScenarios = {
  "order.released": {
    ...orders,
    label: "收到新采购订单",
    level: "todo",
    channels: ["site", "email"],
    audience: "supplier",
    help: "订单下达给您的公司时提醒。关闭后仍可在采购订单中查看。",
    variables: { ...order, amount: { label: "含税金额", sample: "12,800.00" } },
    wording: {
      title: "新采购订单 {{number}} 等待您确认",
      content: "含税金额 {{amount}}。请在 {{deadline}} 以前确认数量和交期，或提出变更。",
    },
  },
  "order.changed": {
    ...orders,
    label: "采购订单有变更，须重新确认",
    level: "todo",
    channels: ["site", "email"],
    audience: "supplier",
    merge: false,
    help: "采购方变更订单时提醒。关闭后仍可在订单的变更记录中查看。",
    variables: { ...order, reason },
    wording: {
      title: "采购订单 {{number}} 有变更，请重新确认",
      content: "变更原因：{{reason}}。请在 {{deadline}} 以前确认变更的行。",
    },
  },
  "order.confirm-due": {
    ...orders,
    label: "采购订单快到确认时限",
    level: "todo",
    channels: ["site", "email"],
    audience: "supplier",
    help: "确认时限前一天和当天，以及采购员催办时提醒。",
    merge: true,
    variables: order,
    wording: {
      title: "请确认采购订单 {{number}}",
      content: "订单还没有确认，确认时限 {{deadline}}。请尽快确认数量和交期，或提出变更。",
    },
  },
  "order.confirm-overdue": {
    ...orders,
    label: "采购订单超时未确认",
    level: "warning",
    channels: ["site", "email"],
    audience: "both",
    help: "供应商没有在时限以前确认订单时，提醒供应商和采购员，再过几天提醒采购经理。",
    merge: true,
    variables: { ...named, deadline: order.deadline, days: { label: "超时天数", sample: "1" } },
    wording: {
      title: "采购订单 {{number}} 超时{{days}}天未确认",
      content: "供应商{{supplier}}应在 {{deadline}} 以前确认，请催办，或凭供应商的确认凭证代为确认。",
    },
    supplier: {
      title: "采购订单 {{number}} 已超时{{days}}天",
      content: "确认时限为 {{deadline}}，您还没有确认。请立即确认数量和交期，或提出变更。",
    },
  },
  "order.delivery-due": {
    ...orders,
    label: "采购订单快到确认的交期",
    level: "info",
    channels: ["site", "email"],
    audience: "supplier",
    help: "您确认的交期前几天提醒，同一订单同一天的交货合为一条。",
    variables: {
      number: order.number,
      day: { label: "确认交期", sample: "2026-03-16" },
      left: { label: "还有几天", sample: "剩3天" },
      lines: { label: "订单行", sample: "行10、行20" },
    },
    wording: {
      title: "采购订单 {{number}} 将于 {{day}} 交货，{{left}}",
      content: "{{lines}}的交期为 {{day}}。请按时送货，发货前登记送货单。",
    },
  },
  "order.answered": {
    ...orders,
    label: "采购方答复了变更提议",
    level: "info",
    channels: ["site", "email"],
    audience: "supplier",
    merge: false,
    help: "您提出的变更被接受或拒绝时提醒。关闭后仍可在订单的变更记录中查看。",
    variables: {
      number: order.number,
      result: { label: "答复", sample: "已接受" },
      note: { label: "说明", sample: "订单已按您提出的内容生效，视为已确认。" },
    },
    wording: { title: "采购订单 {{number}} 的变更提议{{result}}", content: "{{note}}" },
  },
  "order.progress": {
    ...orders,
    label: "采购订单暂停、恢复或结束",
    level: "warning",
    channels: ["site", "email"],
    audience: "supplier",
    merge: false,
    help: "暂停、恢复、关闭、完成、重新打开、取消，以及采购员代为确认。关闭后仍可在采购订单中查看。",
    variables: {
      number: order.number,
      state: { label: "进展", sample: "已暂停" },
      note: { label: "说明", sample: "恢复之前请勿发货。" },
      reason: { label: "原因", sample: "原因：计划调整" },
    },
    wording: { title: "采购订单 {{number}} {{state}}", content: "{{note}}{{reason}}" },
  },
  "order.proposal-ended": {
    ...orders,
    label: "订单关闭，供应商的变更提议随之撤回",
    level: "warning",
    channels: ["site", "email"],
    audience: "supplier",
    help: "订单在供应商的变更提议还没有答复时关闭，通知该供应商不必再等答复。关闭后供应商仍可在订单的变更记录中查看。",
    variables: {
      number: order.number,
      reply: { label: "原因", sample: "订单已关闭：计划取消" },
    },
    wording: {
      title: "订单{{number}}已关闭，变更提议随之撤回",
      content: "您提出的变更不再答复。{{reply}}",
    },
  },
  "order.confirmed": {
    ...orders,
    label: "供应商确认了采购订单",
    level: "info",
    channels: ["site"],
    audience: "internal",
    help: "您的订单由供应商全部或部分确认时提醒。",
    merge: false,
    variables: { ...named, extent: { label: "确认情况", sample: "全部确认" } },
    wording: { title: "采购订单 {{number}} 供应商已{{extent}}", content: "供应商：{{supplier}}" },
  },
  "order.proposed": {
    ...orders,
    label: "供应商对采购订单提出变更",
    level: "todo",
    channels: ["site", "email"],
    audience: "internal",
    help: "您的订单由供应商提出变更，或撤回提议时提醒。",
    merge: false,
    variables: { ...named, what: { label: "提议", sample: "提出变更，等待您答复" }, reason },
    wording: { title: "采购订单 {{number}} 供应商{{what}}", content: "供应商{{supplier}}。{{reason}}" },
  },
  "order.change-waits": {
    ...orders,
    label: "采购订单变更等待批准",
    level: "todo",
    channels: ["site", "email"],
    audience: "internal",
    receivers: "role",
    help: "变更后的金额超过已批准金额时提醒采购经理。",
    merge: false,
    variables: { ...named, reason },
    wording: {
      title: "采购订单 {{number}} 的变更等待批准",
      content: "变更后金额超过已批准金额。供应商{{supplier}}，原因：{{reason}}",
    },
  },
  "order.change-decided": {
    ...orders,
    label: "我的采购订单变更有了结果",
    level: "info",
    channels: ["site"],
    audience: "internal",
    help: "采购经理批准或撤销您的变更时提醒。",
    merge: false,
    variables: { number: order.number, result: { label: "结果", sample: "已批准，立即生效" } },
    wording: { title: "采购订单 {{number}} 的变更{{result}}", content: "可以在订单的变更记录中查看。" },
  },
  "order.completed": {
    ...orders,
    label: "采购订单收货完成",
    level: "info",
    channels: ["site"],
    audience: "internal",
    help: "您的订单全部收货、自动完成时提醒。",
    variables: named,
    wording: { title: "采购订单 {{number}} 已收货完成", content: "供应商{{supplier}}的订单各行都已收足或关闭。" },
  },
  ...productOrderScenarios,
} as const satisfies Readonly<Record<string, ScenarioFacts>>;

declare module "~/shared/scenarios" {
  interface ScenarioMap extends EventsOf<typeof purchaseOrderScenarios> {}
}
