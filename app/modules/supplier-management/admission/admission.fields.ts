import {
  choice,
  date,
  dateTime,
  files,
  lines,
  longText,
  money,
  number,
  person,
  pictures,
  reference,
  text,
  yesNo,
} from "~/engine/entity";
import { where } from "~/shared/condition";
import { ASSESSORS, BUYERS } from "~/shared/jobs-of-people";
import { CONCLUSIONS } from "../supplier-audit/supplier-audit.rules";

const inside = { hiddenFromSuppliers: true } as const;

export const passFail = { pass: "通过", fail: "不通过" } as const;

const passFailTones = { pass: "done", fail: "refused" } as const;

/** What a step concluded is written by its transition, at that moment only. */
const byTransition = { writeIn: [] } as const;

const atFirst = { writeIn: ["draft"] } as const;

const untilDecided = { writeIn: ["draft", "first_trial", "verifying", "assessing"] } as const;

/** What is kept of 「供应商准入」. */
export const admissionFields = {
  supplier_id: reference("supplier-management/supplier", { label: "供应商", required: true, ...atFirst }),
  admission_type: choice({
    label: "准入类型",
    required: true,
    initial: "new",
    ...atFirst,
    choices: { new: "新供应商", new_material: "新增物料/类别", new_site: "新增生产基地", reactivate: "重新准入" },
  }),
  site_id: reference("supplier-management/supplier-site", {
    label: "生产基地",
    within: { supplier_id: "supplier_id" },
    only: where.eq("enabled", true),
    requiredWhen: where.eq("admission_type", "new_site"),
    ...atFirst,
  }),
  purchase_org_id: reference("master-data/purchase-org", { label: "采购组织", required: true, ...atFirst }),
  material_type_id: reference("master-data/material-type", { label: "物料类别", required: true, ...atFirst }),
  demand_reason: choice({
    label: "引入原因",
    required: true,
    choices: {
      new_product: "新品开发",
      cost: "降本",
      capacity: "产能不足",
      sole: "打破独家",
      replace: "替换不合格供应商",
    },
    ...atFirst,
    ...inside,
  }),
  reason_note: longText({ label: "需求说明", required: true, maxLength: 1000, ...atFirst, ...inside }),
  annual_amount: money({ label: "预计年采购额", ...atFirst, ...inside }),
  template_id: reference("supplier-management/scoring-template", {
    label: "初审模板",
    required: true,
    only: where.all(where.eq("usage", "first_trial"), where.eq("state", "published")),
    ...atFirst,
    ...inside,
  }),
  buyer_id: person({ label: "采购员", may: BUYERS, required: true, initial: "me", ...atFirst }),
  need_audit: yesNo({ label: "需现场审核", system: true }),
  need_sample: yesNo({ label: "需样品验证", system: true }),
  need_trial: yesNo({ label: "需小批试用", system: true }),
  waive_reason: longText({ label: "豁免说明", system: true, ...inside }),
  wanted: longText({ label: "需补充内容", system: true }),
  supplier_files: files({ label: "供应商补充资料", most: 20, ...byTransition }),
  first_opinion: longText({ label: "初审意见", system: true, ...inside }),
  papers: longText({ label: "资料缺口", system: true }),
  audit_id: reference("supplier-management/supplier-audit", { label: "质量审核单", system: true, ...inside }),
  audit_result: choice({
    label: "质量审核结论",
    choices: CONCLUSIONS,
    tones: { pass: "done", conditional: "warning", fail: "refused" },
    system: true,
    ...inside,
  }),
  audit_score: number({ label: "质量审核得分", precision: 6, scale: 1, system: true, ...inside }),
  attachments: files({ label: "内部附件", most: 20, ...untilDecided, ...inside }),
  photos: pictures({ label: "照片", most: 20, ...untilDecided, ...inside }),
  score: number({ label: "综合得分", precision: 6, scale: 1, system: true, ...inside }),
  conclusion: choice({
    label: "评审结论",
    choices: { qualified: "合格", conditional: "附条件合格", unqualified: "不合格" },
    tones: { qualified: "done", conditional: "warning", unqualified: "refused" },
    ...byTransition,
    ...inside,
  }),
  condition_note: longText({
    label: "附条件说明",
    maxLength: 1000,
    help: "批准后写入发给供应商的整改单",
    ...byTransition,
    ...inside,
  }),
  condition_due: date({ label: "条件完成期限", ...byTransition, ...inside }),
  opposition_reply: longText({ label: "反对意见回复", maxLength: 1000, ...byTransition, ...inside }),
  stage_since: date({ label: "本阶段开始", system: true }),
  decided_on: date({ label: "准入日期", system: true }),
  ended_on: date({ label: "结束日期", system: true }),
};

/** Rows of 「供应商准入」. */
export const admissionLines = {
  materials: lines({
    label: "物料与工厂",
    min: 1,
    max: 50,
    writeIn: ["draft"],
    fields: {
      material_id: reference("master-data/material", { label: "物料", required: true }),
      factory_id: reference("master-data/factory", { label: "供货工厂", required: true }),
      tier: choice({
        label: "定位",
        required: true,
        initial: "primary",
        choices: { primary: "主供", secondary: "副供", backup: "备供" },
      }),
      sample_result: choice({ label: "样品结果", choices: passFail, tones: passFailTones, system: true, ...inside }),
      trial_result: choice({ label: "试用结果", choices: passFail, tones: passFailTones, system: true, ...inside }),
      is_dropped: yesNo({ label: "已移除", system: true, ...inside }),
    },
  }),
  checklist: lines({
    label: "初审清单",
    system: true,
    suppliers: "none",
    fields: {
      item: text({ label: "初审项目", required: true, maxLength: 200 }),
      requirement: longText({ label: "要求", maxLength: 1000 }),
      is_veto: yesNo({ label: "否决项" }),
      certificate_id: reference("supplier-management/supplier-certificate", {
        label: "佐证证照",
        within: { supplier_id: "supplier_id" },
      }),
      result: choice({
        label: "结论",
        choices: { ok: "符合", ng: "不符合", na: "不适用" },
        tones: { ok: "done", ng: "refused", na: "closed" },
      }),
      note: text({ label: "说明", maxLength: 200 }),
    },
  }),
  assessors: lines({
    label: "评审人",
    // Most often they are known when the case begins: the form has room for them, and leaves out what stays empty.
    min: 0,
    max: 20,
    suppliers: "none",
    writeIn: ["draft", "first_trial", "verifying"],
    fields: {
      user_id: person({ label: "评审人", may: ASSESSORS, required: true }),
      vote: choice({
        label: "意见",
        system: true,
        choices: { agree: "同意", oppose: "反对", abstain: "弃权" },
        tones: { agree: "done", oppose: "refused", abstain: "closed" },
      }),
      opinion: text({ label: "说明", system: true, maxLength: 500 }),
      voted_at: dateTime({ label: "时间", system: true }),
    },
  }),
};
