import type { EventsOf, ScenarioFacts } from "~/shared/scenarios";

const area = { module: "收货" } as const;

const number = { label: "收货单号", sample: "RK20260305-0001" } as const;
const supplier = { label: "供应商", sample: "澜川丰禾面粉有限公司" } as const;
const factory = { label: "收货工厂", sample: "合肥工厂" } as const;
const accepted = { label: "合格数量", sample: "980" } as const;
const rejected = { label: "拒收数量", sample: "20" } as const;
const difference = { label: "差异数量", sample: "-5" } as const;
const reason = { label: "说明", sample: "外包装破损" } as const;

/** What people are notified of here. */
export const goodsReceiptScenarios = {
  "receipt.to-judge": {
    ...area,
    label: "到货待检验",
    level: "info",
    channels: ["site"],
    audience: "internal",
    help: "仓库清点完成，通知质量人员检验判定。关闭后仍可在收货单中按“待检”查看。",
    variables: { number, supplier, factory },
    wording: {
      title: "{{supplier}}的到货待检验",
      content: "收货单{{number}}（{{factory}}）已清点完成，请检验判定。",
    },
  },
  "receipt.to-recount": {
    ...area,
    label: "到货退回清点",
    level: "warning",
    channels: ["site"],
    audience: "internal",
    help: "质量人员退回清点时通知登记收货的人。关闭后仍可在收货单中查看。",
    variables: { number, supplier, reason },
    wording: {
      title: "收货单{{number}}退回清点",
      content: "{{supplier}}的到货须重新清点。原因：{{reason}}",
    },
  },
  "receipt.to-post": {
    ...area,
    label: "到货已判定，待过账",
    level: "info",
    channels: ["site"],
    audience: "internal",
    help: "检验判定以后通知登记收货的人过账。关闭后仍可在收货单中按“待过账”查看。",
    variables: { number, supplier, accepted, rejected },
    wording: {
      title: "收货单{{number}}已判定，请过账",
      content: "{{supplier}}的到货合格{{accepted}}，拒收{{rejected}}。",
    },
  },
  "receipt.posted": {
    ...area,
    label: "收货已过账",
    level: "info",
    channels: ["site"],
    audience: "supplier",
    help: "收货过账时通知供应商合格、拒收和差异的数量。关闭后仍可在收货单中查看。",
    variables: { number, factory, accepted, rejected, difference },
    wording: {
      title: "您的到货已收货：{{number}}",
      content:
        "{{factory}}收货合格{{accepted}}，拒收{{rejected}}，与送货数量相差{{difference}}。有差异的请在期限内确认或提出异议。",
    },
  },
  "receipt.rejected": {
    ...area,
    label: "到货有拒收",
    level: "warning",
    channels: ["site"],
    audience: "internal",
    help: "收货单有拒收数量时通知采购员。关闭后仍可在收货单中按“有拒收”查看。",
    variables: { number, supplier, factory, rejected },
    wording: {
      title: "{{supplier}}的到货拒收{{rejected}}",
      content: "收货单{{number}}（{{factory}}）有拒收，请与供应商安排退回和补货。",
    },
  },
  "receipt.difference-due": {
    ...area,
    label: "收货差异即将视为确认",
    level: "warning",
    channels: ["site"],
    audience: "supplier",
    help: "差异确认期限届满前提醒供应商；逾期没有答复的视为确认。关闭后不再提醒，期限仍然有效。",
    variables: { number, factory, difference, day: { label: "期限", sample: "2026-03-08" } },
    wording: {
      title: "请在{{day}}前确认收货差异：{{number}}",
      content: "{{factory}}收货与送货数量相差{{difference}}，逾期没有答复的视为您已确认。",
    },
  },
  "receipt.disputed": {
    ...area,
    label: "供应商对收货差异有异议",
    level: "warning",
    channels: ["site"],
    audience: "internal",
    help: "供应商提出异议时通知采购员和登记收货的人。关闭后仍可在收货单中查看。",
    variables: { number, supplier, difference, reason },
    wording: {
      title: "{{supplier}}对收货单{{number}}的差异有异议",
      content: "相差{{difference}}。{{reason}}",
    },
  },
  "receipt.settled": {
    ...area,
    label: "收货差异已协商",
    level: "info",
    channels: ["site"],
    audience: "supplier",
    help: "采购员登记协商结果时通知供应商。关闭后仍可在收货单中查看。",
    variables: { number, factory, reason },
    wording: {
      title: "收货单{{number}}的差异已协商",
      content: "{{factory}}：{{reason}}",
    },
  },
  "receipt.reversed": {
    ...area,
    label: "收货已冲销",
    level: "warning",
    channels: ["site"],
    audience: "both",
    help: "收货冲销时通知供应商和采购员，数量退回订单和送货单。关闭后仍可在收货单中查看。",
    variables: { number, supplier, factory, reason },
    wording: {
      title: "{{supplier}}的收货单{{number}}已冲销",
      content: "{{factory}}冲销了收货。原因：{{reason}}",
    },
    supplier: {
      title: "您的收货单{{number}}已冲销",
      content: "{{factory}}冲销了收货，数量退回订单。原因：{{reason}}",
    },
  },
} as const satisfies Readonly<Record<string, ScenarioFacts>>;

declare module "~/shared/scenarios" {
  interface ScenarioMap extends EventsOf<typeof goodsReceiptScenarios> {}
}
