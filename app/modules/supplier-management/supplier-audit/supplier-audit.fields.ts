import {
  choice,
  computed,
  date,
  dateTime,
  file,
  integer,
  lines,
  longText,
  number,
  person,
  pictures,
  reference,
  text,
  yesNo,
} from "~/engine/entity";
import { where } from "~/shared/condition";
import { AUDITORS } from "~/shared/jobs-of-people";
import { AUDIT_MODES, CONCLUSIONS, RESULTS } from "./supplier-audit.rules";

const plan = { writeIn: ["planned"] } as const;

const onSite = { writeIn: ["in_progress"] } as const;

const frozen = { writeIn: [] } as const;

const severityTones = { observation: "waiting", minor: "waiting", major: "warning", critical: "refused" } as const;

/** What is kept of 「质量审核」. */
export const supplierAuditFields = {
  supplier_id: reference("supplier-management/supplier", { label: "供应商", required: true, ...plan }),
  site_id: reference("supplier-management/supplier-site", {
    label: "生产基地",
    within: { supplier_id: "supplier_id" },
    only: where.eq("enabled", true),
    requiredWhen: where.eq("mode", "onsite"),
    help: "现场审核必须选择",
    ...plan,
  }),
  audit_type: choice({
    label: "审核类型",
    required: true,
    choices: {
      admission: "准入审核",
      annual: "年度审核",
      special: "专项审核",
      flight: "飞行检查",
      recheck: "整改复核",
    },
    ...plan,
  }),
  mode: choice({
    label: "审核方式",
    required: true,
    choices: AUDIT_MODES,
    help: "留空取上次审核按审核规则定下的方式，没有定过的为现场",
    ...plan,
  }),
  source_no: text({ label: "来源单号", maxLength: 50, hiddenFromSuppliers: true, ...plan }),
  template_id: reference("supplier-management/scoring-template", {
    label: "审核模板",
    required: true,
    help: "留空取供应商分类的审核模板",
    only: where.all(where.eq("state", "published"), where.eq("usage", "onsite_audit")),
    ...plan,
  }),
  plan_date: date({ label: "计划日期", required: true, ...plan }),
  leader_id: person({ label: "审核组长", may: AUDITORS, required: true, initial: "me", ...plan }),
  scope_note: longText({ label: "审核说明", maxLength: 1000, help: "通知中供应商可以看到", ...plan }),
  supplier_rep: text({ label: "供方陪同人员", maxLength: 60, ...onSite }),
  confirmed_at: dateTime({ label: "供方确认时间", system: true }),
  proposed_date: date({ label: "供方建议日期", system: true }),
  actual_start: dateTime({ label: "实际开始", system: true }),
  actual_end: dateTime({ label: "实际结束", system: true }),
  score: computed(number({ label: "得分", precision: 5, scale: 1, help: "适用项得分占满分的百分比" })),
  veto_hit: computed(yesNo({ label: "触发否决项" })),
  pass_line: number({ label: "通过线", precision: 6, scale: 1, system: true }),
  conditional_line: number({ label: "整改通过线", precision: 6, scale: 1, system: true }),
  major_tolerated: integer({ label: "允许严重不符合", unit: "项", system: true }),
  minor_share: integer({ label: "一般不符合得分比例", unit: "%", system: true }),
  major_share: integer({ label: "严重不符合得分比例", unit: "%", system: true }),
  conclusion: choice({
    label: "审核结论",
    choices: CONCLUSIONS,
    tones: { pass: "done", conditional: "warning", fail: "refused" },
    help: "留空按得分和不符合项得出，只能改得更严",
    ...onSite,
  }),
  strengths: longText({ label: "优点", maxLength: 1000, ...onSite }),
  summary: longText({ label: "总体评价", maxLength: 2000, ...onSite }),
  next_audit_date: date({ label: "下次审核日期", system: true, hiddenFromSuppliers: true }),
  next_audit_mode: choice({ label: "下次审核方式", choices: AUDIT_MODES, system: true, hiddenFromSuppliers: true }),
  photos: pictures({ label: "现场照片", most: 60, help: "不符合项按这里的顺序引用照片", ...onSite }),
  sign_file: file({ label: "双方签字页", accept: ["pdf", "picture"], ...onSite }),
};

/** Rows of 「质量审核」. */
export const supplierAuditLines = {
  classes: lines({
    label: "审核范围",
    min: 1,
    max: 50,
    counter: "类",
    writeIn: ["planned"],
    fields: { material_type_id: reference("master-data/material-type", { label: "物料类别", required: true }) },
  }),
  members: lines({
    label: "审核组员",
    max: 20,
    counter: "人",
    writeIn: ["planned"],
    fields: { user_id: person({ label: "组员", may: AUDITORS, required: true }) },
  }),
  items: lines({
    label: "评分表",
    max: 200,
    counter: "项",
    fixedRows: true,
    writeIn: ["in_progress"],
    totals: ["max_score", "score"],
    fields: {
      section: text({ label: "章节", required: true, maxLength: 60, ...frozen }),
      content: text({ label: "审核内容", required: true, maxLength: 200, ...frozen }),
      requirement: longText({ label: "要求", maxLength: 1000, ...frozen }),
      max_score: number({ label: "满分", precision: 6, scale: 1, required: true, ...frozen }),
      is_veto: yesNo({ label: "否决项", ...frozen }),
      na_allowed: yesNo({ label: "允许不适用", ...frozen }),
      evidence_required: yesNo({ label: "需佐证", ...frozen }),
      photo_required: yesNo({ label: "必须拍照", ...frozen }),
      result: choice({ label: "判定", choices: RESULTS }),
      score: number({ label: "得分", precision: 6, scale: 1, min: "0", help: "留空按判定计算" }),
      evidence: longText({ label: "客观证据", maxLength: 1000 }),
      photos: pictures({ label: "照片", most: 10, help: "这一项的现场照片" }),
      photo_nos: text({ label: "照片序号", maxLength: 60, help: "如1、3或2-4" }),
    },
  }),
  findings: lines({
    label: "不符合项",
    max: 100,
    counter: "项",
    writeIn: ["in_progress"],
    fields: {
      item_no: integer({ label: "对应条款", help: "评分表中的第几项" }),
      severity: choice({
        label: "严重程度",
        required: true,
        choices: { observation: "观察项", minor: "一般", major: "严重", critical: "致命" },
        tones: severityTones,
      }),
      description: longText({ label: "不符合事实", required: true, maxLength: 1000 }),
      due_date: date({ label: "整改期限", help: "留空按严重度" }),
      photo_nos: text({ label: "照片序号", maxLength: 60, help: "如1、3或2-4" }),
      corrective_action_id: reference("supplier-audit/corrective-action", { label: "整改单", system: true }),
    },
  }),
};
