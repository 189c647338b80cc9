import type { EventsOf, ScenarioFacts } from "~/shared/scenarios";

/** What people are notified of here. */
export const supplierChangeScenarios = {
  "supplier-change.asked": {
    label: "有供应商信息变更等待审核",
    module: "供应商",
    level: "todo",
    channels: ["site"],
    audience: "internal",
    receivers: "role",
    help: "关闭后，仍可在供应商信息补充中查看待审核的变更单。",
    variables: {
      supplier: { label: "供应商", sample: "澜川丰禾面粉有限公司" },
      number: { label: "变更单", sample: "BG20260302-0001" },
      section: { label: "变更内容", sample: "银行账户" },
    },
    wording: {
      title: "{{supplier}}的{{section}}变更等待审核",
      content: "变更单{{number}}，请核对变更对比后通过或退回。",
    },
  },
  "supplier-change.invited": {
    label: "邀请补充一类资料",
    module: "供应商",
    level: "todo",
    channels: ["site", "email"],
    audience: "supplier",
    help: "邀请、催办、到期前和逾期后的提醒。关闭后，供应商仍可在供应商信息补充中看到待补充的变更单。",
    variables: {
      number: { label: "变更单", sample: "BG20260302-0001" },
      section: { label: "内容", sample: "生产基地" },
      due: { label: "要求完成日期", sample: "2026-03-20" },
      what: { label: "待补充项", sample: "生产基地：生产基地" },
    },
    wording: {
      title: "请在{{due}}前补充{{section}}（{{number}}）",
      content: "待补充：{{what}}。请在“供应商信息补充”中打开该单据填写并提交，审核通过后生效。",
    },
  },
  "supplier-change.ended": {
    label: "供应商信息变更有了结果",
    module: "供应商",
    level: "info",
    channels: ["site"],
    audience: "both",
    help: "生效和退回。关闭后仍可在变更单上查看。",
    variables: {
      supplier: { label: "供应商", sample: "澜川丰禾面粉有限公司" },
      number: { label: "变更单", sample: "BG20260302-0001" },
      section: { label: "变更内容", sample: "银行账户" },
      result: { label: "结果", sample: "已生效" },
    },
    wording: { title: "{{supplier}}的{{section}}变更{{result}}", content: "变更单{{number}}，详情请在变更单中查看。" },
    supplier: { title: "您的{{section}}变更{{result}}", content: "变更单{{number}}，详情请在变更单中查看。" },
  },
} as const satisfies Readonly<Record<string, ScenarioFacts>>;

declare module "~/shared/scenarios" {
  interface ScenarioMap extends EventsOf<typeof supplierChangeScenarios> {}
}
