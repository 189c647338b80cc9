import { type Complaint, complain, ok, type RuleFacts, type Value } from "~/engine/entity";
import { dayOf, daysBetween, workdaysBetween } from "~/shared/calendar";

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

interface Measure {
  done_date: string | null;
  check: string | null;
}
interface Verified {
  verify_mode: string;
  verify_lots: number | null;
  clean_lots: number | null;
  actions: readonly (Measure & { id: string })[];
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
  extensions: number | null;
  report_due: string | null;
}

/** The day of the report moves as often as the company lets it, before it has passed, and later. */
export function extendable(
  { extensions, report_due }: Extendable,
  input: Readonly<Record<string, Value>>,
  _lines: unknown,
  { today, limit }: RuleFacts,
): Complaint | null {
  const made = extensions ?? 0;
  if (made >= limit("correction.mostExtensions"))
    return complain("report_due", made === 0 ? "整改期限不能延期" : `整改期限已延期${made}次，不能再次延期`);
  if (report_due === null) return ok;
  if (report_due < today) return complain("report_due", `整改报告已于${report_due}到期，不能延期`);
  return String(input.report_due) > report_due ? ok : complain("report_due", `新的期限应晚于${report_due}`);
}

/** One level more serious, at most critical. */
export function raised(severity: string): Severity {
  return severity === "minor" ? "major" : "critical";
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

interface Noted {
  state: string;
  severity: string;
  report_due?: string | null;
  submitted_at?: string | null;
  recurrence_of?: string | null;
  recurrence_cause?: string | null;
  reject_count?: number | null;
  reviewed_by?: string | null;
}

/** How many days a report is late that the supplier still owes; 0 where it is not. */
export function daysLate({ state, report_due }: Pick<Noted, "state" | "report_due">, today: string): number {
  const isAnswering = (ANSWERING as readonly string[]).includes(state);
  return isAnswering && report_due ? Math.max(0, daysBetween(report_due, today)) : 0;
}

/**
 * What stands above a corrective action: that its report is late, that it is a repetition, that it came back too often; to ourselves also
 * how long it waits for us and what is to be done next.
 */
export function correctionNotes(action: Noted, { today, supplierId, limit }: RuleFacts): string[] {
  const isAnswering = (ANSWERING as readonly string[]).includes(action.state);
  const isOurs = supplierId === null;
  const late = daysLate(action, today);
  const letterAfter = limit("correction.letterDays");
  const waited =
    action.state === "submitted" && action.submitted_at
      ? workdaysBetween(dayOf(new Date(action.submitted_at)), today)
      : 0;
  return [
    ...(late > 0 ? [`整改报告已逾期${late}天`] : []),
    ...(isOurs && late >= letterAfter ? [`逾期已满${letterAfter}天，请评估是否发出质量函`] : []),
    ...(isAnswering && action.recurrence_of && !action.recurrence_cause
      ? ["与上次整改的缺陷重复发生，请说明上次措施失效原因"]
      : []),
    ...(action.state === "returned" && (action.reject_count ?? 0) >= limit("correction.returnsTolerated")
      ? [`整改报告已退回${action.reject_count}次，将通知供方负责人并安排约谈`]
      : []),
    ...(isOurs && waited > limit("correction.reviewDays") ? [`待审核已超${waited}个工作日`] : []),
    ...(action.state === "submitted" && action.severity === "critical" && action.reviewed_by
      ? ["致命问题需质量经理复审"]
      : []),
  ];
}
