import type { EventsOf, ScenarioFacts } from "~/shared/scenarios";

const area = { module: "价格" } as const;
const number = { label: "报价单号", sample: "BJ20260312-0001" } as const;
const rfq = { label: "询价单号", sample: "XJ20260312-0001" } as const;
const title = { label: "询价标题", sample: "2026年纸箱年度询价" } as const;
const supplier = { label: "供应商", sample: "澜川丰禾面粉有限公司" } as const;
const deadline = { label: "报价截止", sample: "2026-03-20 17:00" } as const;
const reason = { label: "原因", sample: "产能已满" } as const;
const named = { number, rfq, title } as const;

/** What both sides are notified of about quotes; never a price. */
export const supplierQuoteScenarios = {
  "quote.invited": {
    ...area,
    label: "询价邀请",
    level: "info",
    channels: ["site", "email"],
    audience: "supplier",
    help: "询价单发布、增加供应商或发起下一轮时通知受邀供应商。关闭后供应商须自行查看报价管理。",
    variables: { ...named, deadline, round: { label: "轮次", sample: "1" } },
    wording: {
      title: "请您报价：{{title}}（第{{round}}轮）",
      content: "询价单{{rfq}}，报价截止{{deadline}}。请在报价管理中填写报价单{{number}}，或谢绝并说明原因。",
    },
  },
  "quote.extended": {
    ...area,
    label: "报价截止时间变更",
    level: "info",
    channels: ["site", "email"],
    audience: "supplier",
    help: "报价截止时间变更时通知受邀供应商。关闭后仍可在报价单上查看。",
    variables: { ...named, deadline, reason },
    wording: {
      title: "{{title}}的报价截止改为{{deadline}}",
      content: "询价单{{rfq}}，您的报价单{{number}}。原因：{{reason}}",
    },
  },
  "quote.answered": {
    ...area,
    label: "询价答疑",
    level: "info",
    channels: ["site", "email"],
    audience: "supplier",
    help: "采购员答复提问时通知所有受邀供应商。关闭后仍可在报价单的答疑中查看。",
    variables: named,
    wording: { title: "{{title}}有新的答疑", content: "询价单{{rfq}}，请在您的报价单{{number}}上查看问题和答复。" },
  },
  "quote.due": {
    ...area,
    label: "报价即将截止",
    level: "warning",
    channels: ["site", "email"],
    audience: "supplier",
    help: "截止以前提醒还没有提交报价的供应商。关闭后供应商须自行留意截止时间。",
    variables: { ...named, deadline },
    wording: {
      title: "{{title}}的报价将于{{deadline}}截止",
      content: "询价单{{rfq}}，您的报价单{{number}}还没有提交，请提交或谢绝。",
    },
  },
  "quote.result": {
    ...area,
    label: "询价结果",
    level: "info",
    channels: ["site", "email"],
    audience: "supplier",
    help: "询价完成或流标时通知报过价的供应商。关闭后仍可在报价单上查看。",
    variables: {
      ...named,
      result: { label: "结果", sample: "中选" },
      rank: { label: "名次", sample: "第2名" },
    },
    wording: { title: "{{title}}的结果：{{result}}", content: "询价单{{rfq}}，您的报价单{{number}}：{{rank}}。" },
  },
  "quote.called-off": {
    ...area,
    label: "询价取消",
    level: "info",
    channels: ["site", "email"],
    audience: "supplier",
    help: "询价取消或没有开启即流标时通知受邀供应商。关闭后仍可在报价单上查看。",
    variables: { ...named, reason },
    wording: {
      title: "{{title}}的询价已取消",
      content: "询价单{{rfq}}，您的报价单{{number}}没有开启，不须再报价。原因：{{reason}}",
    },
  },
  "quote.void": {
    ...area,
    label: "报价作废",
    level: "warning",
    channels: ["site", "email"],
    audience: "supplier",
    help: "报价作废时通知供应商。关闭后仍可在报价单上查看原因。",
    variables: { ...named, reason },
    wording: { title: "您的报价单{{number}}已作废", content: "{{title}}（{{rfq}}），原因：{{reason}}" },
  },
  "quote.received": {
    ...area,
    label: "收到报价",
    level: "info",
    channels: ["site"],
    audience: "internal",
    help: "供应商提交报价时通知采购员，不含价格。关闭后仍可在询价单的响应状态中查看。",
    variables: { ...named, supplier },
    wording: { title: "{{supplier}}已对{{rfq}}报价", content: "{{title}}，报价单{{number}}，开启以前看不到价格。" },
  },
  "quote.withdrawn": {
    ...area,
    label: "报价撤回",
    level: "warning",
    channels: ["site"],
    audience: "internal",
    help: "供应商撤回报价时通知采购员。关闭后仍可在询价单的响应状态中查看。",
    variables: { ...named, supplier },
    wording: {
      title: "{{supplier}}撤回了对{{rfq}}的报价",
      content: "{{title}}，报价单{{number}}，截止以前可以再次提交。",
    },
  },
  "quote.declined": {
    ...area,
    label: "谢绝报价",
    level: "warning",
    channels: ["site"],
    audience: "internal",
    help: "供应商谢绝报价时通知采购员。关闭后仍可在询价单的响应状态中查看。",
    variables: { ...named, supplier, reason },
    wording: { title: "{{supplier}}谢绝对{{rfq}}报价", content: "{{title}}，报价单{{number}}，原因：{{reason}}" },
  },
  "quote.asked": {
    ...area,
    label: "供应商提问",
    level: "info",
    channels: ["site", "email"],
    audience: "internal",
    help: "供应商对询价提问时通知采购员。关闭后仍可在询价单的答疑中查看。",
    variables: { ...named, supplier, question: { label: "问题", sample: "纸箱的印刷是几色？" } },
    wording: {
      title: "{{supplier}}对{{rfq}}提问",
      content: "{{title}}：{{question}}。请在询价单上答复（报价单{{number}}）。",
    },
  },
} as const satisfies Readonly<Record<string, ScenarioFacts>>;

declare module "~/shared/scenarios" {
  interface ScenarioMap extends EventsOf<typeof supplierQuoteScenarios> {}
}
