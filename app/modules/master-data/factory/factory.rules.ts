import { type Complaint, complain, lineField, ok } from "~/engine/entity";
import { addDays, weekdayOf } from "~/shared/calendar";

/** A time of day as people type it, 00:00 to 24:00; as text it sorts like the time it means. */
export const TIME_OF_DAY = /^(([01]\d|2[0-3]):[0-5]\d|24:00)$/;

interface ReceivingFactory {
  windows: readonly { start_time: string; end_time: string }[];
}

/** A receiving window ends after it begins. */
export function windowsRunForward({ windows }: ReceivingFactory): Complaint | null {
  const position = windows.findIndex((row) => row.end_time <= row.start_time);
  return position < 0
    ? ok
    : complain(lineField("windows", position + 1, "end_time"), `第${position + 1}行结束时间必须晚于开始时间`);
}

/** Days a factory rests or works out of turn; both days belong to the row. */
interface CalendarRow {
  from_day: string;
  to_day: string;
  kind: string;
}

export interface WorkCalendar {
  weekly_rest: string | null;
  calendar: readonly CalendarRow[];
}

export function calendarRunsForward({ calendar }: Pick<WorkCalendar, "calendar">): Complaint | null {
  const position = calendar.findIndex((row) => row.to_day < row.from_day);
  return position < 0
    ? ok
    : complain(lineField("calendar", position + 1, "to_day"), `第${position + 1}行结束日期不能早于开始日期`);
}

/** A day stands in one row, or two rows could say two things about it. */
export function daysOnce({ calendar }: Pick<WorkCalendar, "calendar">): Complaint | null {
  for (const [index, row] of calendar.entries()) {
    const other = calendar.findIndex(
      (one, at) => at < index && one.from_day <= row.to_day && row.from_day <= one.to_day,
    );
    if (other >= 0)
      return complain(lineField("calendar", index + 1, "from_day"), `第${index + 1}行与第${other + 1}行日期重叠`);
  }
  return ok;
}

/** Whether a factory takes goods in on a day: what the calendar says of it, else the week. */
export function worksOn(day: string, { weekly_rest, calendar }: WorkCalendar): boolean {
  const row = calendar.find(({ from_day, to_day }) => from_day <= day && day <= to_day);
  if (row) return row.kind === "work";
  const weekday = weekdayOf(day);
  if (weekday === "周日") return weekly_rest !== "sunday" && weekly_rest !== "weekend";
  return weekday !== "周六" || weekly_rest !== "weekend";
}

/** Where the search ends: a factory that has no day of work within a year moves nothing. */
const LONGEST_REST_DAYS = 366;

/** The day itself where the factory works, else the next on which it does. */
export function workdayFrom(day: string, calendar: WorkCalendar): string {
  for (let transitioned = 0; transitioned <= LONGEST_REST_DAYS; transitioned += 1) {
    const reached = addDays(day, transitioned);
    if (worksOn(reached, calendar)) return reached;
  }
  return day;
}
