import { isDay } from "./calendar";
import { halfWidth } from "./text";

/**
 * What can be said of one field without asking anybody: the same sentences when the server reads it and when the browser looks at it
 * as soon as it is left. The server judges; this only speaks earlier. Plain data, so that a page can carry it.
 */
export interface FieldRules {
  /** What is said when nothing stands in it. */
  missing?: string;
  /** Only an e-mail address fits. */
  email?: true;
  /** Only what this expression finds fits. */
  pattern?: { source: string; flags: string; complaint: string };
  /** Only a day within these limits fits. */
  day?: DayLimits;
}

export interface DayLimits {
  /** How complaints call the field. */
  label: string;
  /** First and last day, `YYYY-MM-DD`. */
  min?: string;
  max?: string;
  /** Today is the last day. */
  notInFuture?: boolean;
}

export const EMAIL_WRONG = "请输入正确的Email";

const EMAIL = /^[^\s@<>,;"]+@[^\s@<>,;"]+\.[^\s@<>,;".]{2,}$/;

/** Whether a text, half-width already, is an address that mail can be sent to. */
export function isEmail(text: string): boolean {
  return EMAIL.test(text);
}

/** What is wrong with a day; null for nothing. `today` is the business day. */
export function dayProblem(day: string, { label, min, max, notInFuture }: DayLimits, today: string): string | null {
  if (min !== undefined && day < min) return `${label}不能早于${min}`;
  if (max !== undefined && day > max) return `${label}不能晚于${max}`;
  if (notInFuture && day > today) return `${label}不能晚于今天`;
  return null;
}

/** First and last day that fit, as far as a control of the browser's can be told. `today` is the business day. */
export function dayLimits(
  { min, max, notInFuture }: Omit<DayLimits, "label">,
  today: string,
): { min?: string; max?: string } {
  const last = notInFuture && (max === undefined || today < max) ? today : max;
  return { ...(min === undefined ? {} : { min }), ...(last === undefined ? {} : { max: last }) };
}

/** What is wrong with the text of a control; null for nothing, and for what only the server can read. */
export function fieldProblem(rules: FieldRules, text: string, today: string): string | null {
  const value = text.trim();
  if (value === "") return rules.missing ?? null;
  if (rules.email && !isEmail(halfWidth(value))) return EMAIL_WRONG;
  const { pattern, day } = rules;
  if (pattern && !new RegExp(pattern.source, pattern.flags).test(value)) return pattern.complaint;
  return day && isDay(value) ? dayProblem(value, day, today) : null;
}
