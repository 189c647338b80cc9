import type { EventsOf, ScenarioFacts } from "~/shared/scenarios";

const area = { module: "价格" } as const;
const rfq = { label: "询价单号", sample: "XJ20260312-0001" } as const;
const title = { label: "询价标题", sample: "2026年纸箱集采" } as const;
const factory = { label: "工厂", sample: "合肥工厂" } as const;
const reason = { label: "原因", sample: "本厂已有库存" } as const;

/** What buyers, managers and planners are told of factories in a bundled inquiry. */
export const collectiveFactoryScenarios = {
  "collective.leaving": {
    ...area,
    label: "工厂申请退出集采",
    level: "warning",
    channels: ["site"],
    audience: "internal",
    help: "参与工厂申请退出已发布的集采询价时通知采购经理和采购员。关闭后仍可在集采参与工厂中按“待同意退出”查看。",
    variables: { rfq, title, factory, reason },
    wording: {
      title: "{{factory}}申请退出集采询价{{rfq}}",
      content: "{{title}}已发布，退出需采购经理同意。原因：{{reason}}",
    },
  },
  "collective.leave-decided": {
    ...area,
    label: "退出集采的申请已处理",
    level: "info",
    channels: ["site"],
    audience: "internal",
    help: "采购经理处理退出申请后通知计划员和采购员。关闭后仍可在集采参与工厂中查看。",
    variables: { rfq, title, factory, reason, decision: { label: "处理", sample: "同意退出" } },
    wording: {
      title: "{{factory}}退出集采询价{{rfq}}：{{decision}}",
      content: "{{title}}。{{reason}}",
    },
  },
  "collective.distributed": {
    ...area,
    label: "集采结果已分配到工厂",
    level: "info",
    channels: ["site", "email"],
    audience: "internal",
    help: "集采结果分配到工厂时通知各厂计划员。关闭后仍可在集采参与工厂中按“已分配”查看。",
    variables: { rfq, title, factory, saving: { label: "集采节约额", sample: "1,200.00" } },
    wording: {
      title: "集采询价{{rfq}}的结果已分配到{{factory}}",
      content: "{{title}}：本厂集采节约额{{saving}}，供应商、数量和价格见分配结果。",
    },
  },
  "collective.ended": {
    ...area,
    label: "集采询价结束",
    level: "info",
    channels: ["site"],
    audience: "internal",
    help: "集采询价流标或取消时通知参与工厂的计划员。关闭后仍可在集采参与工厂中按“已结束”查看。",
    variables: { rfq, title, factory, reason },
    wording: {
      title: "集采询价{{rfq}}已结束，没有结果",
      content:
        "{{title}}，{{factory}}占用的计划数量释放后可以另行寻源：由集采项目发起的，在项目分配结果时退回采购计划，其他的已释放。{{reason}}",
    },
  },
} as const satisfies Readonly<Record<string, ScenarioFacts>>;

declare module "~/shared/scenarios" {
  interface ScenarioMap extends EventsOf<typeof collectiveFactoryScenarios> {}
}
