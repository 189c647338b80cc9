import type { EventsOf, ScenarioFacts } from "~/shared/scenarios";

/** What people are notified of here. */
export const coaStandardScenarios = {
  "coa.standard-submitted": {
    label: "COA标准等待审核",
    module: "质量",
    level: "todo",
    channels: ["site"],
    audience: "internal",
    receivers: "role",
    help: "COA标准提交审核时告诉质量经理。关闭后仍可在COA维护中按状态查看。",
    variables: {
      number: { label: "编号", sample: "COAB000001" },
      material: { label: "物料", sample: "M001 玉米" },
    },
    wording: {
      title: "COA标准{{number}}等待审核",
      content: "物料{{material}}的COA标准已提交，请由编制人以外的人审核。",
    },
  },
  "coa.standard-returned": {
    label: "我编制的COA标准被退回",
    module: "质量",
    level: "info",
    channels: ["site"],
    audience: "internal",
    receivers: "creator",
    help: "COA标准审核退回时告诉编制人。关闭后仍可在单据上看到原因。",
    variables: {
      number: { label: "编号", sample: "COAB000001" },
      reason: { label: "原因", sample: "水分上限请按合同修改" },
    },
    wording: { title: "COA标准{{number}}被退回", content: "退回原因：{{reason}}" },
  },
  "coa.standard-changed": {
    label: "COA标准已更新",
    module: "质量",
    level: "info",
    channels: ["site", "email"],
    audience: "supplier",
    help: "COA标准审核通过时告诉供应这种物料的供应商。关闭后仍可在COA维护中查看。",
    variables: {
      material: { label: "物料", sample: "M001 玉米" },
      date: { label: "生效日期", sample: "2026-04-01" },
    },
    wording: {
      title: "COA标准已更新，{{date}}起执行",
      content: "物料{{material}}的COA标准已更新，{{date}}起请按新的检测项目和限值提交COA。",
    },
  },
} as const satisfies Readonly<Record<string, ScenarioFacts>>;

declare module "~/shared/scenarios" {
  interface ScenarioMap extends EventsOf<typeof coaStandardScenarios> {}
}
