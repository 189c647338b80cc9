import {
  choice,
  computed,
  date,
  dateTime,
  drawn,
  keptOpen,
  lines,
  longText,
  percent,
  quantity,
  reference,
  text,
  yesNo,
} from "~/engine/entity";
import { where } from "~/shared/condition";
import { MONTH } from "../purchase-plan-apply/purchase-plan-apply.rules";
import { ALLOC_SOURCES, notGiven, splitDeviation, toOrder, yearDeviation } from "./allocation-detail.rules";

const ours = { hiddenFromSuppliers: true } as const;

/** What stands in the head: the demand, and how far its split is from what was agreed on. */
export const allocationFields = {
  source_type: choice({ label: "来源类型", required: true, initial: "purchase_plan", choices: ALLOC_SOURCES, ...ours }),
  demand_plan_id: reference("purchase-orders/demand-plan", {
    label: "需求计划",
    help: "来源为需求计划时选择",
    only: where.eq("state", "released"),
    ...ours,
  }),
  purchase_plan_id: reference("purchase-management/purchase-plan-apply", {
    label: "采购计划",
    help: "来源为采购计划时选择",
    only: where.eq("state", "approved"),
    ...ours,
  }),
  source_no: text({ label: "来源单号", maxLength: 40, help: "中标结果和集采填写单号；计划的自动带出", ...ours }),
  material_id: reference("master-data/material", {
    label: "物料",
    required: true,
    only: where.not(where.eq("material_status", "stopped")),
  }),
  factory_id: reference("master-data/factory", { label: "工厂", required: true }),
  company_id: reference("master-data/company", { label: "公司", system: true }),
  period: text({ label: "需求月份", required: true, help: "如2026-10", maxLength: 7, pattern: MONTH }),
  demand_qty: quantity({
    label: "需求数量",
    required: true,
    positive: true,
    help: "按物料的基本单位；留空取计划在该月的数量",
    missing: "请填写需求数量",
    ...ours,
  }),
  demand_uom: choice({ label: "单位", system: true, dictionary: "uom" }),
  wanted_on: date({
    label: "需求日期",
    required: true,
    help: "生成的订单按它要货；留空取计划的第一周或需求月份的第一天",
  }),
  rest_qty: computed(quantity({ label: "未分配数量", help: "需求数量减各供应商的分配数量；为0才能锁定", ...ours })),
  max_deviation: computed(
    percent({ label: "最大偏差", help: "各供应商年度实际占比与约定配额相差最大的百分点", ...ours }),
  ),
  split_deviation: computed(
    percent({ label: "本次最大偏差", help: "各供应商本次分配的比例与约定配额相差最大的百分点", ...ours }),
  ),
  deviates: yesNo({ label: "偏差过大", system: true, ...ours }),
  locked_at: dateTime({ label: "锁定时间", system: true }),
  remark: longText({ label: "备注", maxLength: 500, ...ours }),
} as const;

/** How it is divided: one row per supplier, which sees its own alone. */
export const allocationLines = {
  shares: lines({
    label: "供应商分配",
    max: 20,
    counter: "家",
    totals: ["alloc_qty"],
    fields: {
      supplier_id: reference("supplier-management/supplier", { label: "供应商", required: true }),
      quota_rate: percent({ label: "约定配额", system: true, help: "生效的货源比例", ...ours }),
      quota_rating: quantity({
        label: "配额评级",
        system: true,
        help: "（期间已下单数量加基础量）除以配额，最低的先分",
        ...ours,
      }),
      suggest_qty: quantity({ label: "建议数量", system: true, ...ours }),
      alloc_qty: quantity({ label: "分配数量", required: true, min: "0" }),
      uom: choice({ label: "单位", system: true, dictionary: "uom" }),
      adjust_reason: text({ label: "调整原因", maxLength: 200, help: "与建议数量不同的须填写", ...ours }),
      ordered_qty: drawn(quantity({ label: "已下单数量", help: "由它生成、没有取消的订单数量" }), "bySuppliers"),
      open_qty: keptOpen(quantity({ label: "可下单数量" })),
      actual_rate: percent({
        label: "年度实际占比",
        system: true,
        help: "本财年收货数量占该物料、工厂所有供应商的比例",
        ...ours,
      }),
      split_note: text({ label: "建议说明", maxLength: 300, system: true, ...ours }),
    },
    open: { to_order: { label: "可下单数量", of: toOrder, into: "open_qty", unit: "uom" } },
  }),
} as const;

export const allocationFigures = {
  rest_qty: notGiven,
  max_deviation: yearDeviation,
  split_deviation: splitDeviation,
} as const;
