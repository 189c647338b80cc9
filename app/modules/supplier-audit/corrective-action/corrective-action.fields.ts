import { choice, date, dateTime, files, integer, longText, person, reference, text, yesNo } from "~/engine/entity";
import { CORRECTORS } from "~/shared/jobs-of-people";
import { reportFields, reportLines, roundFields } from "./correction-report.rules";
import { ANSWERING, SEVERITIES } from "./corrective-action.rules";

/** Our part of the paper, fixed when it goes out. */
const ours = { writeIn: ["draft"] } as const;

/** What is kept of 「整改单」. */
export const correctiveActionFields = {
  supplier_id: reference("supplier-management/supplier", { label: "供应商", required: true, ...ours }),
  site_id: reference("supplier-management/supplier-site", {
    label: "生产基地",
    within: { supplier_id: "supplier_id" },
    ...ours,
  }),
  source_type: choice({
    label: "来源",
    required: true,
    choices: {
      audit: "审核不符合",
      quality_issue: "品质异常",
      appraisal: "绩效考评",
      letter: "质量函",
      admission: "附条件准入",
    },
    ...ours,
  }),
  source_no: text({ label: "来源单号", required: true, maxLength: 50, ...ours }),
  audit_id: reference("supplier-management/supplier-audit", { label: "审核单", system: true }),
  title: text({ label: "整改主题", required: true, maxLength: 100, ...ours }),
  problem: longText({ label: "问题描述", required: true, ...ours }),
  severity: choice({
    label: "严重度",
    required: true,
    choices: SEVERITIES,
    tones: { critical: "refused", major: "warning", minor: "waiting" },
    ...ours,
  }),
  method: choice({
    label: "整改方式",
    required: true,
    initial: "capa",
    choices: { capa: "简易整改(CAPA)", d8: "8D报告" },
    ...ours,
  }),
  material_id: reference("master-data/material", { label: "物料", ...ours }),
  batch_no: text({
    label: "批号",
    maxLength: 50,
    help: "该供应商的送货单、收货单、COA或出入库上有的批号",
    suggested: { supplierId: "supplier_id", materialId: "material_id" },
    ...ours,
  }),
  defect: text({
    label: "缺陷",
    maxLength: 60,
    help: "同一供应商、物料和缺陷在规定的天数内再发生的，记为重复",
    ...ours,
  }),
  owner_id: person({ label: "我方负责人", may: CORRECTORS, required: true, initial: "me", ...ours }),
  report_due: date({ label: "整改报告期限", help: "留空按严重度计算", deadlineIn: ANSWERING, ...ours }),
  containment_due: dateTime({ label: "临时措施期限", system: true, deadlineIn: ["issued"] }),
  verify_mode: choice({
    label: "验证方式",
    required: true,
    initial: "photo",
    choices: { lots: "后续来料批次", photo: "证据核查", onsite: "现场复核", metric: "指标改善" },
    ...ours,
  }),
  verify_lots: integer({
    label: "验证批次数",
    positive: true,
    max: "20",
    help: "后续来料批次验证时填写，留空按严重度",
    ...ours,
  }),
  problem_files: files({ label: "问题资料", ...ours }),
  issued_at: dateTime({ label: "下发时间", system: true }),
  recurrence_of: reference("supplier-audit/corrective-action", { label: "重复于", system: true }),
  ...reportFields,
  submitted_at: dateTime({ label: "报告提交时间", system: true }),
  by_staff: yesNo({ label: "我方代填", system: true }),
  ...roundFields,
  reviewed_by: person({ label: "初审人", system: true, hiddenFromSuppliers: true }),
  report_score: integer({
    label: "报告质量",
    min: "1",
    max: "5",
    help: "问题界定、原因验证、流出原因、措施对应、横向展开各1分",
    writeIn: [],
  }),
  reject_count: integer({ label: "退回次数", system: true, initial: 0 }),
  extensions: integer({ label: "已延期", unit: "次", system: true, initial: 0 }),
  clean_lots: integer({ label: "已合格批次", min: "0", max: "20", writeIn: [] }),
  verify_note: longText({ label: "效果评价", maxLength: 1000, writeIn: [] }),
  closed_on: date({ label: "关闭日期", system: true }),
  days_taken: integer({ label: "处理天数", unit: "天", system: true, hiddenFromSuppliers: true }),
};

/** Rows of 「整改单」. */
export const correctiveActionLines = reportLines;
