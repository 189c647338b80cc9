import type { EventsOf, ScenarioFacts } from "~/shared/scenarios";

/** What people are notified of here. */
export const provisionScenarios = {
  "provision.withdrawn": {
    label: "规定已废止",
    module: "供应商",
    level: "info",
    channels: ["site"],
    audience: "supplier",
    help: "规定废止时告诉曾经收到它的供应商。关闭后仍可在“规定确认”中查看。",
    variables: {
      title: { label: "规定名称", sample: "交货管理规定" },
      reason: { label: "原因", sample: "并入采购管理规定" },
    },
    wording: { title: "规定《{{title}}》已废止", content: "《{{title}}》已废止，不再需要确认。原因：{{reason}}" },
  },
  "provision.missing": {
    label: "规定逾期仍有供应商没有确认",
    module: "供应商",
    level: "todo",
    channels: ["site"],
    audience: "internal",
    receivers: "creator",
    help: "确认期限过后告诉编制人还有几家供应商没有确认。关闭后仍可在规定管理中查看确认率。",
    variables: {
      title: { label: "规定名称", sample: "交货管理规定" },
      day: { label: "确认期限", sample: "2026-04-30" },
      open: { label: "未确认家数", sample: "3" },
    },
    wording: {
      title: "《{{title}}》还有{{open}}家供应商没有确认",
      content:
        "《{{title}}》的确认期限是{{day}}，还有{{open}}家供应商没有确认。必须确认的，逾期的供应商不能报价和提交送货单。",
    },
  },
} as const satisfies Readonly<Record<string, ScenarioFacts>>;

declare module "~/shared/scenarios" {
  interface ScenarioMap extends EventsOf<typeof provisionScenarios> {}
}
