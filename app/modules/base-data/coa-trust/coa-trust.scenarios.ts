import type { EventsOf, ScenarioFacts } from "~/shared/scenarios";

const variables = {
  number: { label: "编号", sample: "COAM2026-0001" },
  material: { label: "物料", sample: "M001 玉米" },
} as const;

/** What people are notified of here. */
export const coaTrustScenarios = {
  "coa.trust-granted": {
    label: "COA免审已批准",
    module: "质量",
    level: "info",
    channels: ["site", "email"],
    audience: "supplier",
    help: "批准COA免审时告诉供应商。关闭后仍可在COA免审中查看。",
    variables: {
      ...variables,
      from: { label: "开始日期", sample: "2026-04-01" },
      to: { label: "截止日期", sample: "2027-03-31" },
    },
    wording: {
      title: "您的COA免审已批准",
      content: "{{material}}从{{from}}到{{to}}免审：您提交的COA各项合格的直接通过，不必等待审核。",
    },
  },
  "coa.trust-ended": {
    label: "COA免审已结束",
    module: "质量",
    level: "info",
    channels: ["site", "email"],
    audience: "supplier",
    help: "COA免审到期或终止时告诉供应商。关闭后仍可在COA免审中查看。",
    variables: { ...variables, why: { label: "原因", sample: "期限已到" } },
    wording: { title: "您的COA免审{{number}}{{why}}", content: "{{material}}的COA恢复逐份审核，审核通过后才能发货。" },
  },
  "coa.trust-lost": {
    label: "COA免审因不合格自动终止",
    module: "质量",
    level: "info",
    channels: ["site"],
    audience: "internal",
    receivers: "role",
    help: "免审期间COA判为不合格，或本厂复检与供应商的判定不一致时告诉质量经理。关闭后仍可在COA免审中查看。",
    variables: {
      number: variables.number,
      supplier: { label: "供应商", sample: "S001 某某食品" },
      reason: { label: "原因", sample: "批号【P1】本厂复检判定不一致" },
    },
    wording: { title: "{{supplier}}的COA免审{{number}}已自动终止", content: "{{reason}}" },
  },
} as const satisfies Readonly<Record<string, ScenarioFacts>>;

declare module "~/shared/scenarios" {
  interface ScenarioMap extends EventsOf<typeof coaTrustScenarios> {}
}
