import type { ScenarioFacts } from "~/shared/scenarios";

/** What people are notified of by this part of the platform. */
export const exportsScenarios = {
  "export.ended": {
    label: "我的后台导出已处理完",
    module: "导入导出",
    level: "info",
    channels: ["site"],
    audience: "internal",
    receivers: "creator",
    help: "关闭后，后台导出完成或失败时不再提醒，可在导出中心查看。",
    variables: {
      number: { label: "任务", sample: "DC2026030200001" },
      list: { label: "来源", sample: "采购订单" },
      state: { label: "结果", sample: "已完成" },
    },
    wording: { title: "导出{{list}}：{{state}}", content: "导出任务 {{number}} {{state}}，点开可以下载或查看原因。" },
  },
} as const satisfies Readonly<Record<string, ScenarioFacts>>;
