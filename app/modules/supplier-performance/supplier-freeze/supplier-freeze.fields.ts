import {
  choice,
  computed,
  date,
  dateTime,
  files,
  lines,
  longText,
  person,
  reference,
  text,
  yesNo,
} from "~/engine/entity";
import { where } from "~/shared/condition";
import { GATE_ACTIONS } from "~/shared/supplier-gate";

const stops = (action: keyof typeof GATE_ACTIONS) => yesNo({ label: GATE_ACTIONS[action] });

/** What is kept of 「供应商冻结单」. */
export const supplierFreezeFields = {
  supplier_id: reference("supplier-management/supplier", { label: "供应商", required: true }),
  freeze_type: choice({
    label: "单据类型",
    required: true,
    initial: "freeze",
    choices: { freeze: "冻结", unfreeze: "解冻", eliminate: "淘汰", blacklist: "列入黑名单" },
    tones: { freeze: "warning", unfreeze: "done", eliminate: "closed", blacklist: "refused" },
  }),
  // Where it comes from may be a risk mark: the supplier reads what was written for it.
  source_type: choice({
    label: "触发来源",
    required: true,
    hiddenFromSuppliers: true,
    initial: "manual",
    choices: {
      appraisal: "绩效考评",
      quality_issue: "品质异常",
      audit: "审核不通过",
      certificate: "资质失效",
      risk: "企业风险",
      letter: "质量函升级",
      commercial: "商务违约/廉洁",
      manual: "人工",
    },
  }),
  source_no: text({ label: "来源单号", maxLength: 40, hiddenFromSuppliers: true }),
  reason: longText({ label: "原因", required: true, maxLength: 1000, hiddenFromSuppliers: true }),
  supplier_note: longText({ label: "告知供应商的说明", maxLength: 1000 }),
  on_rfq: stops("rfq"),
  on_award: stops("award"),
  on_contract: stops("contract"),
  on_release: stops("release"),
  on_delivery: stops("delivery"),
  on_payment: stops("payment"),
  actions_text: computed(text({ label: "冻结业务", maxLength: 100 })),
  whole: computed(yesNo({ label: "全部冻结" })),
  effective_from: date({ label: "生效日期", required: true, initial: "today" }),
  release_date: date({ label: "计划解冻日期", help: "留空为条件满足时解冻" }),
  conditions: longText({ label: "解冻条件", maxLength: 1000 }),
  corrective_action_id: reference("supplier-audit/corrective-action", {
    label: "关联整改单",
    within: { supplier_id: "supplier_id" },
    only: where.not(where.eq("state", "cancelled")),
    help: "整改单关闭后才能解冻",
  }),
  open_po_policy: choice({
    label: "在途订单处理",
    required: true,
    initial: "keep",
    choices: { keep: "继续执行", hold: "暂停交货", cancel: "取消未交部分" },
  }),
  alternative: longText({ label: "替代供应方案", maxLength: 1000, hiddenFromSuppliers: true }),
  release_freeze_id: reference("supplier-performance/supplier-freeze", {
    label: "被解冻单",
    only: where.all(where.eq("state", "effective"), where.eq("freeze_type", "freeze")),
    within: { supplier_id: "supplier_id" },
    help: "解冻时填写",
  }),
  /** What the applicant had before its eyes when it submitted. */
  impact_text: text({ label: "提交时的影响", system: true, maxLength: 300, hiddenFromSuppliers: true }),
  impact_at: dateTime({ label: "影响核对时间", system: true, hiddenFromSuppliers: true }),
  attachments: files({ label: "附件", hiddenFromSuppliers: true }),
  countersigned_by: person({ label: "财务会签", system: true, hiddenFromSuppliers: true }),
  approved_on: date({ label: "批准日期", system: true }),
  approved_by: person({ label: "批准人", system: true, hiddenFromSuppliers: true }),
  ended_on: date({ label: "解冻日期", system: true }),
  emergency_until: dateTime({ label: "紧急冻结至", system: true, hiddenFromSuppliers: true }),
};

/** Rows of 「供应商冻结单」. */
export const supplierFreezeLines = {
  scopes: lines({
    label: "范围",
    max: 50,
    counter: "条",
    fields: {
      purchase_org_id: reference("master-data/purchase-org", { label: "采购组织" }),
      factory_id: reference("master-data/factory", { label: "工厂" }),
      material_type_id: reference("master-data/material-type", { label: "物料类别" }),
      material_id: reference("master-data/material", { label: "物料" }),
    },
  }),
};
