import {
  choice,
  computed,
  dateTime,
  drawn,
  keptOpen,
  lines,
  longText,
  money,
  price,
  quantity,
  reference,
  text,
} from "~/engine/entity";
import { where } from "~/shared/condition";
import {
  LINE_STATUSES,
  lineBudget,
  MONTH,
  PLAN_KINDS,
  SOURCE_ROUTES,
  toSource,
  YEAR,
} from "./purchase-plan-apply.rules";

const month = { maxLength: 7, pattern: MONTH } as const;

export const planFields = {
  title: text({ label: "计划名称", required: true, maxLength: 100 }),
  plan_kind: choice({ label: "计划类型", required: true, initial: "year", choices: PLAN_KINDS }),
  // A year is a name, not a number: nobody reads 2,026.
  fiscal_year: text({ label: "财年", required: true, help: "如2026", maxLength: 4, pattern: YEAR, found: "start" }),
  season: text({ label: "产季", maxLength: 60, help: "一年采购一次的农产品填写，如2026秋葵花籽" }),
  company_id: reference("master-data/company", { label: "公司", required: true }),
  factory_id: reference("master-data/factory", {
    label: "申请工厂",
    required: true,
    within: { company_id: "company_id" },
  }),
  period_from: text({ label: "开始月份", required: true, help: "如2026-10", ...month }),
  period_to: text({ label: "结束月份", required: true, help: "如2027-03", ...month }),
  route: choice({ label: "建议寻源方式", choices: SOURCE_ROUTES }),
  reason: longText({ label: "申请说明", maxLength: 1000 }),
  budget_total: computed(
    money({ label: "预算金额", help: "人民币含税；数量乘以预算单价，没有预算单价的乘以上次采购价" }),
  ),
  approved_at: dateTime({ label: "批准时间", system: true }),
  closed_at: dateTime({ label: "关闭时间", system: true }),
} as const;

export const planLines = {
  items: lines({
    label: "计划明细",
    min: 1,
    max: 500,
    totals: ["budget"],
    fillFrom: { material_id: { uom: "uom" } },
    fields: {
      material_id: reference("master-data/material", {
        label: "物料",
        required: true,
        only: where.not(where.eq("material_status", "stopped")),
      }),
      month: text({ label: "需求月份", required: true, ...month }),
      qty: quantity({ label: "计划数量", required: true }),
      uom: choice({ label: "单位", required: true, dictionary: "uom" }),
      budget_price: price({ label: "预算单价", positive: true, help: "人民币含税" }),
      last_price: price({
        label: "上次采购价",
        system: true,
        help: "人民币含税，保存时取本公司最近一次下达订单的单价，没有订单的取价格数据",
      }),
      budget: computed(money({ label: "预算金额" })),
      note: text({ label: "说明", maxLength: 300 }),
      sourcing_qty: drawn(quantity({ label: "寻源中", help: "询价单已占用、还没有定价的数量" })),
      sourced_qty: drawn(quantity({ label: "已寻源数量", help: "已完成的询价单定了价的数量" })),
      open_qty: keptOpen(quantity({ label: "可转寻源", help: "还可以转询价的数量，不含超出比例" })),
      line_status: choice({
        label: "行状态",
        required: true,
        system: true,
        initial: "open",
        choices: LINE_STATUSES,
        tones: { open: "waiting", sourcing: "running", sourced: "done", stopped: "closed" },
      }),
      stopped_at: dateTime({ label: "终止时间", system: true }),
    },
    compute: { budget: lineBudget },
    open: { to_source: { label: "可转寻源", of: toSource, into: "open_qty", unit: "uom" } },
  }),
} as const;
