import type { EventsOf, ScenarioFacts } from "~/shared/scenarios";

/** What people are notified of here. */
export const supplierScenarios = {
  "supplier.related": {
    label: "发现供应商的关联方",
    module: "供应商",
    level: "info",
    channels: ["site"],
    audience: "internal",
    help: "与其他供应商的法定代表人、联系电话、注册地址或银行账号相同，或有人登记了关联方时，告诉归口采购员。关闭后仍可在供应商信息的关联方图谱中查看。",
    variables: {
      company: { label: "供应商", sample: "样例食品有限公司" },
      parties: { label: "关联方", sample: "样例粮油有限公司（同一法人）" },
    },
    wording: {
      title: "供应商{{company}}有新的关联方",
      content: "{{company}}与{{parties}}有关联。询价、比价和分配份额前请留意，详情见供应商信息的关联方图谱。",
    },
  },
  "supplier.stage": {
    label: "供应商的合作阶段有变化",
    module: "供应商",
    level: "info",
    channels: ["site", "email"],
    audience: "supplier",
    help: "转为合格、优选或已淘汰时。关闭后仍可在供应商信息中查看。",
    variables: {
      company: { label: "企业", sample: "样例食品有限公司" },
      stage: { label: "阶段", sample: "合格" },
    },
    wording: {
      title: "您的供应商阶段变为：{{stage}}",
      content: "{{company}}的合作阶段已变为“{{stage}}”，详情请在“供应商信息”中查看。",
    },
  },
  "supplier.supplement": {
    label: "邀请补充供应商资料",
    module: "供应商",
    level: "todo",
    channels: ["site", "email"],
    audience: "supplier",
    help: "关闭后，供应商仍可在供应商信息和待办任务中看到要补充的内容。",
    variables: {
      company: { label: "企业", sample: "样例食品有限公司" },
      due: { label: "要求完成日期", sample: "2026-03-20" },
      what: { label: "待补充内容", sample: "联系人：质量联系人；资质证照：食品生产许可证" },
    },
    wording: {
      title: "请在{{due}}前补充{{company}}的资料",
      content: "待补充：{{what}}。请在“供应商信息”中逐项提交，审核通过后生效。",
    },
  },
} as const satisfies Readonly<Record<string, ScenarioFacts>>;

declare module "~/shared/scenarios" {
  interface ScenarioMap extends EventsOf<typeof supplierScenarios> {}
}
