import { type Complaint, complain, lineField, ok, type RuleFacts } from "~/engine/entity";
import { addWorkdays, daysBetween } from "~/shared/calendar";
import { decimal } from "~/shared/decimal";

/** Weights of the steps of a verification (catalogue first-trial); steps that are not asked for leave theirs to the others. */
const WEIGHTS = { audit: "50", sample: "30", trial: "20" } as const;

interface Verified {
  need_audit: boolean;
  need_sample: boolean;
  need_trial: boolean;
  audit_result: string | null;
  audit_score: string | null;
  materials: readonly { sample_result: string | null; trial_result: string | null }[];
}

/** What a case still lacks before it can be assessed, in words for the buyer. */
export function openSteps(record: Verified): string[] {
  const { need_audit, need_sample, need_trial, audit_result, materials } = record;
  return [
    need_audit && audit_result === null ? "质量审核" : "",
    need_sample && materials.some(({ sample_result: result }) => result === null) ? "样品验证" : "",
    need_trial &&
    materials.some(({ sample_result: sample, trial_result: trial }) => sample !== "fail" && trial === null)
      ? "小批试用"
      : "",
  ].filter(Boolean);
}

/** Something of the verification speaks against the supplier. */
export function hasFailed({ audit_result, materials }: Pick<Verified, "audit_result" | "materials">): boolean {
  return (
    audit_result === "fail" ||
    materials.some(({ sample_result: sample, trial_result: trial }) => sample === "fail" || trial === "fail")
  );
}

/** Steps that have a norm, called like the deadlines that hold it. */
export const NORMED_STEPS = {
  first_trial: "初审",
  audit: "质量审核",
  sample: "样品验证",
  assessing: "综合评审",
} as const;
export type Normed = keyof typeof NORMED_STEPS;
/** Working days each of them may stand. */
export type Norms = Readonly<Record<Normed, number>>;

/** Steps that a case waits for in its stage, among those that have a norm. */
function waitedFor(record: Verified & { state: string | null }): Normed[] {
  const { state, need_audit, need_sample, audit_result, materials } = record;
  if (state === "first_trial" || state === "assessing") return [state];
  if (state !== "verifying") return [];
  const lacksSample = need_sample && materials.some(({ sample_result: result }) => result === null);
  return [
    ...(need_audit && audit_result === null ? ["audit" as const] : []),
    ...(lacksSample ? ["sample" as const] : []),
  ];
}

/** Steps that stand longer than their norm, with the calendar days beyond it. */
export function lateSteps(
  record: Verified & { state: string | null; stage_since: string | null },
  today: string,
  norms: Norms,
): { label: string; late: number }[] {
  const since = record.stage_since;
  if (since === null) return [];
  return waitedFor(record).flatMap((step) => {
    const late = daysBetween(addWorkdays(since, norms[step]), today);
    return late > 0 ? [{ label: NORMED_STEPS[step], late }] : [];
  });
}

const STEPS: Readonly<Record<string, string>> = {
  draft: "未提交",
  first_trial: "初审",
  supplementing: "初审（待供应商补充）",
  assessing: "综合评审",
  pending: "审批",
  approved: "已准入",
  rejected: "未通过",
  terminated: "已终止",
};

/** Where a case stands, in words for a list; of a verification what it still lacks. */
export function stepOf(record: Verified & { state: string | null }): string {
  if (record.state !== "verifying") return STEPS[record.state ?? ""] ?? "";
  const open = openSteps(record);
  return open.length > 0 ? open.join("、") : "验证已齐";
}

export function allVerified(record: Verified): Complaint | null {
  const open = openSteps(record);
  return open.length > 0 ? complain("", `${open.join("、")}还没有结果，不能进入综合评审`) : ok;
}

/** Score of the evidence: points of the audit, share of passed samples and trials, weighed; empty without any. */
export function evidenceScore(record: Verified): string | null {
  const { need_audit, need_sample, need_trial, audit_score, materials } = record;
  const share = (passed: number) =>
    materials.length === 0 ? "0" : decimal(passed).times(100).div(materials.length).toString();
  const parts = [
    need_audit && audit_score !== null ? { weight: WEIGHTS.audit, points: audit_score } : null,
    need_sample
      ? { weight: WEIGHTS.sample, points: share(materials.filter((one) => one.sample_result === "pass").length) }
      : null,
    need_trial
      ? { weight: WEIGHTS.trial, points: share(materials.filter((one) => one.trial_result === "pass").length) }
      : null,
  ].filter((part) => part !== null);
  if (parts.length === 0) return null;
  const whole = parts.reduce((sum, { weight }) => sum.plus(weight), decimal("0"));
  return parts
    .reduce((sum, { weight, points }) => sum.plus(decimal(points).times(weight)), decimal("0"))
    .div(whole)
    .toFixed(1);
}

/** An audit is asked for, and none is under way or done. */
export function needsAudit({ need_audit, audit_id }: { need_audit: boolean; audit_id: string | null }): boolean {
  return need_audit && audit_id === null;
}

/** A row of a rule about the steps of an admission; empty means every kind. */
export interface PathRow {
  material_type_id: string | null;
  supplier_type: string | null;
  need_audit: boolean;
  need_sample: boolean;
  need_trial: boolean;
}

/**
 * Steps a case goes through: of the rows that speak about it the most specific, kind of material before kind of supplier. Where none
 * speaks, every step is asked for (catalogue audit-rule).
 * @param types the kind of material and those above it, the nearest first
 */
export function pathFor(rows: readonly PathRow[], types: readonly string[], supplierType: string | null) {
  const weight = (row: PathRow) => {
    const near = row.material_type_id === null ? types.length : types.indexOf(row.material_type_id);
    const fits = near >= 0 && (row.supplier_type === null || row.supplier_type === supplierType);
    return fits ? (types.length - near) * 2 + (row.supplier_type === null ? 0 : 1) : -1;
  };
  const [best] = rows.filter((row) => weight(row) >= 0).sort((a, b) => weight(b) - weight(a));
  if (!best) return { need_audit: true, need_sample: true, need_trial: true };
  const { need_audit, need_sample, need_trial } = best;
  return { need_audit, need_sample, need_trial };
}

const STAGES = ["first_trial", "verifying", "assessing", "pending", "approved"] as const;

/** How far a case has come, step by step; what a reader may not see of the results shows as going on. */
export function progressOf(
  record: { state: string | null } & Partial<Verified>,
): { step: string; state: string; tone: "done" | "running" | "draft" | "closed" }[] {
  const state = record.state === "supplementing" ? "first_trial" : String(record.state);
  const at = (STAGES as readonly string[]).indexOf(state);
  const ended = record.state === "rejected" || record.state === "terminated";
  const word = (from: number, isNeeded = true, isDone = false) => {
    if (!isNeeded) return { state: "不需要", tone: "closed" } as const;
    if (ended) return { state: "已结束", tone: "closed" } as const;
    if (at > from || isDone) return { state: "已完成", tone: "done" } as const;
    return at === from
      ? ({ state: "进行中", tone: "running" } as const)
      : ({ state: "未开始", tone: "draft" } as const);
  };
  const has = (value: unknown) => value !== null && value !== undefined;
  const rows = record.materials ?? [];
  const asked = at >= 0 || ended;
  return [
    { step: "初审", ...word(0) },
    { step: "质量审核", ...word(1, !asked || record.need_audit === true, has(record.audit_result)) },
    {
      step: "样品验证",
      ...word(1, !asked || record.need_sample === true, rows.length > 0 && rows.every((row) => has(row.sample_result))),
    },
    {
      step: "小批试用",
      ...word(1, !asked || record.need_trial === true, rows.length > 0 && rows.every((row) => has(row.trial_result))),
    },
    { step: "综合评审", ...word(2) },
    { step: "审批", ...word(3) },
  ];
}

interface Judged {
  checklist: readonly { item: string; result: string | null; is_veto: boolean }[];
}

/** Every item has a verdict, and none that forbids admission failed. */
export function checklistPassed({ checklist }: Judged): Complaint | null {
  const open = checklist.filter(({ result }) => result === null).length;
  if (open > 0) return complain("checklist", `还有${open}项初审项目没有结论`);
  const veto = checklist.find(({ result, is_veto }) => is_veto && result === "ng");
  return veto ? complain("checklist", `否决项【${veto.item}】不符合，不能通过初审`) : ok;
}

interface Assessed {
  conclusion: string | null;
  condition_note: string | null;
  condition_due: string | null;
  opposition_reply: string | null;
  audit_result: string | null;
  assessors: readonly { vote: string | null }[];
  materials: readonly { is_dropped: boolean }[];
}

/** What has to be said before the case goes to approval. */
export function readyForApproval(record: Assessed): Complaint | null {
  const { conclusion, condition_note, condition_due, opposition_reply, audit_result, assessors, materials } = record;
  if (assessors.length === 0) return complain("assessors", "请先指定评审人");
  const waiting = assessors.filter(({ vote }) => vote === null).length;
  if (waiting > 0) return complain("assessors", `还有${waiting}位评审人没有发表意见`);
  if (assessors.some(({ vote }) => vote === "oppose") && !opposition_reply)
    return complain("opposition_reply", "存在反对意见，请回复后再提交审批");
  if (conclusion === null) return complain("conclusion", "请填写评审结论");
  if (conclusion === "unqualified") return complain("conclusion", "结论为不合格，请用“不予准入”结束");
  if (audit_result === "fail") return complain("conclusion", "质量审核未通过，评审结论不能为合格");
  if (conclusion === "conditional" && (!condition_note || !condition_due))
    return complain("condition_note", "附条件合格须填写条件和完成期限");
  return materials.every(({ is_dropped }) => is_dropped) ? complain("materials", "没有可以准入的物料") : ok;
}

/** Whoever was asked and has not said anything yet. */
export function mayVote(
  { assessors }: { assessors: readonly { user_id: string; vote: string | null }[] },
  { actorId }: RuleFacts,
): boolean {
  return assessors.some(({ user_id, vote }) => user_id === actorId && vote === null);
}

/** So many of so many, in words of the list. */
const of = (count: number, all: number, word: string) => (all === 0 ? "" : `${count}/${all}${word}`);

/** What the verification and the committee said, each in a few signs for a list. */
export function evidenceWords({
  need_sample,
  need_trial,
  materials,
  assessors,
}: Pick<Verified, "need_sample" | "need_trial" | "materials"> & { assessors: readonly { vote: string | null }[] }) {
  const passed = (result: "sample_result" | "trial_result") => materials.filter((row) => row[result] === "pass").length;
  const voted = (vote: string) => assessors.filter((one) => one.vote === vote).length;
  const open = assessors.filter(({ vote }) => vote === null).length;
  const votes = [
    voted("agree") > 0 ? `同意${voted("agree")}` : "",
    voted("oppose") > 0 ? `反对${voted("oppose")}` : "",
    voted("abstain") > 0 ? `弃权${voted("abstain")}` : "",
    open > 0 ? `未发表${open}` : "",
  ];
  return {
    sample_pass: need_sample ? of(passed("sample_result"), materials.length, "合格") : "不需要",
    trial_pass: need_trial ? of(passed("trial_result"), materials.length, "合格") : "不需要",
    votes: votes.filter(Boolean).join("、"),
  };
}

/** Nothing and nobody stands twice on a case. */
export function rowsOnce({
  materials,
  assessors,
}: {
  materials: readonly { material_id: string; factory_id: string }[];
  assessors: readonly { user_id: string }[];
}): Complaint | null {
  const keys = materials.map(({ material_id, factory_id }) => `${material_id} ${factory_id}`);
  const twice = keys.findIndex((key, at) => keys.indexOf(key) !== at);
  if (twice >= 0) return complain(lineField("materials", twice + 1, "material_id"), "同一物料和工厂已填写");
  const people = assessors.map(({ user_id }) => user_id);
  const again = people.findIndex((id, at) => people.indexOf(id) !== at);
  return again < 0 ? ok : complain(lineField("assessors", again + 1, "user_id"), "该评审人已填写");
}

/** The certificate an item of the checklist speaks of by its name, the longest name first; null: none. Whoever judges may choose another. */
export function provenBy(words: string, documents: readonly { id: string; name: string }[]): string | null {
  const named = documents.filter(({ name }) => name !== "" && words.includes(name));
  return named.sort((a, b) => b.name.length - a.name.length)[0]?.id ?? null;
}
