import type { EventsOf, ScenarioFacts } from "~/shared/scenarios";

/** What people are notified of here. */
export const undeliveredMailScenarios = {
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

declare module "~/shared/scenarios" {
  interface ScenarioMap extends EventsOf<typeof undeliveredMailScenarios> {}
}
