import type { EventsOf, ScenarioFacts } from "~/shared/scenarios";

/** What people are notified of here. */
export const typeInspectionReportScenarios = {
  "type-inspection.judged": {
    label: "我们的型式检验报告有了审核结果",
    module: "供应商",
    level: "info",
    channels: ["site"],
    audience: "supplier",
    help: "审核通过、退回和判定不合格。关闭后仍可在型式检验报告中查看。",
    variables: {
      number: { label: "单据", sample: "XJB20260302-0001" },
      report: { label: "报告编号", sample: "JY-2026-0108" },
      result: { label: "结果", sample: "审核通过" },
    },
    wording: { title: "型式检验报告{{report}}{{result}}", content: "{{number}}：报告{{report}}{{result}}。" },
  },
} as const satisfies Readonly<Record<string, ScenarioFacts>>;

declare module "~/shared/scenarios" {
  interface ScenarioMap extends EventsOf<typeof typeInspectionReportScenarios> {}
}
