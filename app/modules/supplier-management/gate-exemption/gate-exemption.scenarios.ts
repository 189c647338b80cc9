import type { EventsOf, ScenarioFacts } from "~/shared/scenarios";

/** What people are notified of here. */
export const gateExemptionScenarios = {
  "gate-exemption.asked": {
    label: "有临时放行等待我批准",
    module: "供应商",
    level: "todo",
    channels: ["site"],
    audience: "internal",
    receivers: "role",
    help: "关闭后，仍可在首页看到等待批准的临时放行。",
    variables: {
      number: { label: "放行单", sample: "LSFX20260302-0001" },
      checks: { label: "放行检查项", sample: "型式检验" },
      until: { label: "有效期至", sample: "2026-03-20" },
    },
    wording: { title: "临时放行{{number}}等待批准", content: "放行检查项：{{checks}}，有效期至{{until}}。" },
  },
  "gate-exemption.open": {
    label: "生效中的临时放行（每周）",
    module: "供应商",
    level: "info",
    channels: ["site"],
    audience: "internal",
    receivers: "role",
    help: "每周一列出仍在放行的单据数量。关闭后仍可在业务校验与临时放行中按状态查看。",
    variables: {
      count: { label: "张数", sample: "2" },
      first: { label: "最早到期日", sample: "2026-03-20" },
    },
    wording: {
      title: "有{{count}}张临时放行仍在生效",
      content: "有{{count}}张临时放行仍在生效，最早于{{first}}到期；请确认风险控制措施已落实。",
    },
  },
  "gate-exemption.ended": {
    label: "我申请的临时放行有了结果",
    module: "供应商",
    level: "info",
    channels: ["site"],
    audience: "internal",
    receivers: "creator",
    help: "生效、驳回和撤销。",
    variables: {
      number: { label: "放行单", sample: "LSFX20260302-0001" },
      result: { label: "结果", sample: "已生效" },
    },
    wording: { title: "临时放行{{number}}{{result}}", content: "您申请的临时放行{{number}}{{result}}。" },
  },
} as const satisfies Readonly<Record<string, ScenarioFacts>>;

declare module "~/shared/scenarios" {
  interface ScenarioMap extends EventsOf<typeof gateExemptionScenarios> {}
}
