import type { EventsOf, ScenarioFacts } from "~/shared/scenarios";

/** What people are notified of here. */
export const undeliveredMailLogScenarios = {
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
} as const satisfies Readonly<Record<string, ScenarioFacts>>;

declare module "~/shared/scenarios" {
  interface ScenarioMap extends EventsOf<typeof undeliveredMailLogScenarios> {}
}
