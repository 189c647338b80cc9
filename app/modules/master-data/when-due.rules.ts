import { daysBetween } from "~/shared/calendar";
import { TYPE_INSPECTION_GRACE_DAYS } from "~/shared/supplier-gate";

/** Days before the due day on which the supplier and quality are told; overdue, they are told every third day. */
export const NOTIFIED_BEFORE = [30, 15, 7, 0];
const NOTIFIED_EVERY = 3;
/** Days overdue on which the buyer is told: before orders stop, and on the first day on which they do. */
const BUYER_NOTIFIED = [10, TYPE_INSPECTION_GRACE_DAYS + 1];

/** Who is told on a day of a type inspection that is due on another (catalogue type-inspection-report). Days are `YYYY-MM-DD`. */
export function notificationsOf(due: string, today: string): { supplier: boolean; buyer: boolean } {
  const left = daysBetween(today, due);
  return {
    supplier: NOTIFIED_BEFORE.includes(left) || (left < 0 && left % NOTIFIED_EVERY === 0),
    buyer: BUYER_NOTIFIED.includes(-left),
  };
}

/** How a type inspection stands to its due day, in the words of the reminders. Days are `YYYY-MM-DD`. */
export function whenDue(due: string, today: string): string {
  const left = daysBetween(today, due);
  if (left < 0) return `已超期${-left}天`;
  return left === 0 ? "今天到期" : `将于${due}到期（剩余${left}天）`;
}
