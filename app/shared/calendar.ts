/**
 * Business days are `YYYY-MM-DD` in China time, instants are ISO strings in UTC. China has had one zone without summer
 * time since 1991, so the zone is a fixed offset and needs no database.
 */
const SHANGHAI_OFFSET_MS = 8 * 60 * 60 * 1000;
const WEEKDAYS = ["周日", "周一", "周二", "周三", "周四", "周五", "周六"];

/** The business day in China of an instant. */
export function dayOf(instant: Date): string {
  return new Date(instant.getTime() + SHANGHAI_OFFSET_MS).toISOString().slice(0, 10);
}

/** An instant as China time, `YYYY-MM-DD HH:mm:ss`. */
export function chinaTime(instant: string | Date): string {
  const date = typeof instant === "string" ? new Date(instant) : instant;
  return new Date(date.getTime() + SHANGHAI_OFFSET_MS).toISOString().slice(0, 19).replace("T", " ");
}

/** How one greets at that hour in China. */
export function greetingOf(now: Date): string {
  const hour = Number(chinaTime(now).slice(11, 13));
  if (hour < 6) return "凌晨好";
  if (hour < 12) return "上午好";
  if (hour < 14) return "中午好";
  return hour < 18 ? "下午好" : "晚上好";
}

/** True for a day that exists in the calendar: 2026-02-30 does not. */
export function isDay(text: string): boolean {
  const match = /^(\d{4})-(\d{2})-(\d{2})$/.exec(text);
  if (!match) return false;
  const date = new Date(`${text}T00:00:00Z`);
  return !Number.isNaN(date.getTime()) && date.toISOString().slice(0, 10) === text && Number(match[1]) >= 1900;
}

/**
 * Reads an instant: `YYYY-MM-DD HH:mm[:ss]` or `YYYY-MM-DDTHH:mm[:ss]` is China time, a trailing zone wins.
 * @returns ISO string in UTC, or null when it is no existing moment
 */
export function readInstant(text: string): string | null {
  const match = /^(\d{4}-\d{2}-\d{2})[ T](\d{2}):(\d{2})(?::(\d{2})(?:\.\d{1,6})?)?(Z|[+-]\d{2}:?\d{2})?$/.exec(text);
  if (!match || !isDay(match[1] ?? "")) return null;
  const [, day, hour, minute, second = "00", zone = "+08:00"] = match;
  if (Number(hour) > 23 || Number(minute) > 59 || Number(second) > 59) return null;
  const date = new Date(`${day}T${hour}:${minute}:${second}${zone}`);
  return Number.isNaN(date.getTime()) ? null : date.toISOString();
}

/** Whole days from one business day to another; negative when `to` lies before `from`. */
export function daysBetween(from: string, to: string): number {
  return Math.round((Date.parse(`${to}T00:00:00Z`) - Date.parse(`${from}T00:00:00Z`)) / 86_400_000);
}

/** A business day moved by whole days; the calendar ends with the year 9999. */
export function addDays(day: string, days: number): string {
  const moved = new Date(Date.parse(`${day}T00:00:00Z`) + days * 86_400_000).toISOString();
  return moved.startsWith("+") ? "9999-12-31" : moved.slice(0, 10);
}

const isWeekend = (day: string) => [0, 6].includes(new Date(`${day}T00:00:00Z`).getUTCDay());

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
  return WEEKDAYS[new Date(`${day}T00:00:00Z`).getUTCDay()] ?? "";
}

/** The day so many months later; where the month is shorter, its last day: a month after 31 January is 28 or 29 February. */
export function addMonths(day: string, months: number): string {
  const [year = 0, month = 1, date = 1] = day.split("-").map(Number);
  const first = new Date(Date.UTC(year, month - 1 + months, 1));
  const last = new Date(Date.UTC(first.getUTCFullYear(), first.getUTCMonth() + 1, 0)).getUTCDate();
  return new Date(Date.UTC(first.getUTCFullYear(), first.getUTCMonth(), Math.min(date, last)))
    .toISOString()
    .slice(0, 10);
}
