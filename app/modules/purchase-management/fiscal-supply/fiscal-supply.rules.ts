import { type Complaint, complain, ok, type Value } from "~/engine/entity";
import { addDays, addMonths, daysBetween } from "~/shared/calendar";
import { decimal, decimalOrZero, roundPercent, roundQuantity, sum } from "~/shared/decimal";

/** Where the agreed quantity comes from. */
export const COMMIT_SOURCES = { shares: "货源比例保底量", manual: "手工约定", copied: "复制上年" } as const;

/** How a commitment goes, as lists say it. */
export const PACES = { on: "正常", behind: "落后", over: "超出约定" } as const;

/** A season is no longer than a year. */
const MOST_MONTHS = 12;

export interface Period {
  from: string;
  to: string;
}

/** First and last day of a fiscal year; it is named by the year it begins in. */
export function fiscalPeriod(year: string, startMonth: number): Period {
  const from = `${year}-${String(startMonth).padStart(2, "0")}-01`;
  return { from, to: addDays(addMonths(from, MOST_MONTHS), -1) };
}

/** The months of a period with their last days. */
export function monthsOf({ from, to }: Period): { month: string; end: string }[] {
  const first = `${from.slice(0, 7)}-01`;
  const found: { month: string; end: string }[] = [];
  for (let at = 0; at <= MOST_MONTHS && addMonths(first, at) <= to; at += 1) {
    const begin = addMonths(first, at);
    found.push({ month: begin.slice(0, 7), end: addDays(addMonths(begin, 1), -1) });
  }
  return found;
}

/** The same period a year later; a month keeps its last day. */
export function yearLater({ from, to }: Period): Period {
  const after = addDays(to, 1);
  // A leap day in the period does not move its end.
  return { from: addMonths(from, MOST_MONTHS), to: addDays(addMonths(after, MOST_MONTHS), -1) };
}

export function nextYear(year: string): string {
  return String(Number(year) + 1);
}

export function periodFits({ valid_from, valid_to }: { valid_from: string; valid_to: string }): Complaint | null {
  if (valid_to < valid_from) return complain("valid_to", "结束日期不能早于开始日期");
  return valid_to >= addMonths(valid_from, MOST_MONTHS) ? complain("valid_to", "产季不能超过12个月") : ok;
}

/** What nobody wrote down anywhere else needs a reason. */
export function manualIsExplained({
  commit_source,
  reason,
}: {
  commit_source: string | null;
  reason: string | null;
}): Complaint | null {
  return commit_source === "manual" && !reason ? complain("reason", "手工填写约定供货量的，请说明约定依据") : ok;
}

export function adjustmentDiffers(
  { commit_qty }: { commit_qty: string },
  input: Readonly<Record<string, Value>>,
): Complaint | null {
  const typed = input.commit_qty;
  return typeof typed === "string" && decimal(typed).eq(decimal(commit_qty))
    ? complain("commit_qty", "约定供货量没有变化")
    : ok;
}

/** Nobody agrees on a time that is over. */
export function notOver(
  { valid_to }: { valid_to: string },
  _input: Readonly<Record<string, Value>>,
  _lines: unknown,
  { today }: { today: string },
): Complaint | null {
  return valid_to < today ? complain("valid_to", "期间已经结束，不能生效") : ok;
}

/** What came and stayed, beside what was agreed on. */
export interface Execution {
  commit: string;
  received: string;
  returned: string;
}

/** Share of the agreed quantity that is here; what went back is owed again. */
export function execRate({ commit, received, returned }: Execution): string {
  const agreed = decimal(commit);
  if (agreed.lte(0)) return "0";
  return roundPercent(decimal(received).minus(decimal(returned)).times(100).div(agreed));
}

/** Share of the days of the period that are over, today included. */
export function timeRate({ from, to }: Period, today: string): string {
  if (today < from) return "0";
  if (today >= to) return "100";
  const whole = daysBetween(from, to) + 1;
  return roundPercent(
    decimal(daysBetween(from, today) + 1)
      .times(100)
      .div(decimal(whole)),
  );
}

export function isBehind(exec: string, time: string, lagPoints: number): boolean {
  return decimal(time).minus(decimal(exec)).gt(lagPoints);
}

/** What was ordered above the agreed quantity; null while it lies within the tolerance. */
export function overQty(ordered: string, commit: string, overPercent: number): string | null {
  const agreed = decimal(commit);
  const most = agreed.times(100 + overPercent).div(100);
  return decimal(ordered).gt(most) ? roundQuantity(decimal(ordered).minus(agreed)) : null;
}

/** How much more is still needed than the supplier still owes; negative: it owes more than is needed. */
export function forecastGap({ demand, commit, ordered }: { demand: string; commit: string; ordered: string }): string {
  const left = decimal(commit).minus(decimal(ordered));
  return roundQuantity(decimal(demand).minus(left.lt(0) ? decimal("0") : left));
}

/** Whether what a supplier can make in a month is less than what it still owes of it; unknown while it said nothing. */
export function isShort(capacity: string | null, open: string): boolean {
  return capacity !== null && decimal(capacity).lt(decimal(open));
}

/** Sums up to each of the values. */
export function cumulative(values: readonly string[]): string[] {
  let whole = decimal("0");
  return values.map((value) => {
    whole = whole.plus(decimal(value));
    return roundQuantity(whole);
  });
}

/** The agreed quantity up to the end of each month, spread evenly; the last is the whole. */
export function agreedByMonth(commit: string, months: number): string[] {
  return Array.from({ length: months }, (_, at) =>
    roundQuantity(
      decimal(commit)
        .times(at + 1)
        .div(months),
    ),
  );
}

/** What a supplier can make in all, of what it said and of what it types now. */
export function wholeCapacity(
  months: readonly { id: string; capacity_qty: string | null }[],
  typed: ReadonlyMap<string, Readonly<Record<string, Value>>>,
): string {
  return roundQuantity(
    sum(
      months.map(({ id, capacity_qty }) => {
        const said = typed.get(id)?.capacity_qty;
        return decimalOrZero(typeof said === "string" ? said : capacity_qty);
      }),
    ),
  );
}

/** The day of this month by which capacity is said. */
export function capacityDay(today: string, day: number): string {
  return `${today.slice(0, 8)}${String(day).padStart(2, "0")}`;
}
