import type { EventsOf, ScenarioFacts } from "~/shared/scenarios";

const area = { module: "价格" } as const;
const number = { label: "询价单号", sample: "XJ20260312-0001" } as const;
const title = { label: "询价标题", sample: "2026年纸箱年度询价" } as const;
const reason = { label: "原因", sample: "价格高于目标价" } as const;
const quoted = { label: "已报家数", sample: "3" } as const;
const invited = { label: "邀请家数", sample: "4" } as const;

/** What buyers are notified of here; what suppliers hear stands with their quotes. */
export const rfqScenarios = {
  "rfq.closed": {
    ...area,
    label: "询价报价截止",
    level: "info",
    channels: ["site", "email"],
    audience: "internal",
    help: "询价单截止时通知采购员开启报价。关闭后仍可在询价列表中按“已截止待开启”查看。",
    variables: { number, title, quoted, invited },
    wording: {
      title: "询价单{{number}}已截止，请开启报价",
      content: "{{title}}：邀请{{invited}}家，收到报价{{quoted}}家。",
    },
  },
  "rfq.too-few": {
    ...area,
    label: "询价报价家数不足",
    level: "warning",
    channels: ["site", "email"],
    audience: "internal",
    help: "截止时报价少于最少家数的通知采购员。关闭后仍可在询价列表的“已报/邀请”中查看。",
    variables: { number, title, quoted, least: { label: "最少家数", sample: "3" } },
    wording: {
      title: "询价单{{number}}收到的报价不足{{least}}家",
      content: "{{title}}：截止时收到{{quoted}}家，请延期、写明原因后开启，或流标。",
    },
  },
  "rfq.all-answered": {
    ...area,
    label: "受邀供应商都已答复",
    level: "info",
    channels: ["site"],
    audience: "internal",
    help: "受邀供应商都已报价或谢绝时通知采购员，可以提前截止。关闭后仍可在询价单上查看。",
    variables: { number, title, quoted },
    wording: {
      title: "询价单{{number}}的供应商都已答复",
      content: "{{title}}：收到报价{{quoted}}家，可以提前截止并开启。",
    },
  },
  "rfq.back-to-award": {
    ...area,
    label: "询价退回比价",
    level: "warning",
    channels: ["site"],
    audience: "internal",
    help: "核价单退回或采购员退回比价时通知采购员。关闭后仍可在询价列表中按“比价中”查看。",
    variables: { number, title, reason },
    wording: { title: "询价单{{number}}已退回比价", content: "{{title}}，原因：{{reason}}" },
  },
  "rfq.remind-supplier": {
    ...area,
    label: "催报",
    level: "warning",
    channels: ["site", "email"],
    audience: "supplier",
    help: "采购员催报时通知还没有提交报价的受邀供应商。关闭后供应商须自行查看报价管理。",
    variables: {
      number: { label: "报价单号", sample: "BJ20260312-0001" },
      rfq: number,
      title,
      deadline: { label: "报价截止", sample: "2026-03-20 17:00" },
    },
    wording: {
      title: "请您尽快报价：{{title}}",
      content:
        "询价单{{rfq}}的报价截止为{{deadline}}，您的报价单{{number}}还没有提交。请在报价管理中填写，或谢绝并说明原因。",
    },
  },
  "rfq.done": {
    ...area,
    label: "询价完成",
    level: "info",
    channels: ["site"],
    audience: "internal",
    help: "核价批准、询价完成时通知采购员。关闭后仍可在询价列表中按“已完成”查看。",
    variables: { number, title, price: { label: "核价单", sample: "HJ20260320-0001" } },
    wording: { title: "询价单{{number}}已完成", content: "{{title}}：核价单{{price}}已批准，结果已告知供应商。" },
  },
} as const satisfies Readonly<Record<string, ScenarioFacts>>;

declare module "~/shared/scenarios" {
  interface ScenarioMap extends EventsOf<typeof rfqScenarios> {}
}
