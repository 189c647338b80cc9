import { daysBetween } from "~/shared/calendar";

/** How a type inspection stands to its due day, in the words of the reminders. Days are `YYYY-MM-DD`. */
export function whenDue(due: string, today: string): string {
  const left = daysBetween(today, due);
  if (left < 0) return `已超期${-left}天`;
  return left === 0 ? "今天到期" : `将于${due}到期（剩余${left}天）`;
}
