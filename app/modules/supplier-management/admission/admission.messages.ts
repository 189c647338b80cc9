import { message, reminder } from "~/engine/entity";
import { type Condition, where } from "~/shared/condition";
import { NORMED_STEPS, type Normed } from "./admission.rules";

/** What a supplier and the buyer are told of a case, by where it has come to. */
const STANDS = {
  first_trial: "初审中",
  supplementing: "需要补充资料",
  verifying: "进入审核验证",
  assessing: "进入综合评审",
  approved: "已通过准入",
  rejected: "未通过准入",
  terminated: "已终止",
} as const;

type Waiting = "first_trial" | "verifying" | "assessing";

/** A step that stands longer than its norm is spoken of to the buyer, and once a week after that. */
function step(name: Normed, { workdays, ...running }: { in: readonly Waiting[]; where?: Condition; workdays: number }) {
  const label = NORMED_STEPS[name];
  return {
    label,
    at: "stage_since" as const,
    after: { unit: "workday" as const, initial: workdays, label: `${label}时限` },
    ...running,
    reminders: {
      buyer: reminder({
        label: `${label}超时催办`,
        days: [1],
        every: 7,
        scenario: "admission.late",
        to: { people: ["buyer_id"] },
        reads: ["number"],
        values: ({ text: shown, late, term }) => ({
          number: shown("number"),
          step: label,
          norm: String(term),
          days: String(late),
        }),
      }),
    },
  };
}

/** How long each step may take, and who is urged. */
export const admissionDeadlines = {
  // Norms of the catalogue first-trial.
  first_trial: step("first_trial", { in: ["first_trial"], workdays: 5 }),
  audit: step("audit", {
    in: ["verifying"],
    where: where.all(where.eq("need_audit", true), where.empty("audit_result")),
    workdays: 20,
  }),
  sample: step("sample", {
    in: ["verifying"],
    where: where.all(
      where.eq("need_sample", true),
      where.someLine("admission_materials", where.empty("sample_result")),
    ),
    workdays: 15,
  }),
  assessing: step("assessing", { in: ["assessing"], workdays: 5 }),
  votes: {
    label: "评审意见",
    rows: { from: "进入综合评审", columns: { person: "没有发表意见的评审人" } },
    after: { unit: "workday", initial: 3, label: "发表评审意见的时限" },
    in: ["assessing"],
    reminders: {
      assessor: reminder({
        label: "评审意见催办",
        days: [1],
        scenario: "admission.assess-late",
        to: { people: ["+person"] },
        reads: ["number"],
        values: ({ text: shown, term }) => ({ number: shown("number"), days: String(term) }),
      }),
    },
  },
} as const;

/** Where a case has come to; what is asked of its supplier ends the sentence. */
const stands = {
  when: where.oneOf("state", Object.keys(STANDS)),
  scenario: "admission.moved",
  reads: ["number", "state", "wanted"],
  values: ({
    text: shown,
    value,
  }: {
    text: (column: "number" | "state" | "wanted") => string;
    value: (column: "number" | "state" | "wanted") => unknown;
  }) => ({
    number: shown("number"),
    state: STANDS[value("state") as keyof typeof STANDS],
    // The wording ends the sentence.
    note: value("state") === "supplementing" ? `：${shown("wanted").replace(/[。.；;\s]+$/u, "")}` : "",
  }),
} as const;

/** Who hears of a case as it moves. */
export const admissionMessages = [
  message({
    on: [
      "submit",
      "pass_first",
      "fail_first",
      "verified",
      "submit_approval",
      "approve",
      "reject",
      "send_back",
      "recall",
      "refuse",
      "terminate",
    ],
    to: { people: ["buyer_id"], suppliers: ["supplier_id"] },
    ...stands,
  }),
  message({ on: ["ask_more"], to: { people: ["buyer_id"] }, ...stands }),
  // With the papers there, the first trial goes on.
  message({ on: ["supplied"], to: { people: ["buyer_id"] }, asks: "judge", ...stands }),
  message({ on: ["supplied"], to: { suppliers: ["supplier_id"] }, ...stands }),
  // It is for the supplier to answer, and the link opens what it brings its papers with.
  message({ on: ["ask_more"], to: { suppliers: ["supplier_id"] }, asks: "supplied", ...stands }),
  message({
    on: ["pass_first"],
    when: where.all(where.eq("state", "verifying"), where.eq("need_audit", true), where.empty("audit_id")),
    scenario: "admission.audit-wanted",
    asks: "plan_audit",
    to: { roles: ["qa", "qa_manager"] },
    reads: ["number", "supplier_id", "material_type_id"],
    values: ({ text: shown }) => ({
      number: shown("number"),
      supplier: shown("supplier_id"),
      type: shown("material_type_id"),
    }),
  }),
  message({
    on: ["verified", "name_assessors"],
    scenario: "admission.assess",
    to: { people: ["+waiting"] },
    reads: ["number"],
    values: ({ text: shown }) => ({ number: shown("number") }),
  }),
  // With all opinions there, the case waits for the buyer alone.
  message({
    on: ["vote"],
    scenario: "admission.voted",
    to: { people: ["+concluding"] },
    asks: "conclude",
    reads: ["number"],
    values: ({ text: shown }) => ({ number: shown("number") }),
  }),
] as const;
