import {
  choice,
  date,
  defineEntity,
  integer,
  lineSection,
  lines,
  longText,
  noSupplier,
  number,
  reference,
  section,
  text,
  yesNo,
} from "~/engine/entity";
import { where } from "~/shared/condition";
import { bandsCover, RISK_LEVELS, RULE_KINDS, rowsOfKind, SHIPPED_AUDIT_RULES } from "./audit-rule.rules";

const read = ["query", "get", "export"] as const;
const whom = {
  material_type_id: reference("master-data/material-type", { label: "物料类别", help: "留空为所有类别" }),
  supplier_type: choice({ label: "供应商类型", dictionary: "supplier_type", help: "留空为所有类型" }),
} as const;
const of = (kind: keyof typeof RULE_KINDS) => where.eq("rule_kind", kind);

/** Thresholds of admission, audit and correction, and which certificates are compulsory (ruling 53); a change speaks about later documents. */
export const auditRule = defineEntity({
  key: "supplier-audit/audit-rule",
  label: "审核规则",
  kind: "register",
  purpose: "准入、审核和整改用的规定：哪些资质必备、准入要走哪些步骤、多久审核一次、几分合格、几天整改。",
  imports: {
    // A rule counts from its day on as soon as it is in use: whoever looks at what a file made puts it in use.
    makes: { enabled: "否" },
    tables: ["certificates", "paths", "cycles", "conclusions", "deadlines", "letters"],
    note: "导入的规则都是停用的，逐条核对后在页面上启用；已有的规则在页面上修改。只填写规则类型对应的明细列。",
    example: [
      {
        ...{ "#": "1", code: "CYCLE-2026", name: "审核频次2026", rule_kind: "审核频次", valid_from: "2026-01-01" },
        ...{ "cycles.risk_level": "高", "cycles.months": "6", "cycles.mode": "现场审核" },
      },
      { "#": "1", "cycles.risk_level": "低", "cycles.months": "24", "cycles.mode": "远程审核" },
      {
        ...{ "#": "2", code: "DEADLINE-2026", name: "整改时限2026", rule_kind: "整改时限", valid_from: "2026-01-01" },
        ...{ "deadlines.severity": "严重", "deadlines.contain_hours": "24", "deadlines.report_days": "10" },
      },
    ],
  },
  fields: {
    code: text({ label: "规则编码", required: true, maxLength: 30, unique: "规则编码已存在" }),
    name: text({ label: "规则名称", required: true, maxLength: 60 }),
    rule_kind: choice({ label: "规则类型", required: true, choices: RULE_KINDS }),
    valid_from: date({ label: "生效日期", required: true, initial: "today" }),
    enabled: yesNo({ label: "启用", initial: true }),
    remark: longText({ label: "说明", maxLength: 500 }),
  },
  lines: {
    certificates: lines({
      label: "必备资质",
      max: 200,
      fields: {
        ...whom,
        certificate_type: choice({ label: "资质", required: true, dictionary: "certificate_type" }),
        compulsory: yesNo({ label: "强制", initial: true, help: "过期或缺少时限制业务" }),
      },
    }),
    paths: lines({
      label: "准入路径",
      max: 200,
      fields: {
        ...whom,
        need_audit: yesNo({ label: "现场审核" }),
        need_sample: yesNo({ label: "样品验证" }),
        need_trial: yesNo({ label: "小批试用" }),
      },
    }),
    cycles: lines({
      label: "审核频次",
      max: 50,
      fields: {
        risk_level: choice({ label: "风险等级", choices: RISK_LEVELS, help: "留空为所有等级" }),
        grade: choice({ label: "绩效等级", choices: { A: "A级", B: "B级", C: "C级", D: "D级", N: "未评级" } }),
        supplier_class_id: reference("master-data/supplier-class", {
          label: "供应商分类",
          help: "留空为所有分类；含下级分类",
        }),
        months: integer({ label: "审核周期", required: true, unit: "个月", positive: true, max: "60" }),
        mode: choice({
          label: "方式",
          required: true,
          initial: "onsite",
          choices: { onsite: "现场审核", remote: "远程审核", document: "文件审核" },
          help: "下一次新建审核时采用，可以改选",
        }),
      },
    }),
    conclusions: lines({
      label: "结论判定",
      max: 20,
      fields: {
        min: number({ label: "得分下限", required: true, precision: 6, scale: 1, min: "0", max: "100" }),
        max: number({ label: "得分上限", required: true, precision: 6, scale: 1, min: "0", max: "100" }),
        max_major: integer({ label: "允许严重不符合数", min: "0" }),
        conclusion: choice({
          label: "结论",
          required: true,
          choices: { pass: "通过", conditional: "整改后通过", fail: "不通过" },
          tones: { pass: "done", conditional: "warning", fail: "refused" },
        }),
      },
    }),
    deadlines: lines({
      label: "整改时限",
      max: 20,
      fields: {
        severity: choice({
          label: "严重度",
          required: true,
          choices: { critical: "致命", major: "严重", minor: "一般", observation: "观察项" },
        }),
        contain_hours: integer({ label: "临时措施", unit: "小时", positive: true }),
        report_days: integer({ label: "报告", unit: "工作日", positive: true }),
        verify_lots: integer({ label: "验证批次", unit: "批", positive: true }),
      },
    }),
    letters: lines({
      label: "升级规则",
      max: 20,
      fields: {
        trigger: text({ label: "触发条件", required: true, maxLength: 100 }),
        letter_type: choice({
          label: "函件类型",
          required: true,
          choices: { notice: "质量提醒函", warning: "质量警告函", interview: "约谈函", stop: "停供函" },
        }),
        window_days: integer({ label: "统计窗口", unit: "天", positive: true }),
        times: integer({ label: "次数", unit: "次", positive: true }),
      },
    }),
  },
  rules: [rowsOfKind, bandsCover],
  removableWhen: {
    where: where.not(where.oneOf("code", SHIPPED_AUDIT_RULES)),
    otherwise: "系统预置的规则不能删除，可以停用或修改",
  },
  list: {
    columns: ["code", "name", "rule_kind", "valid_from", "enabled", "updated_by", "updated_at"],
    filters: ["code", "name", "rule_kind", "enabled"],
    sort: "code",
  },
  form: [
    section("规则", ["code", "name", "rule_kind", "valid_from", "enabled", "remark"]),
    { ...lineSection("必备资质", "certificates"), when: of("certificate") },
    { ...lineSection("准入路径", "paths"), when: of("path") },
    { ...lineSection("审核频次", "cycles"), when: of("cycle") },
    { ...lineSection("结论判定", "conclusions"), when: of("conclusion") },
    { ...lineSection("整改时限", "deadlines"), when: of("deadline") },
    { ...lineSection("升级规则", "letters"), when: of("escalation") },
  ],
  access: {
    suppliers: noSupplier,
    grants: {
      qa_manager: "all",
      system_admin: "all",
      qa: read,
      supplier_auditor: read,
      purchase_manager: read,
      buyer: read,
      supervisor: read,
      leader: read,
    },
  },
});
