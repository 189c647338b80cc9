import type { ScenarioFacts } from "~/shared/scenarios";

/** What people are notified of by this part of the platform. */
export const conversionsScenarios = {
  "conversion.ended": {
    label: "我的批量生成已处理完",
    module: "导入导出",
    level: "info",
    channels: ["site"],
    audience: "internal",
    receivers: "creator",
    help: "关闭后，后台批量生成单据完毕时不再提醒，可在批量生成任务中查看。",
    variables: {
      number: { label: "任务", sample: "PL2026030200001" },
      what: { label: "操作", sample: "转采购订单" },
      state: { label: "结果", sample: "部分生成" },
      documents: { label: "生成张数", sample: "38" },
      fail: { label: "没有生成的行数", sample: "12" },
    },
    wording: {
      title: "{{what}}：{{state}}",
      content: "批量生成任务 {{number}} 已处理完：生成{{documents}}张，{{fail}}行没有生成，点开可以查看原因。",
    },
  },
} as const satisfies Readonly<Record<string, ScenarioFacts>>;
