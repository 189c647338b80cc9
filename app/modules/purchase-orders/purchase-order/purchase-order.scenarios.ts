import type { ScenarioFacts } from "~/shared/scenarios";

/** What people are notified of here. */
export const purchaseOrderScenarios = {
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
} as const satisfies Readonly<Record<string, ScenarioFacts>>;
