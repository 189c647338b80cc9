import { addDays, isDay } from "./calendar";
import { halfWidth } from "./text";

/** What is said of a text that is no day, of a day the calendar does not have, and of a text that is no moment. */
export const NO_DAY = "请输入日期，例如 2026-01-31";
export const ABSENT_DAY = "该日期不存在，请核对";
export const NO_MOMENT = "请输入日期和时间，例如 2026-01-31 17:30";

/** What a typed text means as a control of the browser writes it, or what is wrong with it. */
export type Typed = { text: string } | { complaint: string };

const SEPARATOR = "\\s*[-‐‑–—−/.。]\\s*";
/** What spreadsheets and calendars put behind a day: a clock, the day of the week. */
const BEHIND = "(?:[T\\s]+\\d{1,2}:\\d{2}(?::\\d{2}(?:\\.\\d+)?)?)?(?:\\s*\\(?(?:周|星期)[一二三四五六日天]\\)?)?";
const WHOLE = new RegExp(
  `^(\\d{4})(?:${SEPARATOR}(\\d{1,2})${SEPARATOR}|\\s*年\\s*(\\d{1,2})\\s*月\\s*)(\\d{1,2})\\s*日?${BEHIND}$`,
);
const DIGITS = /^(\d{4})(\d{2})(\d{2})$/;
const SHORT = new RegExp(`^(\\d{1,2})(?:${SEPARATOR}|\\s*月\\s*)(\\d{1,2})\\s*日?$`);
const SHIFT = /^([+-])\s*(\d{1,4})\s*天?$/;
const WORDS: Readonly<Record<string, number>> = {
  前天: -2,
  昨天: -1,
  昨日: -1,
  今天: 0,
  今日: 0,
  明天: 1,
  明日: 1,
  后天: 2,
  大后天: 3,
};
/** The clock is the last word, or stands behind the T of a control: `9:05`, `17：30`, `1730`, `17点30分`, `17点`. */
const CLOCK =
  /^(.+?)(?:T|\s+|(?<=[日天]))(?:(\d{1,2}):(\d{2})(?::\d{2})?|(\d{2})(\d{2})|(\d{1,2})\s*[点时](?:\s*(\d{1,2})\s*分?)?)$/;

/**
 * Reads a day as people type or paste it. Nothing is guessed: a year of two digits or at the end is no day, and a day that does not
 * exist does not become its neighbour.
 * @param today the business day; with it texts are read that mean another day tomorrow: `12-1` (of this year), 今天, 明天, `+7`
 * @returns `YYYY-MM-DD`; an empty text stays empty
 */
export function readTypedDay(text: string, today?: string): Typed {
  const typed = halfWidth(text);
  if (typed === "") return { text: "" };
  const [, year, month, chinese, date] = WHOLE.exec(typed) ?? withoutChinese(DIGITS.exec(typed)) ?? [];
  if (year) return existing(year, month ?? chinese ?? "", date ?? "");
  if (today === undefined) return { complaint: NO_DAY };
  const [, shortMonth, shortDate] = SHORT.exec(typed) ?? [];
  if (shortMonth) return existing(today.slice(0, 4), shortMonth, shortDate ?? "");
  const [, sign, count] = SHIFT.exec(typed) ?? [];
  const days = count ? Number(`${sign}${count}`) : WORDS[typed];
  return days === undefined ? { complaint: NO_DAY } : { text: addDays(today, days) };
}

/**
 * Reads a moment: a day as above, behind it a clock.
 * @returns `YYYY-MM-DDTHH:mm`; an empty text stays empty
 */
export function readTypedMoment(text: string, today?: string): Typed {
  const typed = halfWidth(text);
  if (typed === "") return { text: "" };
  const [, day = "", hour, minute, hours, minutes, spoken, after] = CLOCK.exec(typed) ?? [];
  const clock = clockOf(hour ?? hours ?? spoken, minute ?? minutes ?? after ?? "0");
  if (clock === null) return { complaint: NO_MOMENT };
  const read = readTypedDay(day, today);
  if ("text" in read) return { text: `${read.text}T${clock}` };
  return read.complaint === NO_DAY ? { complaint: NO_MOMENT } : read;
}

function clockOf(hour: string | undefined, minute: string): string | null {
  if (hour === undefined || Number(hour) > 23 || Number(minute) > 59) return null;
  return `${hour.padStart(2, "0")}:${minute.padStart(2, "0")}`;
}

function withoutChinese(found: RegExpExecArray | null): (string | undefined)[] | null {
  if (!found) return null;
  const [whole, year, month, date] = found;
  return [whole, year, month, undefined, date];
}

function existing(year: string, month: string, date: string): Typed {
  const day = `${year}-${month.padStart(2, "0")}-${date.padStart(2, "0")}`;
  return isDay(day) ? { text: day } : { complaint: ABSENT_DAY };
}
