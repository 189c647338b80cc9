import dayjs, { type Dayjs } from "dayjs";
import customParseFormat from "dayjs/plugin/customParseFormat.js";
import timezone from "dayjs/plugin/timezone.js";
import utc from "dayjs/plugin/utc.js";

dayjs.extend(utc);
dayjs.extend(timezone);
dayjs.extend(customParseFormat);

/**
 * Business days are `YYYY-MM-DD` in China time, instants are ISO strings in UTC. All reckoning with days is done here,
 * by dayjs: days in UTC, where every day has 24 hours, clocks in the zone of Shanghai.
 */
const ZONE = "Asia/Shanghai";
const DAY = "YYYY-MM-DD";
const TIME = "YYYY-MM-DD HH:mm:ss";
const FIRST_YEAR = 1900;
const LAST_DAY = "9999-12-31";
const WEEKDAYS = ["周日", "周一", "周二", "周三", "周四", "周五", "周六"];
/** The last summer time of China ended in September 1991; since then its clocks are eight hours before UTC. */
const SETTLED_MS = Date.UTC(1992, 0, 1);
const SETTLED_HOURS = 8;
const DAY_MS = 86_400_000;
/** Day 0 of workbooks. */
const WORKBOOK_DAY_ZERO = "1899-12-30";

/** The day that was asked for last: one piece of work asks many times for its own, at a twentieth of what it does. */
let lastDay = { from: 0, until: 0, day: "" };

/** The business day in China of an instant. */
export function dayOf(instant: Date): string {
  const ms = instant.getTime();
  if (ms >= lastDay.from && ms < lastDay.until) return lastDay.day;
  const day = chinaTime(instant).slice(0, DAY.length);
  if (ms >= SETTLED_MS) {
    const from = inChina(instant).startOf("day").valueOf();
    lastDay = { from, until: from + DAY_MS, day };
  }
  return day;
}

/** An instant as China time, `YYYY-MM-DD HH:mm:ss`. */
export function chinaTime(instant: string | Date): string {
  return written(inChina(instant), TIME);
}

/** How one greets at that hour in China. */
export function greetingOf(now: Date): string {
  const hour = inChina(now).hour();
  if (hour < 6) return "凌晨好";
  if (hour < 12) return "上午好";
  if (hour < 14) return "中午好";
  return hour < 18 ? "下午好" : "晚上好";
}

/** True for a day that exists in the calendar: 2026-02-30 does not. */
export function isDay(text: string): boolean {
  const day = dayjs.utc(text, DAY, true);
  return day.isValid() && day.year() >= FIRST_YEAR;
}

/**
 * Reads an instant: `YYYY-MM-DD HH:mm[:ss]` or `YYYY-MM-DDTHH:mm[:ss]` is China time, a trailing zone wins.
 * @returns ISO string in UTC, or null when it is no existing moment
 */
export function readInstant(text: string): string | null {
  const match = /^(\d{4}-\d{2}-\d{2})[ T](\d{2}:\d{2})(?::(\d{2})(?:\.\d{1,6})?)?(Z|[+-]\d{2}:?\d{2})?$/.exec(text);
  const [, day = "", clock = "", second = "00", zone] = match ?? [];
  const local = `${day} ${clock}:${second}`;
  if (!isDay(day) || !dayjs.utc(local, TIME, true).isValid()) return null;
  const instant = zone === undefined ? dayjs.tz(local, TIME, ZONE) : dayjs(`${day}T${clock}:${second}${zone}`);
  return instant.isValid() ? instant.toISOString() : null;
}

/**
 * The instant at which a clock in China shows `HH:mm` on a business day; without a clock the day's beginning.
 * @returns ISO string in UTC
 */
export function momentOf(day: string, clock = "00:00"): string {
  return dayjs.tz(`${day} ${clock}:00`, TIME, ZONE).toISOString();
}

/** Whole days from one business day to another; negative when `to` lies before `from`. */
export function daysBetween(from: string, to: string): number {
  return dayjs.utc(to).diff(dayjs.utc(from), "day");
}

/** A business day moved by whole days; the calendar ends with the year 9999. */
export function addDays(day: string, days: number): string {
  return written(dayjs.utc(day).add(days, "day"), DAY);
}

/** The day so many months later; where the month is shorter, its last day: a month after 31 January is 28 or 29 February. */
export function addMonths(day: string, months: number): string {
  return written(dayjs.utc(day).add(months, "month"), DAY);
}

/** A business day moved forward by working days: Saturdays and Sundays are left out, public holidays are not known. */
export function addWorkdays(day: string, days: number): string {
  let reached = day;
  for (let left = days; left > 0; ) {
    reached = addDays(reached, 1);
    if (!isWeekend(reached)) left -= 1;
  }
  return reached;
}

/** Working days after `from` up to and with `to`; zero when `to` is not later. */
export function workdaysBetween(from: string, to: string): number {
  const days = Math.max(0, daysBetween(from, to));
  const weeks = Math.floor(days / 7);
  let count = weeks * 5;
  for (let day = addDays(from, weeks * 7); day < to; ) {
    day = addDays(day, 1);
    if (!isWeekend(day)) count += 1;
  }
  return count;
}

/** Chinese weekday of a business day. */
export function weekdayOf(day: string): string {
  return WEEKDAYS[dayjs.utc(day).day()] ?? "";
}

/** Weekday of a business day as a number: 1 is Monday, 7 Sunday. */
export function weekdayNumber(day: string): number {
  return dayjs.utc(day).day() || 7;
}

/** The number by which workbooks store a business day; they agree about it from March 1900 on. */
export function workbookNumberOf(day: string): number {
  return daysBetween(WORKBOOK_DAY_ZERO, day);
}

/** The business day that a workbook stores as this number; a part of a day is left out. */
export function dayOfWorkbookNumber(stored: number): string {
  return addDays(WORKBOOK_DAY_ZERO, Math.floor(stored));
}

function isWeekend(day: string): boolean {
  return dayjs.utc(day).day() % 6 === 0;
}

/**
 * An instant with the clock of China. `tz` asks the zone database anew each time, 180 µs against 5 by the hours it would find, and
 * a list or an export shows thousands of instants; only those before 1992 need to be looked up.
 */
function inChina(instant: string | Date): Dayjs {
  const given = dayjs.utc(instant);
  return given.valueOf() < SETTLED_MS ? given.tz(ZONE) : given.utcOffset(SETTLED_HOURS);
}

/** @throws RangeError for what is no moment at all */
function written(moment: Dayjs, format: string): string {
  if (!moment.isValid()) throw new RangeError("not a day or an instant");
  return format === DAY && moment.year() > 9999 ? LAST_DAY : moment.format(format);
}
