import { type Complaint, complain, lineField, ok, type RuleFacts, type Value } from "~/engine/entity";
import { addDays } from "~/shared/calendar";

export const SEVERITIES = { critical: "致命", major: "严重", minor: "一般" } as const;
export type Severity = keyof typeof SEVERITIES;

/** Times of a severity: hours to contain, working days to report, lots to come in clean. Rules of the company go before them. */
export interface Deadline {
  contain_hours: number;
  report_days: number;
  verify_lots: number;
}
export const DEADLINES: Readonly<Record<Severity, Deadline>> = {
  critical: { contain_hours: 24, report_days: 5, verify_lots: 3 },
  major: { contain_hours: 48, report_days: 10, verify_lots: 3 },
  minor: { contain_hours: 72, report_days: 20, verify_lots: 3 },
};

/** States in which the supplier works on its answer. */
export const ANSWERING = ["issued", "contained", "returned"] as const;
/** States in which the supplier sees it. */
export const ISSUED = [...ANSWERING, "submitted", "verifying", "closed"] as const;
/** Until then it counts as open, and its audit cannot be closed. */
export const OPEN = ["draft", ...ANSWERING, "submitted", "verifying"] as const;

/** Working days a returned report has. */
export const RETURN_DAYS = 3;
/** Returns after which the supplier's management is asked in. */
export const RETURNS_TOLERATED = 3;
/** Days within which the same fault is a recurrence. */
export const RECURRENCE_DAYS = 90;

interface Action {
  kind: string;
  description: string;
  done_date: string | null;
  check: string | null;
}
interface Report {
  method: string;
  containment: string | null;
  contained: readonly unknown[];
  root_cause: string | null;
  recurrence_of: string | null;
  recurrence_cause: string | null;
  whys: readonly { kind: string }[];
  actions: readonly Action[];
  after_photos: readonly unknown[] | null;
}

/** A serious fault is contained before anything else: what was done, and where the goods are. */
export function containmentStated({
  containment,
  contained,
}: Pick<Report, "containment" | "contained">): Complaint | null {
  if (!containment) return complain("containment", "请填写临时措施");
  return contained.length > 0 ? ok : complain("contained", "请填写涉及数量，没有的填0");
}

/** What a report lacks before it can be handed in, by the names people know; empty when it is whole. */
export function missingParts(report: Report): string[] {
  const { method, whys, actions } = report;
  const count = (kind: string) => whys.filter((why) => why.kind === kind).length;
  const of = (kind: string) => actions.some((action) => action.kind === kind);
  const done = actions.some(({ kind, done_date }) => kind !== "containment" && done_date !== null);
  return [
    report.root_cause ? "" : "发生原因",
    method === "d8" && !report.containment ? "临时措施" : "",
    method === "d8" && (count("occur") < 3 || count("escape") < 3) ? "5Why（发生和流出各至少3层）" : "",
    of("corrective") ? "" : "纠正措施",
    of("preventive") ? "" : "预防措施",
    done && (report.after_photos ?? []).length === 0 ? "整改后照片" : "",
    report.recurrence_of && !report.recurrence_cause ? "上次措施失效原因" : "",
  ].filter((part) => part !== "");
}

export function reportComplete(report: Report): Complaint | null {
  const missing = missingParts(report);
  return missing.length === 0 ? ok : complain("root_cause", `请完善：${missing.join("、")}`);
}

const BLAMING = /疏忽|责任心|不认真|粗心|马虎/;
const LONG_ENOUGH = 30;

/** A cause that names nothing but careless people explains nothing; said as a hint, not as a refusal. */
export function blamesPeopleAlone(cause: string | null): boolean {
  return cause !== null && BLAMING.test(cause) && [...cause].length < LONG_ENOUGH;
}

/** Measures that are done are done today at the latest. */
export function doneByToday(
  { actions }: Pick<Report, "actions">,
  _input: unknown,
  _lines: unknown,
  { today }: RuleFacts,
): Complaint | null {
  const at = actions.findIndex(({ done_date }) => done_date !== null && done_date > today);
  return at < 0 ? ok : complain(lineField("actions", at + 1, "done_date"), "实际完成日期不能晚于今天");
}

interface Verified {
  verify_mode: string;
  verify_lots: number | null;
  clean_lots: number | null;
  actions: readonly (Action & { id: string })[];
}

/** Nothing is closed before every measure is done and checked, and the proof that was agreed is there. */
export function readyToClose(
  { actions, verify_mode, verify_lots, clean_lots }: Verified,
  input: Readonly<Record<string, Value>>,
  lines: ReadonlyMap<string, Readonly<Record<string, Value>>>,
): Complaint | null {
  const undone = actions.filter(({ done_date }) => done_date === null).length;
  if (undone > 0) return complain("actions", `还有${undone}项措施没有完成，不能关闭`);
  const checked = actions.map((action) => lines.get(action.id)?.check ?? action.check);
  if (checked.some((check) => check !== "pass")) return complain("actions", "所有措施核查通过后才能关闭");
  if (verify_mode === "lots" && (clean_lots ?? 0) < (verify_lots ?? 0))
    return complain("clean_lots", `验证批次${clean_lots ?? 0}/${verify_lots ?? 0}，后续来料连续合格后才能关闭`);
  return input.verify_note ? ok : complain("verify_note", "请填写效果评价");
}

interface Extendable {
  extended: boolean;
  report_due: string | null;
}

/** The day of the report moves once, before it has passed, and later. */
export function extendable(
  { extended, report_due }: Extendable,
  input: Readonly<Record<string, Value>>,
  _lines: unknown,
  { today }: RuleFacts,
): Complaint | null {
  if (extended) return complain("report_due", "整改期限已延期1次，不能再次延期");
  if (report_due === null) return ok;
  if (report_due < today) return complain("report_due", `整改报告已于${report_due}到期，不能延期`);
  return String(input.report_due) > report_due ? ok : complain("report_due", `新的期限应晚于${report_due}`);
}

/** One level more serious, at most critical. */
export function raised(severity: string): Severity {
  return severity === "minor" ? "major" : "critical";
}

/** The same fault before this day is a recurrence of it. */
export function recurrenceSince(today: string): string {
  return addDays(today, -RECURRENCE_DAYS);
}

/** What is critical is looked at by two people, the second of them the quality manager. */
export function reviewedTwice({
  severity,
  reviewed_by,
}: {
  severity: string;
  reviewed_by: string | null;
}): Complaint | null {
  return severity === "critical" && reviewed_by === null
    ? complain("severity", "致命问题需质量经理复审，请先由质量工程师或采购员初审")
    : ok;
}

/** Whoever says that a measure is done shows it. */
export function doneWithPhotos(
  _action: unknown,
  { after_photos }: Readonly<Record<string, Value>>,
  lines: ReadonlyMap<string, Readonly<Record<string, Value>>>,
): Complaint | null {
  const isDone = [...lines.values()].some(({ done_date }) => typeof done_date === "string" && done_date !== "");
  return isDone && !(Array.isArray(after_photos) && after_photos.length > 0)
    ? complain("after_photos", "请上传整改后照片")
    : ok;
}

/** What stands above a corrective action: that it is a repetition, that it came back too often, who has to look at it still. */
export function correctionNotes(action: {
  state: string;
  severity: string;
  recurrence_of?: string | null;
  recurrence_cause?: string | null;
  reject_count?: number | null;
  reviewed_by?: string | null;
}): string[] {
  const isAnswering = (ANSWERING as readonly string[]).includes(action.state);
  return [
    ...(isAnswering && action.recurrence_of && !action.recurrence_cause
      ? ["90天内重复发生，请说明上次措施失效原因"]
      : []),
    ...(action.state === "returned" && (action.reject_count ?? 0) >= RETURNS_TOLERATED
      ? [`整改报告已退回${action.reject_count}次，将通知供方负责人并安排约谈`]
      : []),
    ...(action.state === "submitted" && action.severity === "critical" && action.reviewed_by
      ? ["致命问题需质量经理复审"]
      : []),
  ];
}
