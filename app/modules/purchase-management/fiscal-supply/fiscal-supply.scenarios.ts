import type { EventsOf, ScenarioFacts } from "~/shared/scenarios";

const area = { module: "采购订单" } as const;

const number = { label: "财年供货编号", sample: "CN202601-0001" } as const;
const year = { label: "财年", sample: "2026" } as const;
const supplier = { label: "供应商", sample: "澜川丰禾面粉有限公司" } as const;
const material = { label: "物料", sample: "小麦粉 25kg" } as const;
const qty = { label: "数量", sample: "12000" } as const;
const reason = { label: "原因", sample: "双方协商增加" } as const;

/** What people are notified of here. */
export const fiscalSupplyScenarios = {
  "fiscal.published": {
    ...area,
    label: "财年供货约定生效",
    level: "info",
    channels: ["site", "email"],
    audience: "supplier",
    help: "约定供货量生效时通知供应商并请其填报产能。关闭后供应商须自行查看。",
    variables: { number, year, material, qty },
    wording: {
      title: "{{year}}财年{{material}}的约定供货量已生效",
      content: "约定供货量{{qty}}（{{number}}）。请您核对，并填报各月可供产能。",
    },
  },
  "fiscal.adjusted": {
    ...area,
    label: "约定供货量调整",
    level: "info",
    channels: ["site", "email"],
    audience: "supplier",
    help: "约定供货量调整时通知供应商。关闭后仍可在财年供货的调整记录中查看。",
    variables: { number, year, material, qty, reason },
    wording: {
      title: "{{year}}财年{{material}}的约定供货量调整为{{qty}}",
      content: "编号{{number}}，调整原因：{{reason}}。请您核对各月产能。",
    },
  },
  "fiscal.cancelled": {
    ...area,
    label: "财年供货约定取消",
    level: "info",
    channels: ["site"],
    audience: "supplier",
    help: "生效的约定取消时通知供应商。关闭后供应商须自行查看。",
    variables: { number, year, material, reason },
    wording: {
      title: "{{year}}财年{{material}}的供货约定{{number}}已取消",
      content: "您不须再填报产能。原因：{{reason}}",
    },
  },
  "fiscal.capacity-given": {
    ...area,
    label: "供应商更新产能",
    level: "info",
    channels: ["site"],
    audience: "internal",
    help: "供应商填报产能时通知采购员。关闭后仍可在财年供货中查看。",
    variables: { number, year, supplier, material, qty },
    wording: {
      title: "{{supplier}}更新了{{material}}的产能",
      content: "{{year}}财年（{{number}}）各月可供产能合计{{qty}}。",
    },
  },
  "fiscal.capacity-due": {
    ...area,
    label: "每月产能填报提醒",
    level: "info",
    channels: ["site", "email"],
    audience: "supplier",
    help: "每月提醒供应商更新产能，填报后不再提醒。关闭后供应商须自行查看。",
    variables: { count: { label: "待填报的条数", sample: "3" }, day: { label: "期限", sample: "2026-03-10" } },
    wording: {
      title: "您有{{count}}条财年供货的产能待更新",
      content: "请在{{day}}以前填报本月和以后各月的可供产能；没有变化的也请确认一次。",
    },
  },
  "fiscal.capacity-short": {
    ...area,
    label: "产能不足以满足未交订单",
    level: "warning",
    channels: ["site", "email"],
    audience: "both",
    help: "供应商填报的月产能小于该月未交订单时通知双方。关闭后仍可在财年供货的按月执行中查看。",
    variables: {
      ...{ number, year, supplier, material },
      month: { label: "月份", sample: "2026-04" },
      can: { label: "可供产能", sample: "800" },
      owes: { label: "未交订单", sample: "1200" },
    },
    wording: {
      title: "{{month}}产能不足以满足未交订单",
      content:
        "供应商【{{supplier}}】{{material}}（{{number}}，{{year}}财年）：可供产能{{can}}，未交订单{{owes}}，请与供应商协调。",
    },
    supplier: {
      title: "{{month}}产能不足以满足未交订单",
      content:
        "{{material}}（{{number}}，{{year}}财年）：您的可供产能{{can}}，未交订单{{owes}}。请安排增产，或与采购员协商交期。",
    },
  },
  "fiscal.gap": {
    ...area,
    label: "财年供货预计缺口",
    level: "warning",
    channels: ["site"],
    audience: "internal",
    help: "预测需求超过剩余约定供货量时每月通知采购员。关闭后仍可在财年供货的预计缺口一列查看。",
    variables: { number, year, supplier, material, gap: { label: "预计缺口", sample: "3000" } },
    wording: {
      title: "{{supplier}}的{{material}}预计缺口{{gap}}",
      content: "{{year}}财年（{{number}}）的预测需求超过剩余约定供货量{{gap}}，请追加约定或另寻货源。",
    },
  },
} as const satisfies Readonly<Record<string, ScenarioFacts>>;

declare module "~/shared/scenarios" {
  interface ScenarioMap extends EventsOf<typeof fiscalSupplyScenarios> {}
}
