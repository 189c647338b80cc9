import { integer, lineSection, section, text } from "~/engine/entity";
import { where } from "~/shared/condition";

export const read = ["query", "get", "export"] as const;

/** Who leads a case. */
export const buyers = ["buyer", "purchase_manager"] as const;
/** Who judges what is tried and audited. */
export const verifiers = ["qa", "qa_manager", "supplier_auditor"] as const;

export const voters = ["buyer", "purchase_manager", "qa", "qa_manager", "finance", "finance_lead", "leader"] as const;

/** How 「供应商准入」 is listed. */
export const admissionList = {
  columns: ["number", "supplier_id", "admission_type", "material_type_id", "buyer_id", "updated_at", "state"],
  filters: ["number", "supplier_id", "admission_type", "material_type_id", "purchase_org_id", "buyer_id", "state"],
  sort: "-number",
  card: ["supplier_id", "admission_type", "material_type_id"],
  rowActions: ["submit", "pass_first", "vote"],
} as const;

/** How 「供应商准入」 is typed. */
export const admissionForm = [
  section("准入信息", [
    "supplier_id",
    "admission_type",
    "site_id",
    "purchase_org_id",
    "material_type_id",
    "demand_reason",
    "reason_note",
    "annual_amount",
    "template_id",
    "buyer_id",
    "stage_since",
  ]),
  lineSection("物料与工厂", "materials"),
  section("准入路径", ["need_audit", "need_sample", "need_trial", "waive_reason"]),
  lineSection("初审清单", "checklist"),
  section("初审", ["papers", "wanted", "supplier_files", "first_opinion", "attachments", "photos"]),
  section("质量审核", ["audit_id", "audit_result", "audit_score"]),
  lineSection("评审人", "assessors"),
  section("综合评审", [
    "score",
    "conclusion",
    "condition_note",
    "condition_due",
    "opposition_reply",
    "decided_on",
    "ended_on",
  ]),
] as const;

/** Menu entries of 「供应商准入」. */
export const admissionViews = [
  {
    screen: "supplier-management/first-trial",
    label: "供应商初审",
    list: {
      columns: [
        "number",
        "supplier_id",
        "admission_type",
        "material_type_id",
        "+step",
        "+days_in_step",
        "+late",
        "state",
        "demand_reason",
        "buyer_id",
      ],
      filters: [
        "number",
        "supplier_id",
        "admission_type",
        "material_type_id",
        "purchase_org_id",
        "buyer_id",
        "stage_since",
        "state",
      ],
      sort: "-number",
      toggles: {
        overdue_only: {
          label: "超过时限",
          where: where.all(where.oneOf("state", ["first_trial", "verifying", "assessing"]), where.set("stage_since")),
          worked: true,
        },
      },
      card: ["supplier_id", "material_type_id", "+step", "+late"],
      rowActions: ["submit", "judge", "pass_first", "ask_more", "fail_first", "terminate"],
    },
    extra: {
      step: text({ label: "当前步骤", system: true }),
      days_in_step: integer({ label: "停留", unit: "天", system: true }),
      late: text({ label: "超过时限", system: true }),
    },
  },
  {
    screen: "supplier-management/assessment",
    label: "供应商综合评审",
    where: where.oneOf("state", ["assessing", "pending", "approved", "rejected"]),
    list: {
      columns: [
        "number",
        "supplier_id",
        "material_type_id",
        "score",
        "audit_score",
        "audit_result",
        "+sample_pass",
        "+trial_pass",
        "+votes",
        "conclusion",
        "state",
      ],
      filters: ["number", "supplier_id", "material_type_id", "conclusion", "state"],
      sort: "-updated_at",
      card: ["supplier_id", "score", "+votes", "conclusion"],
      rowActions: ["vote", "conclude", "submit_approval", "refuse"],
    },
    extra: {
      sample_pass: text({ label: "样品", system: true }),
      trial_pass: text({ label: "试用", system: true }),
      votes: text({ label: "评审意见", system: true }),
    },
    grants: Object.fromEntries([...voters, "supervisor"].map((role) => [role, read])),
  },
  {
    screen: "supplier-management/my-admission",
    label: "我的准入",
    list: {
      columns: ["number", "admission_type", "material_type_id", "wanted", "decided_on", "state"],
      filters: ["number", "state"],
      sort: "-number",
      card: ["admission_type", "wanted"],
      rowActions: ["supplied"],
    },
    // What suppliers may not read is not drawn for them; a form names whatever is required.
    form: [
      section("准入信息", [
        "supplier_id",
        "admission_type",
        "site_id",
        "purchase_org_id",
        "material_type_id",
        "buyer_id",
        "demand_reason",
        "reason_note",
        "template_id",
        "decided_on",
        "ended_on",
      ]),
      lineSection("物料与工厂", "materials"),
      section("需要的步骤", ["need_audit", "need_sample", "need_trial"]),
      section("需要提供的资料", ["papers", "wanted", "supplier_files"]),
    ],
    grants: { supplier: ["query", "get"] },
  },
] as const;

/** Where a case can stand. */
export const admissionStates = {
  draft: "草稿",
  first_trial: "初审中",
  supplementing: "待补充",
  verifying: "审核验证中",
  assessing: "综合评审中",
  pending: "审批中",
  approved: "已准入",
  rejected: "未通过",
  terminated: "已终止",
} as const;

/** How that looks. */
export const admissionTones = {
  draft: "draft",
  first_trial: "waiting",
  supplementing: "warning",
  verifying: "running",
  assessing: "waiting",
  pending: "waiting",
  approved: "done",
  rejected: "refused",
  terminated: "closed",
} as const;
