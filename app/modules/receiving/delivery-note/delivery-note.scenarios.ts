import type { EventsOf, ScenarioFacts } from "~/shared/scenarios";

const receiving = { module: "收货" } as const;

const note = {
  number: { label: "送货单号", sample: "SH20260302-0001" },
  supplier: { label: "供应商", sample: "澜川丰禾面粉有限公司" },
} as const;
const factory = { label: "收货工厂", sample: "合肥工厂" } as const;
const trip = {
  eta: { label: "预计到达", sample: "2026-03-05 09:30" },
  vehicle: { label: "车牌号", sample: "皖A12345" },
} as const;
const slot = { label: "送货时段", sample: "03-05 周四 09:00-10:00 1号月台" } as const;
const reason = { label: "原因", sample: "外包装破损进水" } as const;

/** What people are notified of here. */
export const deliveryNoteScenarios = {
  "delivery.noticed": {
    ...receiving,
    label: "供应商确认发货",
    level: "info",
    channels: ["site"],
    audience: "internal",
    help: "通知仓库和质量人员准备收货。关闭后仍可在送货单中查看。",
    variables: { ...note, factory, ...trip },
    wording: {
      title: "{{supplier}}发货，{{eta}}到{{factory}}",
      content: "送货单{{number}}，车牌{{vehicle}}。请准备收货和检验。",
    },
  },
  "delivery.trip-changed": {
    ...receiving,
    label: "送货车辆或时间有变",
    level: "info",
    channels: ["site"],
    audience: "internal",
    help: "供应商在到厂以前更改了车辆、司机或预计到达。关闭后仍可在送货单中查看。",
    variables: { ...note, ...trip },
    wording: {
      title: "{{supplier}}的送货单{{number}}改为{{eta}}到达",
      content: "车牌{{vehicle}}。",
    },
  },
  "delivery.delayed": {
    ...receiving,
    label: "送货晚于确认交期",
    level: "warning",
    channels: ["site"],
    audience: "internal",
    help: "供应商发货或改时后，预计到达晚于它确认的交期时通知采购员。关闭后仍可在送货单列表中按延误筛选。",
    variables: { ...note, factory, eta: trip.eta, days: { label: "延误天数", sample: "3天" } },
    wording: {
      title: "{{supplier}}的送货单{{number}}比确认交期晚{{days}}",
      content: "预计{{eta}}到{{factory}}。",
    },
  },
  "delivery.early-asked": {
    ...receiving,
    label: "供应商申请提前送货",
    level: "todo",
    channels: ["site", "email"],
    audience: "internal",
    help: "预计到达早于允许提前的天数，供应商请采购方放行一次。关闭后仍可在首页待办和送货单中查看。",
    variables: { ...note, factory, eta: trip.eta, reason: { label: "原因", sample: "车辆顺路，次日停运" } },
    wording: {
      title: "{{supplier}}的送货单{{number}}申请提前送货",
      content: "预计{{eta}}到{{factory}}。原因：{{reason}}。请放行，或答复不同意。",
    },
  },
  "delivery.early-answered": {
    ...receiving,
    label: "提前送货申请的答复",
    level: "info",
    channels: ["site", "email"],
    audience: "supplier",
    help: "采购方放行或不同意提前送货时通知供应商。关闭后仍可在送货单中查看。",
    variables: {
      number: note.number,
      factory,
      eta: trip.eta,
      result: { label: "答复", sample: "同意" },
      reason: { label: "说明", sample: "仓库有空位" },
    },
    wording: {
      title: "送货单{{number}}提前送货：采购方{{result}}",
      content:
        "预计{{eta}}到{{factory}}。说明：{{reason}}。同意的请确认发货，不同意的请改期；其他检查在确认发货时照常进行。",
    },
  },
  "delivery.cancelled": {
    ...receiving,
    label: "供应商取消送货",
    level: "warning",
    channels: ["site"],
    audience: "internal",
    help: "已确认发货的送货单被供应商取消。关闭后仍可在送货单中查看。",
    variables: { ...note, factory, reason },
    wording: {
      title: "{{supplier}}取消了到{{factory}}的送货单{{number}}",
      content: "原因：{{reason}}",
    },
  },
  "delivery.slot-lost": {
    ...receiving,
    label: "送货迟到失去时段",
    level: "warning",
    channels: ["site"],
    audience: "both",
    help: "在途的车超过预计到达一段时间还没有签到，时段让给别的车，通知供应商和仓库。关闭后仍可在送货单中查看。",
    variables: { ...note, factory, eta: trip.eta, slot },
    wording: {
      title: "{{supplier}}的送货单{{number}}迟到，时段已释放",
      content: "预计{{eta}}到{{factory}}，至今没有签到；原时段{{slot}}可以另行预约。",
    },
    supplier: {
      title: "您的送货单{{number}}迟到，已失去送货时段",
      content:
        "预计{{eta}}到{{factory}}，至今没有签到，原时段{{slot}}已让出。请以“改车改时”另约时段，否则到厂后排在有时段的车之后。",
    },
  },
  "delivery.slot-withdrawn": {
    ...receiving,
    label: "预约的送货时段已关闭",
    level: "warning",
    channels: ["site", "email"],
    audience: "supplier",
    help: "收货工厂关闭时段时通知已预约的供应商。关闭后仍可在送货单中查看。",
    variables: { number: note.number, factory, slot, reason },
    wording: {
      title: "{{factory}}关闭了您的送货单{{number}}预约的时段",
      content: "原时段{{slot}}，原因：{{reason}}。请以“改车改时”另约时段。",
    },
  },
  "delivery.checked-in": {
    ...receiving,
    label: "送货车辆到厂签到",
    level: "info",
    channels: ["site"],
    audience: "supplier",
    help: "车辆到厂签到时把排队号告诉供应商。关闭后仍可在送货单中查看。",
    variables: {
      number: note.number,
      factory,
      vehicle: trip.vehicle,
      arrived: { label: "到厂时间", sample: "2026-03-05 09:12" },
      queue: { label: "排队号", sample: "3" },
    },
    wording: {
      title: "您的送货单{{number}}已到{{factory}}，排队号{{queue}}",
      content: "车牌{{vehicle}}，{{arrived}}签到。有送货时段的车按时段先后进厂，其他车排在其后，请司机凭排队号等候。",
    },
  },
  "delivery.refused": {
    ...receiving,
    label: "整车拒收",
    level: "warning",
    channels: ["site", "email"],
    audience: "both",
    help: "收货工厂整车拒收时通知供应商和采购员。关闭后仍可在送货单中查看。",
    variables: { ...note, factory, reason },
    wording: {
      title: "{{factory}}拒收了{{supplier}}的送货单{{number}}",
      content: "原因：{{reason}}",
    },
    supplier: {
      title: "{{factory}}拒收了您的送货单{{number}}",
      content: "原因：{{reason}}。请安排车辆返回，数量已退回订单，可以重新送货。",
    },
  },
  "delivery.received": {
    ...receiving,
    label: "送货单已收货",
    level: "info",
    channels: ["site"],
    audience: "supplier",
    help: "收货工厂收完送货单时通知供应商。关闭后仍可在送货单中查看。",
    variables: { number: note.number, factory },
    wording: {
      title: "您的送货单{{number}}已收货",
      content: "{{factory}}已收货，实收数量和差异见送货单。",
    },
  },
} as const satisfies Readonly<Record<string, ScenarioFacts>>;

declare module "~/shared/scenarios" {
  interface ScenarioMap extends EventsOf<typeof deliveryNoteScenarios> {}
}
