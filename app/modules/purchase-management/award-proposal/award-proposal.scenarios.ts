import type { EventsOf, ScenarioFacts } from "~/shared/scenarios";

const area = { module: "价格" } as const;
const number = { label: "方案编号", sample: "FA20260312-0001" } as const;
const title = { label: "方案名称", sample: "两家供货" } as const;
const rfq = { label: "询价单号", sample: "XJ20260312-0001" } as const;

/** What buyers are notified of here; suppliers hear nothing of it. */
export const awardProposalScenarios = {
  "award-proposal.ready": {
    ...area,
    label: "定价方案已算出",
    level: "info",
    channels: ["site"],
    audience: "internal",
    help: "后台算完定价方案时通知申请计算的人。关闭后仍可在定价方案列表中按“已有方案”查看。",
    variables: { number, title, rfq, outcome: { label: "自定条件的结果", sample: "已得出" } },
    wording: {
      title: "定价方案{{number}}已算出",
      content: "询价单{{rfq}}的方案「{{title}}」已可查看，自定条件：{{outcome}}。",
    },
  },
  "award-proposal.failed": {
    ...area,
    label: "定价方案未算出",
    level: "warning",
    channels: ["site"],
    audience: "internal",
    help: "定价方案不能算出时通知申请计算的人。关闭后仍可在定价方案列表中按“未算出”查看。",
    variables: { number, title, rfq, reason: { label: "原因", sample: "询价单已发起下一轮" } },
    wording: { title: "定价方案{{number}}未算出", content: "询价单{{rfq}}的方案「{{title}}」：{{reason}}。" },
  },
  "award-proposal.adopted": {
    ...area,
    label: "定价方案已采用",
    level: "info",
    channels: ["site"],
    audience: "internal",
    help: "方案写入询价单的定价结果时通知询价单的采购员。关闭后仍可在询价单上查看定价结果。",
    variables: { number, title, rfq, way: { label: "采用的方案", sample: "限定家数" } },
    wording: {
      title: "询价单{{rfq}}的定价结果已按方案{{number}}填写",
      content: "采用「{{title}}」的{{way}}，请核对后确定结果。",
    },
  },
} as const satisfies Readonly<Record<string, ScenarioFacts>>;

declare module "~/shared/scenarios" {
  interface ScenarioMap extends EventsOf<typeof awardProposalScenarios> {}
}
