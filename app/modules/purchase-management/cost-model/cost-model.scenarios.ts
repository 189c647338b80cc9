import type { EventsOf, ScenarioFacts } from "~/shared/scenarios";

const area = { module: "价格", channels: ["site"], audience: "internal" } as const;
const number = { label: "成本模型编号", sample: "CB2026-0001" } as const;
const name = { label: "模型名称", sample: "葵花籽成本" } as const;

/** What people are notified of here. */
export const costModelScenarios = {
  "cost-model.active": {
    ...area,
    level: "info",
    label: "成本模型生效",
    help: "成本模型生效后通知编制人。关闭后仍可在成本模块中按“已生效”查看。",
    variables: { number, name },
    wording: { title: "成本模型{{number}}已生效", content: "{{name}}从生效日期起用于比价和核价。" },
  },
  "cost-model.expired": {
    ...area,
    level: "info",
    label: "成本模型失效",
    help: "成本模型到期、被替代或人工失效时通知编制人。关闭后仍可按“已失效”查看。",
    variables: { number, name },
    wording: { title: "成本模型{{number}}已失效", content: "{{name}}不再用于新的比价和核价，需要时请另建版本。" },
  },
  "cost-model.review": {
    ...area,
    level: "warning",
    channels: ["site", "email"],
    label: "建议调价",
    help: "联动的行情自上次批准的价格以来变动较大时通知编制人，同一次变动只提一次。关闭后仍可在成本模块中按“建议调价”查看。",
    variables: { number, name, moves: { label: "行情变动", sample: "葵花籽自2026-01-01起+18.2%" } },
    wording: {
      title: "{{name}}的行情变动较大，建议复核价格",
      content: "成本模型{{number}}：{{moves}}。请核对应有成本，需要时编制核价单。",
    },
  },
} as const satisfies Readonly<Record<string, ScenarioFacts>>;

declare module "~/shared/scenarios" {
  interface ScenarioMap extends EventsOf<typeof costModelScenarios> {}
}
