import { type Complaint, complain, lineField, ok } from "~/engine/entity";
import { addDays, daysBetween, weekdayOf } from "~/shared/calendar";

/** On which days a plan is run. */
export const SCHEDULES = { daily: "每天", workdays: "周一至周五", monday: "每周一", cron: "按Cron表达式" } as const;

interface Plan {
  before_days: number | null;
  after_days: number | null;
  escalate_days: number | null;
}

/** A plan says when it reminds, and whoever is told of what escalates is named. */
export function remindsOfSomething(plan: Plan & { escalate_to: string | null }): Complaint | null {
  if (plan.before_days === null && plan.after_days === null)
    return complain("before_days", "请填写交期前天数或逾期后每隔天数");
  if ((plan.escalate_days === null) !== (plan.escalate_to === null))
    return complain(
      plan.escalate_days === null ? "escalate_days" : "escalate_to",
      "逾期升级天数和升级收件人须一起填写",
    );
  return ok;
}

export function suppliersOnce({ suppliers }: { suppliers: readonly { supplier_id: string }[] }): Complaint | null {
  const ids = suppliers.map(({ supplier_id }) => supplier_id);
  const at = ids.findIndex((id, index) => ids.indexOf(id) !== index);
  return at < 0 ? ok : complain(lineField("suppliers", at + 1, "supplier_id"), `第${at + 1}行供应商重复`);
}

/** Whether the plan is run on that day; one with an expression has instants instead of days. */
export function runsOn(schedule: string, day: string): boolean {
  if (schedule === "cron") return false;
  const weekday = weekdayOf(day);
  if (schedule === "monday") return weekday.endsWith("一");
  return schedule === "daily" || !/[六日]$/.test(weekday);
}

/** Whether a plan reminds on that very day of a line that is due on another. */
function meets({ before_days, after_days }: Plan, due: string, day: string): boolean {
  const late = daysBetween(due, day);
  if (late <= 0) return before_days !== null && (late === 0 || -late === before_days);
  return after_days !== null && (late - 1) % after_days === 0;
}

/**
 * Whether a run reminds of a line: on one of the days since the last run the plan meant it. A run by hand reminds of whatever is due
 * within the days before, or overdue.
 * @param since day of the last run, null where there was none
 * @param madeUp days a run may make up for, when the plan was not run for a while
 */
export function reminds(
  plan: Plan,
  due: string,
  { today, since, byHand, madeUp }: { today: string; since: string | null; byHand: boolean; madeUp: number },
): boolean {
  if (byHand) {
    const left = daysBetween(today, due);
    return left >= 0 ? plan.before_days !== null && left <= plan.before_days : plan.after_days !== null;
  }
  const missed = since === null ? 1 : Math.min(madeUp, Math.max(1, daysBetween(since, today)));
  return Array.from({ length: missed }, (_none, ago) => addDays(today, -ago)).some((day) => meets(plan, due, day));
}

/** Whether a line is overdue for so long that somebody else is told. */
export function escalates({ escalate_days }: Plan, due: string, today: string): boolean {
  return escalate_days !== null && daysBetween(due, today) >= escalate_days;
}

/** How a line stands, as the reader of a reminder says it. */
export function dueText(due: string, today: string): string {
  const left = daysBetween(today, due);
  return left < 0 ? `已逾期${-left}天` : left === 0 ? "今天到期" : `${left}天后到期`;
}
