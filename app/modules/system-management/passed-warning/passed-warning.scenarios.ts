import type { EventsOf, ScenarioFacts } from "~/shared/scenarios";

/** What people are notified of here. */
export const passedWarningScenarios = {
  "passed-warning.month": {
    label: "订单放行月报",
    module: "采购订单",
    level: "info",
    channels: ["site"],
    audience: "internal",
    receivers: "role",
    help: "每月1日告知上月写明理由放行的订单警告条数，没有的月份不发。关闭后仍可在放行的警告中按“上月订单放行”查看。",
    variables: {
      month: { label: "月份", sample: "2026-02" },
      count: { label: "条数", sample: "12" },
      orders: { label: "订单数", sample: "9" },
    },
    wording: {
      title: "{{month}} 订单放行记录{{count}}条",
      content: "全公司{{month}}有{{orders}}张订单的{{count}}条检查警告写明理由后放行；请查看您范围内的理由是否充分。",
    },
  },
} as const satisfies Readonly<Record<string, ScenarioFacts>>;

declare module "~/shared/scenarios" {
  interface ScenarioMap extends EventsOf<typeof passedWarningScenarios> {}
}
