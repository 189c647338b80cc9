import cronParser from "cron-parser";
import cronstrue from "cronstrue";
import "cronstrue/locales/zh_CN.js";
import { chinaTime } from "~/shared/calendar";

/** When a job runs, as its row says it. */
export interface Schedule {
  /** `none`, `cron` or `fix_rate`. */
  type: string;
  /** Five fields, or six with seconds in front; for a fixed interval whole seconds. */
  conf: string | null;
  /** Name of an IANA zone in which an expression is read. */
  zone: string;
}

const SHORTEST_S = 10;
/** More than six within a minute are closer than ten seconds somewhere, so that twice as many tell. */
const LOOKED_AT = 14;
const PREVIEWED = 10;
/** As `~/shared/calendar` has it. With the name the parser asks the zone database at each of its steps, several times slower. */
const CHINA = "UTC+8";

/** Fields of an expression as people call them, seconds first, with what may stand there. */
export const CRON_FIELDS = [
  { key: "second", label: "秒", least: 0, most: 59, range: "0-59" },
  { key: "minute", label: "分", least: 0, most: 59, range: "0-59" },
  { key: "hour", label: "时", least: 0, most: 23, range: "0-23" },
  { key: "day", label: "日", least: 1, most: 31, range: "1-31" },
  { key: "month", label: "月", least: 1, most: 12, range: "1-12" },
  { key: "weekday", label: "周", least: 0, most: 7, range: "0-7，0和7都是星期日" },
] as const;

/** The fields of an expression, six of them; undefined where it has another number. */
export function cronFields(expression: string): string[] | undefined {
  const parts = expression.trim().split(/\s+/);
  if (parts.length === 5) return ["0", ...parts];
  return parts.length === 6 ? parts : undefined;
}

function isReadable(expression: string): boolean {
  try {
    cronParser.parseExpression(expression);
    return true;
  } catch {
    return false;
  }
}

/** What is wrong with an expression, and in which part of it, counted from 1; null where it is none of them alone. */
export interface ScheduleFault {
  segment: number | null;
  message: string;
}

/** What is wrong with a schedule, as people are told; null when it can be used. */
export function scheduleComplaint(schedule: Schedule, now: Date): string | null {
  return scheduleFault(schedule, now)?.message ?? null;
}

/** The same, with the part of an expression that is at fault. */
function scheduleFault(schedule: Schedule, now: Date): ScheduleFault | null {
  if (schedule.type !== "cron") return null;
  const whole = (message: string) => ({ segment: null, message });
  const expression = schedule.conf ?? "";
  const fields = cronFields(expression);
  if (!fields) return whole("Cron表达式应为5段（分 时 日 月 周）或6段（秒 分 时 日 月 周），各段用空格分开");
  const left = expression.trim().split(/\s+/).length === 5 ? 1 : 0;
  for (const [index, field] of fields.entries()) {
    const alone = CRON_FIELDS.map((_, place) => (place === index ? field : "*")).join(" ");
    const facts = CRON_FIELDS[index];
    const segment = index + 1 - left;
    if (!isReadable(alone) && facts)
      return {
        segment,
        message: `Cron表达式不正确：第${segment}段“${field}”应为${facts.label}（${facts.range}），可用 * , - / 组合`,
      };
  }
  const isOncePerMinute = /^\d+$/.test(fields[0] ?? "");
  const runs = nextRuns(schedule, now, isOncePerMinute ? 1 : LOOKED_AT);
  if (runs.length === 0) return whole("该表达式没有下一次执行时间");
  const isTooOften = runs.some((run, index) => {
    const before = runs[index - 1];
    return before !== undefined && run.getTime() - before.getTime() < SHORTEST_S * 1000;
  });
  return isTooOften ? whole("执行间隔不能小于10秒") : null;
}

/** What a schedule that is not kept yet would mean: its words and its next ten times, or what is wrong with it. */
export function previewSchedule(
  schedule: Schedule,
  now: Date,
): { text: string; next: string[]; error: ScheduleFault | null } {
  const next = nextRuns(schedule, now, PREVIEWED);
  const tooShort = schedule.type === "fix_rate" && next.length === 0;
  const error = tooShort ? { segment: null, message: "间隔秒数只能是不小于10的整数" } : scheduleFault(schedule, now);
  return error
    ? { text: "", next: [], error }
    : { text: scheduleText(schedule), next: next.map((time) => chinaTime(time.toISOString())), error };
}

/**
 * The next instants at which a job runs, after the given one; fewer where there are no more, none for what runs by hand only or
 * cannot be read. Days and hours are those of the schedule's zone, so that a run keeps its hour when clocks change there.
 * @param last when it ran last by its schedule: a fixed interval counts from there
 */
export function nextRuns(schedule: Schedule, after: Date, count: number, last: Date = after): Date[] {
  if (schedule.type === "fix_rate") return intervalRuns(Number(schedule.conf), after, count, last);
  if (schedule.type !== "cron" || !schedule.conf || !cronFields(schedule.conf)) return [];
  const runs: Date[] = [];
  try {
    const tz = schedule.zone === "Asia/Shanghai" ? CHINA : schedule.zone;
    const expression = cronParser.parseExpression(schedule.conf.trim(), { currentDate: after, tz });
    while (runs.length < count) runs.push(expression.next().toDate());
  } catch {
    // What cannot be read has no next run, nor has a day that never comes.
  }
  return runs;
}

function intervalRuns(seconds: number, after: Date, count: number, last: Date): Date[] {
  if (!Number.isSafeInteger(seconds) || seconds < SHORTEST_S) return [];
  const step = seconds * 1000;
  const passed = Math.max(0, Math.floor((after.getTime() - last.getTime()) / step));
  // A clock that was set back must not make the first wait longer than an interval.
  const base = Math.min(last.getTime(), after.getTime()) + passed * step;
  return Array.from({ length: count }, (_, index) => new Date(base + (index + 1) * step));
}

/** A schedule in Chinese words, as far as it can be read. */
export function scheduleText(schedule: Schedule): string {
  if (schedule.type === "fix_rate") return `每隔${schedule.conf ?? ""}秒`;
  if (schedule.type !== "cron") return "不自动执行";
  try {
    const options = { locale: "zh_CN", use24HourTimeFormat: true, throwExceptionOnParseError: true };
    return cronstrue
      .toString(schedule.conf ?? "", options)
      .replaceAll(", ", "，")
      .replaceAll(/\s+/g, "");
  } catch {
    return schedule.conf ?? "";
  }
}

/** An instant in the zone of a schedule, `2026-11-21 08:00:00 星期六`. */
export function zonedText(instant: Date, zone: string): string {
  if (zone === "Asia/Shanghai") return withWeekday(chinaTime(instant.toISOString()), instant, zone);
  const parts = new Intl.DateTimeFormat("sv-SE", {
    timeZone: zone,
    dateStyle: "short",
    timeStyle: "medium",
  }).format(instant);
  return withWeekday(parts, instant, zone);
}

function withWeekday(text: string, instant: Date, zone: string): string {
  const weekday = new Intl.DateTimeFormat("zh-CN", { timeZone: zone, weekday: "long" }).format(instant);
  return `${text} ${weekday}`;
}
