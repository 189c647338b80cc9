import type { ScenarioFacts } from "./facts";

/** What open orders announce. */
export const ORDER_SCENARIOS = {
  "material.stopped": {
    label: "停用的物料还有我的未完成订单",
    module: "采购订单",
    level: "warning",
    channels: ["site"],
    audience: "internal",
    help: "物料停用时提醒还有未完成订单的采购员。关闭后仍可在采购订单中按物料查询。",
    variables: {
      material: { label: "物料", sample: "M001 玉米" },
      count: { label: "订单张数", sample: "3" },
    },
    wording: {
      title: "物料停用影响{{count}}张未完成订单",
      content: "物料{{material}}已停用，您还有{{count}}张未完成订单含有它；没有下达的订单不能再下达。",
    },
  },
  "order.proposal-ended": {
    label: "订单关闭，供应商的变更提议随之撤回",
    module: "采购订单",
    level: "warning",
    channels: ["site", "email"],
    audience: "supplier",
    help: "订单在供应商的变更提议还没有答复时关闭，通知该供应商不必再等答复。关闭后供应商仍可在订单的变更记录中查看。",
    variables: {
      number: { label: "订单号", sample: "CG20260302-0001" },
      reply: { label: "原因", sample: "订单已关闭：计划取消" },
    },
    wording: {
      title: "订单{{number}}已关闭，变更提议随之撤回",
      content: "您提出的变更不再答复。{{reply}}",
    },
  },
  "order.undelivered": {
    label: "订单行即将到期或已逾期未交",
    module: "采购订单",
    level: "warning",
    channels: ["site", "email"],
    audience: "both",
    help: "按未交货邮件方案发送，每家供应商每次一封。关闭后供应商仍可在采购订单中查看逾期未交。",
    variables: {
      supplier: { label: "供应商", sample: "澜川丰禾面粉有限公司" },
      count: { label: "行数", sample: "3" },
      overdue: { label: "其中逾期", sample: "1" },
      lines: { label: "订单行", sample: "CG20260302-0001 行10 M001 500，交期2026-03-05（3天后到期）" },
    },
    wording: {
      title: "{{supplier}}有{{count}}行订单即将到期或已逾期",
      content: "其中逾期{{overdue}}行：\n{{lines}}",
    },
    supplier: {
      title: "您有{{count}}行订单即将到期或已逾期",
      content: "其中逾期{{overdue}}行，请尽快安排交货并答复能交的日期；不能按期的，请在订单上提出变更：\n{{lines}}",
    },
  },
  "order.undelivered-answered": {
    label: "供应商答复新交期",
    module: "采购订单",
    level: "info",
    channels: ["site"],
    audience: "internal",
    help: "供应商收到未交货提醒后答复了交期。关闭后仍可在未交货邮件记录中查看。",
    variables: {
      supplier: { label: "供应商", sample: "澜川丰禾面粉有限公司" },
      count: { label: "行数", sample: "3" },
      date: { label: "答复交期", sample: "2026-03-12" },
      late: { label: "是否晚于交期", sample: "，晚于订单交期" },
      note: { label: "说明", sample: "：面粉线检修至3月8日" },
    },
    wording: {
      title: "供应商答复新交期：{{supplier}}",
      content: "{{count}}行订单答复{{date}}交货{{late}}{{note}}。答复是承诺，不改动订单交期。",
    },
  },
  "order.undelivered-escalated": {
    label: "订单行长期逾期未交",
    module: "采购订单",
    level: "warning",
    channels: ["site", "email"],
    audience: "internal",
    help: "逾期超过方案规定天数时通知升级收件人。关闭后仍可在采购订单中按“逾期未交”查看。",
    variables: {
      supplier: { label: "供应商", sample: "澜川丰禾面粉有限公司" },
      count: { label: "行数", sample: "2" },
      days: { label: "天数", sample: "7" },
    },
    wording: {
      title: "{{supplier}}有{{count}}行订单逾期{{days}}天以上未交",
      content: "请督促采购员和供应商处理，详情见采购订单“逾期未交”。",
    },
  },
} as const satisfies Readonly<Record<string, ScenarioFacts>>;
