import type { EventsOf, ScenarioFacts } from "~/shared/scenarios";

const area = { module: "采购订单" } as const;

const number = { label: "备货协议号", sample: "BH202603-0001" } as const;
const supplier = { label: "供应商", sample: "澜川丰禾面粉有限公司" } as const;
const factory = { label: "工厂", sample: "合肥工厂" } as const;
const day = { label: "日期", sample: "2026-03-31" } as const;
const reason = { label: "原因", sample: "产能不足，请降低最低库存" } as const;

/** What people are notified of here. */
export const supplierStockScenarios = {
  "stock.to-accept": {
    ...area,
    label: "备货协议待供应商确认",
    level: "info",
    channels: ["site", "email"],
    audience: "supplier",
    help: "备货协议批准以后请供应商确认。关闭后仍可在备货管理中按“待供应商确认”查看。",
    variables: { number, factory, from: day, to: day },
    wording: {
      title: "{{factory}}的备货协议{{number}}请您确认",
      content: "备货期间{{from}}至{{to}}，请核对物料、最低和最高库存，接受或退回并说明原因。",
    },
  },
  "stock.accept-due": {
    ...area,
    label: "备货协议还没有确认",
    level: "warning",
    channels: ["site", "email"],
    audience: "supplier",
    help: "过了确认时限仍没有答复时提醒供应商。关闭后须自行查看。",
    variables: { number, factory },
    wording: { title: "备货协议{{number}}还等您确认", content: "请尽快接受{{factory}}的备货协议，或退回并说明原因。" },
  },
  "stock.accepted": {
    ...area,
    label: "供应商接受备货协议",
    level: "info",
    channels: ["site"],
    audience: "internal",
    help: "供应商接受时通知登记的计划员和采购员。关闭后仍可在备货管理中按“执行中”查看。",
    variables: { number, supplier, factory },
    wording: { title: "{{supplier}}已接受备货协议{{number}}", content: "{{factory}}的最低库存从现在起每天核对。" },
  },
  "stock.declined": {
    ...area,
    label: "供应商退回备货协议",
    level: "warning",
    channels: ["site", "email"],
    audience: "internal",
    help: "供应商退回时通知登记的计划员和采购员。关闭后仍可在备货管理中按“供应商退回”查看。",
    variables: { number, supplier, factory, reason },
    wording: { title: "{{supplier}}退回了备货协议{{number}}", content: "{{factory}}的备货，供应商说明：{{reason}}" },
  },
  "stock.called-off": {
    ...area,
    label: "备货协议撤回或取消",
    level: "info",
    channels: ["site"],
    audience: "supplier",
    help: "已请供应商确认的协议被取消时通知供应商。关闭后供应商须自行查看。",
    variables: { number, factory, reason },
    wording: { title: "{{factory}}的备货协议{{number}}已取消", content: "您不须再答复。原因：{{reason}}" },
  },
  "stock.ending": {
    ...area,
    label: "备货协议即将结束",
    level: "info",
    channels: ["site", "email"],
    audience: "both",
    help: "协议结束以前提醒计划员、采购员和供应商。关闭后仍可按结束日期查看。",
    variables: { number, supplier, factory, day, left: { label: "剩余天数", sample: "剩15天" } },
    wording: {
      title: "{{supplier}}的备货协议{{number}}将于{{day}}结束",
      content: "{{factory}}的备货{{left}}。请安排剩余库存的要货，需要延续的另订协议。",
    },
    supplier: {
      title: "备货协议{{number}}将于{{day}}结束",
      content: "{{factory}}的备货{{left}}，请您据此安排生产和补货。",
    },
  },
  "stock.ended": {
    ...area,
    label: "备货协议结束",
    level: "info",
    channels: ["site"],
    audience: "both",
    help: "协议结束时通知双方未用库存的结算清单已列出。关闭后仍可按“已结束”查看。",
    variables: { number, supplier, factory },
    wording: {
      title: "{{supplier}}的备货协议{{number}}已结束",
      content: "{{factory}}的未用库存清单见协议，请与供应商结算。",
    },
    supplier: {
      title: "备货协议{{number}}已结束",
      content: "{{factory}}的未用库存清单见协议，请您核对。",
    },
  },
  "stock.below-min": {
    ...area,
    label: "库存低于备货下限",
    level: "warning",
    channels: ["site", "email"],
    audience: "both",
    help: "库存连续几天低于最低库存时通知双方。关闭后仍可在备货管理中按“低于下限”查看。",
    variables: {
      number,
      supplier,
      material: { label: "物料", sample: "M001 小麦粉 25kg" },
      days: { label: "连续天数", sample: "3" },
      stock: { label: "库存", sample: "200" },
      least: { label: "最低库存", sample: "500" },
    },
    wording: {
      title: "供应商【{{supplier}}】物料【{{material}}】库存低于备货下限",
      content: "备货协议{{number}}：已连续{{days}}天低于最低库存，现有{{stock}}，最低{{least}}。",
    },
    supplier: {
      title: "物料【{{material}}】库存低于备货下限",
      content:
        "备货协议{{number}}：您的库存已连续{{days}}天低于最低库存，现有{{stock}}，最低{{least}}。请补足，或更新库存上报。",
    },
  },
} as const satisfies Readonly<Record<string, ScenarioFacts>>;

declare module "~/shared/scenarios" {
  interface ScenarioMap extends EventsOf<typeof supplierStockScenarios> {}
}
