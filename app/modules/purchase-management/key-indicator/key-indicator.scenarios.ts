import type { EventsOf, ScenarioFacts } from "~/shared/scenarios";

/** What people are notified of here. */
export const keyIndicatorScenarios = {
  "indicator.unexplained": {
    module: "采购订单",
    label: "未达标指标没有说明",
    level: "warning",
    channels: ["site", "email"],
    audience: "internal",
    help: "月末后第3个工作日，红灯的关键指标还没有差异说明时提醒负责人。关闭后只能在列表中查看。",
    variables: {
      number: { label: "指标编号", sample: "ZB202603-0001" },
      name: { label: "指标月份", sample: "准时交付率 2026-03" },
      target: { label: "目标值", sample: "95" },
      actual: { label: "实际值", sample: "82.5" },
      month: { label: "月份", sample: "2026-03" },
    },
    wording: {
      title: "指标【{{name}}】未达标，请填写差异说明",
      content: "目标值{{target}}，实际值{{actual}}（{{number}}）。{{month}}关账前须说明原因。",
    },
  },
} as const satisfies Readonly<Record<string, ScenarioFacts>>;

declare module "~/shared/scenarios" {
  interface ScenarioMap extends EventsOf<typeof keyIndicatorScenarios> {}
}
