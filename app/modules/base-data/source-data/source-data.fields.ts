import { choice, date, longText, quantity, reference, text, yesNo } from "~/engine/entity";
import { where } from "~/shared/condition";

/** What a source is stays as it was approved; terms of delivery may follow the trade. */
const FIXED = { writeIn: ["pending"] } as const;

/** What only members of staff may ask: how we stand to other suppliers, and what the gate says. */
export const ours = { hiddenFromSuppliers: true } as const;

/** Why deliveries by a source were stopped; what quality stopped waits for the corrective action. */
export const SUSPENSIONS = { quality: "质量原因", supply: "供应能力", commercial: "商务原因", other: "其他" } as const;

export const TIERS = { primary: "主供", secondary: "副供", backup: "备供" } as const;

export const INSPECTION_MODES = { exempt: "免检", relaxed: "放宽", normal: "正常", tightened: "加严" } as const;

export const YES_NO = { yes: "是", no: "否" } as const;

/** What is kept of 「货源」. */
export const sourceDataFields = {
  supplier_id: reference("supplier-management/supplier", { label: "供应商", required: true, ...FIXED }),
  material_id: reference("master-data/material", {
    label: "物料",
    required: true,
    only: where.not(where.eq("material_status", "stopped")),
    ...FIXED,
  }),
  factory_id: reference("master-data/factory", { label: "收货工厂", required: true, ...FIXED }),
  site_id: reference("supplier-management/supplier-site", {
    label: "生产基地",
    within: { supplier_id: "supplier_id" },
    help: "留空为该供应商的所有生产基地",
    ...FIXED,
  }),
  purchase_org_id: reference("master-data/purchase-org", { label: "采购组织", ...FIXED }),
  tier: choice({
    label: "供应定位",
    required: true,
    initial: "primary",
    choices: TIERS,
    tones: { primary: "done", secondary: "running", backup: "draft" },
    ...FIXED,
  }),
  fixed: yesNo({ label: "固定货源", help: "同一物料、工厂在同一期间只能有一个", ...FIXED }),
  effective_from: date({ label: "生效日期", required: true, initial: "today", ...FIXED }),
  effective_to: date({ label: "失效日期", help: "留空为长期有效；当天仍有效", ...FIXED }),
  trial_qty: quantity({
    label: "试用限量",
    positive: true,
    help: "试用期间累计下单不能超过，按物料的单位",
    ...FIXED,
  }),
  trial_month_qty: quantity({
    label: "试用每月限量",
    positive: true,
    help: "留空为不限；按当月下达的订单累计",
    ...FIXED,
  }),
  sample_id: reference("supplier-management/sample-verification", {
    label: "样品验证单",
    help: "正式货源必填，留空时取该供应商该物料最近合格的一张",
    only: where.eq("state", "passed"),
    within: { supplier_id: "supplier_id", material_id: "material_id" },
    hiddenFromSuppliers: true,
    ...FIXED,
  }),
  inspection_mode: choice({
    label: "检验方式",
    required: true,
    initial: "normal",
    choices: INSPECTION_MODES,
    tones: { exempt: "done", relaxed: "done", normal: "running", tightened: "warning" },
    ...FIXED,
  }),
  source_no: text({ label: "来源单号", maxLength: 40, help: "准入单或样品验证单编号", ...FIXED }),
  supplier_material_code: text({ label: "供应商物料编码", maxLength: 40 }),
  origin_place: text({ label: "产地", maxLength: 60 }),
  moq: quantity({ label: "最小订购量", positive: true }),
  pack_qty: quantity({ label: "包装倍量", positive: true }),
  block_cause: choice({ label: "暂停类别", system: true, choices: SUSPENSIONS }),
  block_reason: text({ label: "暂停原因", system: true, maxLength: 500, hiddenFromSuppliers: true }),
  suspended_on: date({ label: "暂停日期", system: true }),
  ended_on: date({ label: "终止日期", system: true }),
  proposed_on: date({ label: "提出变更日期", system: true, ...ours }),
  proposed_tier: choice({ label: "供应定位改为", system: true, choices: TIERS, ...ours }),
  proposed_fixed: choice({ label: "固定货源改为", system: true, choices: YES_NO, ...ours }),
  proposed_mode: choice({ label: "检验方式改为", system: true, choices: INSPECTION_MODES, ...ours }),
  proposed_to: date({ label: "失效日期改为", system: true, ...ours }),
  proposed_why: text({ label: "变更原因", system: true, maxLength: 500, ...ours }),
  remark: longText({ label: "备注", maxLength: 500, hiddenFromSuppliers: true }),
};
