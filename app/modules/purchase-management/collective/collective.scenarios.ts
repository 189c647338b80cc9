import type { EventsOf, ScenarioFacts } from "~/shared/scenarios";

const area = { module: "价格", audience: "internal" } as const;
const number = { label: "集采编号", sample: "JC2026-0001" } as const;
const title = { label: "集采名称", sample: "2026年纸箱集采" } as const;

/** What planners are told of the pools their factories take part in. */
export const collectiveScenarios = {
  "collective.moved": {
    ...area,
    label: "集采项目有了进展",
    level: "info",
    channels: ["site"],
    // Each step says something of its own.
    merge: false,
    help: "集采项目锁定、解锁、发起寻源或取消时通知参与工厂的计划员。关闭后仍可在集采项目中查看。",
    variables: {
      number,
      title,
      what: { label: "进展", sample: "已锁定需求" },
      reason: { label: "原因", sample: "合肥工厂需要修改数量" },
    },
    wording: { title: "集采项目{{number}}{{what}}", content: "{{title}}。{{reason}}" },
  },
  "collective.result": {
    ...area,
    label: "集采项目的结果已分配",
    level: "info",
    channels: ["site", "email"],
    help: "集采项目的结果分配到各工厂时通知参与工厂的计划员。关闭后仍可在集采项目中按“已分配”查看。",
    variables: { number, title },
    wording: {
      title: "集采项目{{number}}的结果已分配到各工厂",
      content: "{{title}}：本厂的供应商、数量和价格见分配结果。",
    },
  },
  "collective.confirm-due": {
    ...area,
    label: "集采需求待确认",
    level: "todo",
    channels: ["site", "email"],
    help: "汇总截止前提醒还没有确认需求的工厂的计划员。关闭后仍可在集采项目中按“汇总中”查看。",
    variables: {
      number,
      title,
      factory: { label: "工厂", sample: "合肥工厂" },
      day: { label: "汇总截止", sample: "2026-03-12" },
    },
    wording: {
      title: "请在{{day}}前确认{{factory}}的集采需求",
      content: "集采项目{{number}}（{{title}}）还没有{{factory}}的确认，请核对本厂的需求后确认。",
    },
  },
} as const satisfies Readonly<Record<string, ScenarioFacts>>;

declare module "~/shared/scenarios" {
  interface ScenarioMap extends EventsOf<typeof collectiveScenarios> {}
}
