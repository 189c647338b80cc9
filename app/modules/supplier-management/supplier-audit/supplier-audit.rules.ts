import { type Complaint, complain, type Limits, lineField, ok, type RuleFacts, type Value } from "~/engine/entity";
import { addDays } from "~/shared/calendar";
import { type Decimal, decimal, decimalOrZero, sum } from "~/shared/decimal";

export const RESULTS = {
  conform: "符合",
  observation: "观察项",
  minor: "一般不符合",
  major: "严重不符合",
  critical: "致命不符合",
  na: "不适用",
} as const;
export const CONCLUSIONS = { pass: "通过", conditional: "整改后通过", fail: "不通过" } as const;
export type Conclusion = keyof typeof CONCLUSIONS;

/** Percent of the points that a result leaves, as the audit took it over at its start; without them as the parameters say. */
export interface Shares {
  minor_share: number | null;
  major_share: number | null;
}

function leftOf(result: string, { minor_share, major_share }: Shares, { limit }: Limits): number | undefined {
  if (result === "conform" || result === "observation") return 100;
  if (result === "minor") return minor_share ?? limit("audit.minorShare");
  if (result === "major") return major_share ?? limit("audit.majorShare");
  return result === "critical" ? 0 : undefined;
}

/** From mild to grave; findings that have to be answered begin with `minor`. */
const FAULTS = ["minor", "major", "critical"];
const RANK: Readonly<Record<Conclusion, number>> = { fail: 0, conditional: 1, pass: 2 };

interface Item {
  content: string;
  max_score: string;
  score: string | null;
  result: string | null;
  is_veto: boolean;
  na_allowed: boolean;
  evidence: string | null;
  evidence_required: boolean;
  photo_required: boolean;
  photos: readonly unknown[] | null;
  photo_nos: string | null;
}
interface Finding {
  item_no: number | null;
  severity: string;
  photo_nos: string | null;
}
interface Audit extends Shares {
  audit_type: string;
  mode: string;
  items: readonly Item[];
  findings: readonly Finding[];
  photos: readonly unknown[] | null;
  sign_file: readonly unknown[] | null;
  pass_line: string | null;
  conditional_line: string | null;
  major_tolerated: number | null;
  conclusion: string | null;
}

/** The points a result gives by itself: observation all, minor and major a share, critical none; null for what does not apply. */
export function pointsOf(result: string | null, maxScore: string, shares: Shares, limits: Limits): string | null {
  const left = result === null ? undefined : leftOf(result, shares, limits);
  return left === undefined ? null : decimal(maxScore).times(left).div(100).toFixed(1);
}

/** Reached points of the applicable items, of 100; null while nothing has been judged. */
export function auditScore({ items }: Pick<Audit, "items">): string | null {
  const counted = items.filter(({ result }) => result !== null && result !== "na");
  if (counted.length === 0) return null;
  const most: Decimal = sum(counted.map(({ max_score }) => max_score));
  if (most.eq(0)) return null;
  const reached = counted.reduce((total, { score }) => total.plus(decimalOrZero(score)), decimal(0));
  return reached.times(100).div(most).toFixed(1);
}

/** Whether an item that must not fail did. */
export function vetoHit({ items }: Pick<Audit, "items">): boolean {
  return items.some(({ is_veto, result }) => is_veto && (result === "major" || result === "critical"));
}

/** What score and findings say, before anybody is stricter. */
export function proposedConclusion(audit: Audit, { limit }: Limits): Conclusion {
  const results = audit.items.map(({ result }) => result);
  const severities = audit.findings.map(({ severity }) => severity);
  const count = (what: string) =>
    Math.max(results.filter((one) => one === what).length, severities.filter((one) => one === what).length);
  if (vetoHit(audit) || count("critical") > 0) return "fail";
  const score = decimalOrZero(auditScore(audit));
  const major = count("major");
  if (score.gte(decimal(audit.pass_line ?? limit("audit.passLine"))) && major === 0) return "pass";
  return score.gte(decimal(audit.conditional_line ?? limit("audit.conditionalLine"))) &&
    major <= (audit.major_tolerated ?? limit("audit.majorTolerated"))
    ? "conditional"
    : "fail";
}

export function everythingJudged({ items }: Pick<Audit, "items">): Complaint | null {
  const open = items.filter(({ result }) => result === null).length;
  return open === 0 ? ok : complain("items", `还有${open}项未评分，不能提交报告`);
}

/** What the template wants proven is proven, where it applies. */
export function proofGiven({ items }: Pick<Audit, "items">): Complaint | null {
  for (const [index, { content, result, evidence, photos, photo_nos, ...wanted }] of items.entries()) {
    if (result === "na") continue;
    if (wanted.evidence_required && !evidence)
      return complain(lineField("items", index + 1, "evidence"), `【${content}】需要客观证据，请填写`);
    if (wanted.photo_required && !isShown({ photos, photo_nos }))
      return complain(lineField("items", index + 1, "photos"), `【${content}】必须拍照，请上传照片或填写照片序号`);
  }
  return ok;
}

/** The conclusion may be stricter than score and findings say, never milder. */
export function conclusionNotMilder(
  audit: Audit,
  _input: unknown,
  _lines: unknown,
  facts: RuleFacts,
): Complaint | null {
  const proposed = proposedConclusion(audit, facts);
  if (audit.conclusion === null || RANK[audit.conclusion as Conclusion] <= RANK[proposed]) return ok;
  const severe =
    vetoHit(audit) ||
    audit.items.some(({ result }) => result === "critical") ||
    audit.findings.some(({ severity }) => severity === "critical");
  return complain(
    "conclusion",
    severe
      ? "触发否决项或存在致命不符合，结论只能为不通过"
      : `按得分和不符合项，结论最高为${CONCLUSIONS[proposed]}，只能改得更严`,
  );
}

/** Every fault on the list stands among the findings. */
export function faultsFound({ items, findings }: Pick<Audit, "items" | "findings">): Complaint | null {
  const found = new Set(findings.map(({ item_no }) => item_no));
  const at = items.findIndex(({ result }, index) => FAULTS.includes(String(result)) && !found.has(index + 1));
  return at < 0 ? ok : complain("findings", `第${at + 1}项判为不符合，请在不符合项中写明事实（对应条款填${at + 1}）`);
}

/** The numbers in 1、3-5: which photos of the record a finding names. Null for what is no list of numbers. */
export function photoNumbers(text: string | null): number[] | null {
  if (text === null || text.trim() === "") return [];
  const numbers: number[] = [];
  for (const part of text.split(/[、,，;；\s]+/).filter(Boolean)) {
    const match = /^(\d{1,3})(?:[-~－](\d{1,3}))?$/.exec(part);
    if (!match) return null;
    const from = Number(match[1]);
    const to = Number(match[2] ?? match[1]);
    for (let one = from; one <= to; one += 1) numbers.push(one);
  }
  return numbers;
}

/** Why a list of photos is none, or names what is not there; null where it is in order. */
function photoFault(text: string | null, photos: readonly unknown[] | null): string | null {
  const numbers = photoNumbers(text);
  if (numbers === null) return "照片序号写作1、3或2-4";
  const most = (photos ?? []).length;
  return numbers.some((one) => one < 1 || one > most) ? `现场照片只有${most}张` : null;
}

export function itemsPoint({ items, photos }: Pick<Audit, "items" | "photos">): Complaint | null {
  for (const [index, { photo_nos }] of items.entries()) {
    const fault = photoFault(photo_nos, photos);
    if (fault) return complain(lineField("items", index + 1, "photo_nos"), fault);
  }
  return ok;
}

/** What the findings name is there: an item of the list, photos among the pictures. */
export function findingsPoint({
  items,
  findings,
  photos,
}: Pick<Audit, "items" | "findings" | "photos">): Complaint | null {
  for (const [index, { item_no, photo_nos }] of findings.entries()) {
    const at = (field: string) => lineField("findings", index + 1, field);
    if (item_no !== null && (item_no < 1 || item_no > items.length))
      return complain(at("item_no"), `评分表只有${items.length}项`);
    const fault = photoFault(photo_nos, photos);
    if (fault) return complain(at("photo_nos"), fault);
  }
  return ok;
}

/** A row of the sheet has pictures of its own, or names some of the whole audit. */
function isShown({ photos, photo_nos }: Partial<Pick<Item, "photos" | "photo_nos">>): boolean {
  return (photos ?? []).length > 0 || (photoNumbers(photo_nos ?? null) ?? []).length > 0;
}

/** A fault is shown, not only told: by pictures of the audit that it names, or by those of the row of the sheet it is about. */
export function findingsPhotographed({ items, findings }: Pick<Audit, "items" | "findings">): Complaint | null {
  const at = findings.findIndex(
    ({ severity, photo_nos, item_no }) =>
      FAULTS.includes(severity) && !isShown({ photo_nos }) && !isShown(items[Number(item_no) - 1] ?? {}),
  );
  return at < 0 ? ok : complain(lineField("findings", at + 1, "photo_nos"), `不符合项【${at + 1}】缺少现场照片`);
}

export function signedOnSite({ mode, sign_file }: Pick<Audit, "mode" | "sign_file">): Complaint | null {
  return mode === "onsite" && (sign_file ?? []).length === 0 ? complain("sign_file", "现场审核请上传双方签字页") : ok;
}

/** Only what the sheet allows is left out, and a score that departs from the result says why. */
export function scoresFit(
  { items, ...shares }: Pick<Audit, "items"> & Shares,
  _input: unknown,
  _lines: unknown,
  limits: Limits,
): Complaint | null {
  for (const [index, { content, result, score, max_score, na_allowed, evidence }] of items.entries()) {
    const at = (field: string) => lineField("items", index + 1, field);
    if (result === "na" && !na_allowed) return complain(at("result"), `【${content}】必须评分，不能判为不适用`);
    if (score === null) continue;
    if (decimal(score).gt(decimal(max_score)))
      return complain(at("score"), `【${content}】得分不能大于满分${max_score}`);
    const usual = pointsOf(result, max_score, shares, limits);
    if (usual !== null && !decimal(score).eq(decimal(usual)) && !evidence)
      return complain(at("evidence"), `【${content}】得分与判定不一致（${usual}分），请填写客观证据`);
  }
  return ok;
}

/** Whoever is visited hears of it early enough. */
export function noticeInTime(
  { plan_date }: { plan_date: string | null },
  today: string,
  days: number,
): Complaint | null {
  return String(plan_date) < addDays(today, days)
    ? complain("plan_date", `计划日期至少在${days}天之后，请先修改计划`)
    : ok;
}

/** Only a flight check comes unannounced. */
export function noticedBefore({ state, audit_type }: { state: string | null; audit_type: string }): Complaint | null {
  return state === "planned" && audit_type !== "flight"
    ? complain("", "请先发送通知；只有飞行检查可以不通知供应商直接开始")
    : ok;
}

export function proposalLater(
  _audit: unknown,
  input: Readonly<Record<string, Value>>,
  _lines: unknown,
  { today }: RuleFacts,
): Complaint | null {
  return String(input.proposed_date) > today ? ok : complain("proposed_date", "请提出今天之后的日期");
}

/** Part of the points reached in each chapter, of 100; chapters in which nothing applies are left out. */
export function pointsBySection(rows: readonly Readonly<Record<string, unknown>>[]): Map<string, string> {
  const sections = new Map<string, Readonly<Record<string, unknown>>[]>();
  for (const row of [...rows].sort((a, b) => Number(a.line_no) - Number(b.line_no))) {
    if (row.result === null || row.result === "na") continue;
    const name = String(row.section);
    sections.set(name, [...(sections.get(name) ?? []), row]);
  }
  return new Map(
    [...sections].map(([name, own]) => {
      const most = sum(own.map(({ max_score }) => String(max_score)));
      const reached = sum(own.map(({ score }) => (typeof score === "string" ? score : null)));
      return [name, most.eq(0) ? "0" : reached.times(100).div(most).toFixed(1)];
    }),
  );
}

/** How an audit is carried out. */
export const AUDIT_MODES = { onsite: "现场", remote: "远程视频", document: "文件审核" } as const;
export type AuditMode = keyof typeof AUDIT_MODES;

/** A row of a rule about how often a supplier is audited; empty means whatever its risk, its grade, or its class. */
export interface CycleRow {
  risk_level: string | null;
  grade: string | null;
  supplier_class_id: string | null;
  months: number;
  mode: AuditMode;
}

interface Audited {
  riskLevel: string | null;
  grade: string | null;
  /** The class of the supplier and those above it, the nearest first. */
  classes: readonly string[];
  /** What the class says where no rule speaks. */
  classMonths: number | null;
}

/**
 * When and how a supplier is audited next, as the rules in force say: of the rows that speak about it the most specific, risk before
 * grade, grade before class, a near class before one above it; what the class of the supplier says, or else the program ships, where none does.
 * @param rows of the rules in force, the newest rule first
 */
export function cycleBy(
  rows: readonly CycleRow[],
  { riskLevel, grade, classes, classMonths }: Audited,
): { months: number; mode: AuditMode } {
  const weight = (row: CycleRow) => {
    const depth = row.supplier_class_id === null ? classes.length : classes.indexOf(row.supplier_class_id);
    const fits =
      (row.risk_level === null || row.risk_level === riskLevel) && (row.grade === null || row.grade === grade);
    if (!fits || depth < 0) return -1;
    const near = classes.length - depth;
    const most = classes.length + 1;
    return (row.risk_level === null ? 0 : 2 * most) + (row.grade === null ? 0 : most) + near;
  };
  const [best] = rows.filter((row) => weight(row) >= 0).sort((a, b) => weight(b) - weight(a));
  return { months: best?.months ?? classMonths ?? cycleMonths(riskLevel, grade), mode: best?.mode ?? "onsite" };
}

/** A row of a rule about conclusions. */
export interface BandRow {
  min: string;
  max_major: number | null;
  conclusion: string;
}

/**
 * From how many points an audit passes, or passes after correction, and with how many serious findings it still does: as the rules
 * in force say, by the parameters where they are silent. What results leave of the points the parameters alone say.
 */
export function linesBy(rows: readonly BandRow[], { limit }: Limits) {
  const band = (conclusion: Conclusion) => rows.find((row) => row.conclusion === conclusion);
  return {
    pass_line: band("pass")?.min ?? String(limit("audit.passLine")),
    conditional_line: band("conditional")?.min ?? String(limit("audit.conditionalLine")),
    major_tolerated: band("conditional")?.max_major ?? limit("audit.majorTolerated"),
    minor_share: limit("audit.minorShare"),
    major_share: limit("audit.majorShare"),
  };
}

/** Months to the next audit as shipped: what is risky, or was judged badly, comes sooner. */
export function cycleMonths(riskLevel: string | null, grade: string | null): number {
  if (riskLevel === "high" || grade === "D") return 6;
  if (grade === "C") return 9;
  return riskLevel === "medium" ? 12 : 24;
}
