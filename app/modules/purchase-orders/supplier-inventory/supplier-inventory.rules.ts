import { type Complaint, complain, ok, type RuleFacts } from "~/engine/entity";
import { addDays, daysBetween } from "~/shared/calendar";
import { type Decimal, decimal, decimalOrZero, roundPercent, roundQuantity, sum } from "~/shared/decimal";

/** What the goods are that a supplier has. */
export const STOCK_KINDS = {
  raw: "原料",
  wip: "在制",
  finished: "成品",
  pack: "客供包材",
  blocked: "不合格待处理",
} as const;

/** What a list says of a report that is not to be relied on, the gravest first. */
export const HINTS = { expired: "已过保质期", stale: "数据已过期", short: "剩余保质期不足" } as const;
export type Hint = keyof typeof HINTS;

interface Reported {
  qty: string;
  report_date: string;
  produce_date: string | null;
  expire_date: string | null;
}

export function quantityNotNegative({ qty }: Pick<Reported, "qty">): Complaint | null {
  return decimal(qty).lt(0) ? complain("qty", "库存数量不能为负数") : ok;
}

type Inputs = Readonly<Record<string, unknown>>;

export function reportedByToday(
  { report_date }: Pick<Reported, "report_date">,
  _input: Inputs,
  _lines: unknown,
  { today }: Pick<RuleFacts, "today">,
): Complaint | null {
  return report_date > today ? complain("report_date", "上报日期不能晚于今天") : ok;
}

export function daysFit({ report_date, produce_date, expire_date }: Reported): Complaint | null {
  if (produce_date !== null && produce_date > report_date) return complain("produce_date", "生产日期不能晚于上报日期");
  return produce_date !== null && expire_date !== null && expire_date <= produce_date
    ? complain("expire_date", "到期日须晚于生产日期")
    : ok;
}

/** A new figure is never older than the one it follows. */
export function updateFits({ report_date }: Pick<Reported, "report_date">, input: Inputs): Complaint | null {
  const { qty, report_date: day } = input;
  if (typeof qty === "string" && decimal(qty).lt(0)) return complain("qty", "库存数量不能为负数");
  if (typeof day !== "string") return ok;
  return day < report_date ? complain("report_date", `上报日期不能早于上次上报的${report_date}`) : ok;
}

export function notAskedToday(
  { asked_on }: { asked_on: string | null },
  _input: Inputs,
  _lines: unknown,
  { today }: Pick<RuleFacts, "today">,
): Complaint | null {
  return asked_on === today ? complain("asked_on", "今天已经请供应商更新过，请等待上报") : ok;
}

/** Until when a batch is good; null where nobody says how long it keeps. */
export function expiryOf(produced: string | null, shelfDays: number | null): string | null {
  return produced === null || shelfDays === null ? null : addDays(produced, shelfDays);
}

/** For how many days the report is older than may be; null while it may be relied on. */
export function staleFor(reported: string, today: string, limit: number): number | null {
  const age = daysBetween(reported, today);
  return age > limit ? age : null;
}

/** How much of its shelf life is left, in percent, never below zero; null where its days are not known. */
export function remainRate(
  { produce_date, expire_date }: Pick<Reported, "produce_date" | "expire_date">,
  today: string,
): string | null {
  if (produce_date === null || expire_date === null || expire_date <= produce_date) return null;
  const left = Math.max(0, daysBetween(today, expire_date));
  return roundPercent(decimal(left).times(100).div(daysBetween(produce_date, expire_date)));
}

/** Good until its last day. */
export function isExpired(expires: string | null, today: string): boolean {
  return expires !== null && expires < today;
}

interface Placed {
  id: string;
  supplier_id: string;
  material_id: string;
  batch_no: string | null;
  stock_kind: string;
  qty: string;
}

/** What a batch of a supplier is known by, wherever it lies. */
export function batchKey(row: Pick<Placed, "supplier_id" | "material_id" | "batch_no">): string {
  return JSON.stringify([row.supplier_id, row.material_id, row.batch_no]);
}

/**
 * What is on its way to us by rows: a batch that lies at several places is taken from them one after the other, and never more than lies
 * there. Only finished goods leave.
 */
export function spreadLocked(rows: readonly Placed[], locked: ReadonlyMap<string, string>): Map<string, string> {
  const left = new Map<string, Decimal>([...locked].map(([key, qty]) => [key, decimal(qty)]));
  const found = new Map<string, string>();
  for (const row of rows) {
    const open = left.get(batchKey(row)) ?? decimal(0);
    const whole = decimal(row.qty);
    const taken = row.stock_kind !== "finished" ? decimal(0) : open.gt(whole) ? whole : open;
    left.set(batchKey(row), open.minus(taken));
    found.set(row.id, roundQuantity(taken));
  }
  return found;
}

/** What can be called off: finished, not expired, not on its way. Null for what is no goods of ours yet. */
export function availableQty(
  row: { stock_kind: string; qty: string; expire_date: string | null },
  locked: string,
  today: string,
): string | null {
  if (row.stock_kind !== "finished") return null;
  return isExpired(row.expire_date, today) ? "0" : roundQuantity(decimal(row.qty).minus(decimal(locked)));
}

/** For how many days the stock lasts at the rate at which it was ordered; null where nothing was ordered. */
export function coverDays(available: string, ordered: string, days: number): number | null {
  const rate = decimal(ordered).div(days);
  return rate.gt(0) ? Math.floor(decimal(available).div(rate).toNumber()) : null;
}

/** Ages of what lies there, in days since it was made, each up to and including its last day; a step that is not above the one before it is none. */
function agesOf(steps: readonly number[]): { label: string; most: number }[] {
  const lasts = steps.filter((most, at) => steps.slice(0, at).every((earlier) => earlier < most));
  return [
    ...lasts.map((most, at) => ({
      label: at === 0 ? `${most}天以内` : `${Number(lasts[at - 1]) + 1}～${most}天`,
      most,
    })),
    { label: `${Number(lasts.at(-1))}天以上`, most: Number.POSITIVE_INFINITY },
  ];
}

/** How many batches are how old; those of which nobody says when they were made stand apart. @param steps last days of the ages */
export function ageCounts(
  rows: readonly { produced: string | null; count: number }[],
  today: string,
  steps: readonly number[],
): { label: string; count: number }[] {
  const ages = agesOf(steps);
  const counted = (holds: (age: number | null) => boolean) =>
    rows
      .filter(({ produced }) => holds(produced === null ? null : daysBetween(produced, today)))
      .reduce((whole, { count }) => whole + count, 0);
  return [
    ...ages.map(({ label, most }, at) => {
      const above = ages[at - 1]?.most ?? Number.NEGATIVE_INFINITY;
      return { label, count: counted((age) => age !== null && age > above && age <= most) };
    }),
    { label: "生产日期不详", count: counted((age) => age === null) },
  ];
}

/** One report of a material, whether it still counts or not. */
export interface Report {
  id: string;
  stock_kind: string;
  batch_no: string | null;
  location: string | null;
  qty: string;
  report_date: string;
  created_at: string;
  expire_date: string | null;
}

/** The later one of two reports of the same day is the one that was made later. */
export function isNewer(one: Report, other: Report): boolean {
  if (one.report_date !== other.report_date) return one.report_date > other.report_date;
  return one.created_at === other.created_at ? one.id > other.id : one.created_at > other.created_at;
}

/**
 * What a supplier had of a material at the end of a day: the newest report of each batch and place until then. What was reported too long
 * before counts as nothing, or who keeps silent would never be short; neither does what had expired.
 */
export function stockOn(reports: readonly Report[], day: string, reportDays: number): string {
  const newest = new Map<string, Report>();
  for (const one of reports) {
    if (one.report_date > day) continue;
    const place = JSON.stringify([one.batch_no, one.location]);
    const known = newest.get(place);
    if (!known || isNewer(one, known)) newest.set(place, one);
  }
  const counted = [...newest.values()].filter(
    (one) =>
      one.stock_kind === "finished" &&
      staleFor(one.report_date, day, reportDays) === null &&
      !isExpired(one.expire_date, day),
  );
  return roundQuantity(sum(counted.map(({ qty }) => qty)));
}

/** Days of a period on which the stock may have changed, in order: reports, and those after which one no longer counts. */
export function changeDays(
  reports: readonly Report[],
  { from, to, reportDays }: { from: string; to: string; reportDays: number },
): string[] {
  const days = reports.flatMap((one) => [
    one.report_date,
    addDays(one.report_date, reportDays + 1),
    ...(one.expire_date === null ? [] : [addDays(one.expire_date, 1)]),
  ]);
  return [...new Set([from, ...days])].filter((day) => day >= from && day <= to).sort();
}

/** Since which day the stock lies under a minimum without a break; null while it does not. */
export function belowSince(
  reports: readonly Report[],
  { min, from, to, reportDays }: { min: string; from: string; to: string; reportDays: number },
): string | null {
  let since: string | null = null;
  for (const day of changeDays(reports, { from, to, reportDays })) {
    const isBelow = decimalOrZero(stockOn(reports, day, reportDays)).lt(decimal(min));
    since = isBelow ? (since ?? day) : null;
  }
  return since;
}
