import type { ScenarioFacts } from "~/shared/scenarios";

/** What people are notified of by this part of the platform. */
export const importsScenarios = {
  "import.ended": {
    label: "我的导入已处理完",
    module: "导入导出",
    level: "info",
    channels: ["site"],
    audience: "both",
    receivers: "creator",
    help: "关闭后，文件在后台检查或导入完毕时不再提醒，可在导入批次中查看。",
    variables: {
      number: { label: "批次", sample: "DR2026030200001" },
      target: { label: "导入到", sample: "物料" },
      state: { label: "结果", sample: "成功" },
    },
    wording: { title: "导入{{target}}：{{state}}", content: "导入批次 {{number}} 已处理完：{{state}}。" },
    supplier: {
      title: "您导入的{{target}}：{{state}}",
      content: "导入批次 {{number}} 已处理完：{{state}}。有错误的行请您下载改好后再上传。",
    },
  },
} as const satisfies Readonly<Record<string, ScenarioFacts>>;
