import { type Complaint, complain, ok } from "~/engine/entity";
import { decimal, formatDecimal, roundPercent } from "~/shared/decimal";

/** Whether a value counts. */
export const STANDINGS = { valid: "有效", waiting: "待确认", refused: "已退回" } as const;

interface Compared {
  value: string | null;
  previous_value: string | null;
}

/** 环比: how far a value lies from the one before it, in percent; null where there is none. */
export function changeRate({ value, previous_value }: Compared): string | null {
  if (value === null || previous_value === null || decimal(previous_value).eq(0)) return null;
  const previous = decimal(previous_value);
  return roundPercent(decimal(value).minus(previous).div(previous).times(100));
}

/** A change as people read it: 「+12.5%」. */
export function rateText(rate: string): string {
  return `${decimal(rate).gt(0) ? "+" : ""}${formatDecimal(rate)}%`;
}

/** A value that lies further from the one before it than the limit waits until somebody else has looked at it; unrounded. */
export function standingOf({ value, previous_value }: Compared, limit: number): "valid" | "waiting" {
  if (value === null || previous_value === null) return "valid";
  const previous = decimal(previous_value);
  const distance = decimal(value).minus(previous).abs();
  return distance.times(100).gt(previous.times(limit)) ? "waiting" : "valid";
}

/** What is said of a value that waits. */
export function jumpSentence(compared: Compared): string {
  return `较上期变动${formatDecimal(changeRate(compared) ?? "0")}%，请确认`;
}

/** A correction says something else. */
export function isCorrected({ value }: { value: string }, { value: next }: { value?: unknown }): Complaint | null {
  return typeof next === "string" && decimal(next).eq(decimal(value))
    ? complain("value", "更正后的价格与原来的相同")
    : ok;
}

/** A value of a series on its day. */
export interface DayValue {
  id: string;
  price_date: string;
  value: string;
  previous_value: string | null;
  standing: string;
}

/**
 * Rows of a series that are compared with another value than they say, once something changed on a day: those behind it up to the next value
 * that counts, which all others are compared with.
 * @param rows of one series, in the order of their days
 */
export function toRestate(rows: readonly DayValue[], day: string): { id: string; previous: string | null }[] {
  const base = rows.findLast(({ price_date, standing }) => price_date <= day && standing === "valid");
  const behind = rows.filter(({ price_date }) => price_date > day);
  const next = behind.findIndex(({ standing }) => standing === "valid");
  const concerned = next < 0 ? behind : behind.slice(0, next + 1);
  const previous = base?.value ?? null;
  const isSame = (old: string | null) =>
    old === null || previous === null ? old === previous : decimal(old).eq(decimal(previous));
  return concerned.filter(({ previous_value }) => !isSame(previous_value)).map(({ id }) => ({ id, previous }));
}
