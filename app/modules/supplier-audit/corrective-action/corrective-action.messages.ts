import { message, reminder } from "~/engine/entity";
import { where } from "~/shared/condition";

const CASE = ["number", "title", "report_due"] as const;
const SUPPLIER = { suppliers: ["supplier_id"] } as const;
const OWNER = { people: ["owner_id"] } as const;

/** How a message speaks of a corrective action. */
function said({ text }: { text(column: (typeof CASE)[number]): string }) {
  return { number: text("number"), title: text("title"), due: text("report_due") };
}

/** What the supplier hears of, by transition: what happened, and what it means. */
const PROGRESS = {
  accept: { state: "报告已通过", note: "请按计划完成措施并登记完成日期，等待效果验证。" },
  extend: { state: "期限已延期", note: "请在新的期限前提交整改报告。" },
  cancel: { state: "已取消", note: "不再需要答复。" },
} as const;

export const correctionMessages = [
  message({ on: ["remind"], scenario: "capa.due", to: SUPPLIER, reads: CASE, values: said }),
  message({
    on: ["accept", "extend"],
    scenario: "capa.changed",
    to: SUPPLIER,
    reads: CASE,
    values: (facts) => ({ ...said(facts), ...PROGRESS[facts.transition] }),
  }),
  message({
    on: ["cancel"],
    // A draft that is cancelled was never seen by the supplier.
    when: where.set("issued_at"),
    scenario: "capa.changed",
    to: SUPPLIER,
    reads: CASE,
    values: (facts) => ({ ...said(facts), ...PROGRESS[facts.transition] }),
    // The supplier no longer sees what was cancelled.
    path: "/supplier-audit/correction-report",
  }),
  message({
    on: ["assign"],
    when: where.not(where.mine("owner_id")),
    scenario: "capa.assigned",
    to: OWNER,
    reads: CASE,
    values: said,
  }),
  message({ on: ["issue"], scenario: "capa.issued", to: SUPPLIER, reads: CASE, values: said }),
  message({
    on: ["submit", "contain"],
    scenario: "capa.answered",
    to: OWNER,
    reads: CASE,
    values: (facts) => ({ ...said(facts), days: facts.filled("{{correction.reviewDays}}") }),
  }),
  message({ on: ["send_back", "fail_verify"], scenario: "capa.returned", to: SUPPLIER, reads: CASE, values: said }),
  message({
    on: ["send_back", "fail_verify"],
    when: where.reaches("reject_count", "correction.returnsTolerated"),
    scenario: "capa.returned-often",
    to: { ...OWNER, ...SUPPLIER, roles: ["qa_manager"] },
    reads: [...CASE, "reject_count"],
    values: (facts) => ({ ...said(facts), times: facts.text("reject_count") }),
  }),
  message({ on: ["close"], scenario: "capa.closed", to: SUPPLIER, reads: CASE, values: said }),
];

const late = {
  scenario: "capa.overdue",
  reads: CASE,
  values: (facts: Parameters<typeof said>[0] & { late: number }) => ({ ...said(facts), days: String(facts.late) }),
} as const;

/** Suppliers hear of reports that are due, both sides of late ones; the quality manager from the third day on. */
export const reportReminders = {
  supplier: reminder({
    label: "催交报告",
    days: [-2, 0],
    until: 0,
    scenario: "capa.due",
    to: SUPPLIER,
    reads: CASE,
    values: said,
  }),
  late: reminder({ ...late, label: "逾期催办", days: [1, 3, 7], every: 7, to: { ...SUPPLIER, ...OWNER } }),
  manager: reminder({ ...late, label: "逾期上报", days: [3, 14], every: 7, to: { roles: ["qa_manager"] } }),
  /** With it the manager gets the task to judge whether a letter is due, see the hook `reminded`. */
  letter: reminder({ ...late, label: "逾期评估质量函", days: [7], to: { roles: ["qa_manager"] } }),
};
