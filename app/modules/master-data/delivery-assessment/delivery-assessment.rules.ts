import { type Complaint, complain, lineField, ok } from "~/engine/entity";
import { addDays, daysBetween } from "~/shared/calendar";
import { type DecimalText, decimal, roundMoney, roundQuantity, sum } from "~/shared/decimal";

interface Banded {
  bands: readonly { from_rate: string; to_rate: string }[];
}

/** Every rate from 0 to 100 has one score: bands follow each other, each from where the one before ends. */
export function bandsCover({ bands }: Banded): Complaint | null {
  const order = bands
    .map((band, at) => ({ ...band, at }))
    .sort((a, b) => decimal(a.from_rate).cmp(decimal(b.from_rate)));
  let reached = decimal("0");
  for (const { from_rate, to_rate, at } of order) {
    if (!decimal(from_rate).eq(reached) || decimal(to_rate).lte(decimal(from_rate)))
      return complain(lineField("bands", at + 1, "from_rate"), "准时率区间存在空档或重叠");
    reached = decimal(to_rate);
  }
  return reached.eq(decimal("100")) ? ok : complain("bands", "准时率区间存在空档或重叠");
}

interface Fining {
  clause_id: string | null;
  fine_start_days: number | null;
  grace_days: number;
}

/** Nobody is fined for days of grace. */
export function finedAfterGrace({ clause_id, fine_start_days, grace_days }: Fining): Complaint | null {
  if (clause_id === null || fine_start_days === null) return ok;
  return fine_start_days <= grace_days ? complain("fine_start_days", "起罚延期天数必须大于宽限天数") : ok;
}

interface ForClasses {
  classes: readonly { supplier_class_id: string }[];
}

/** A class stands once. */
export function classesOnce({ classes }: ForClasses): Complaint | null {
  const ids = classes.map(({ supplier_class_id }) => supplier_class_id);
  const at = ids.findIndex((id, index) => ids.indexOf(id) !== index);
  return at < 0
    ? ok
    : complain(lineField("classes", at + 1, "supplier_class_id"), `第${at + 1}行供应商分类重复，请删除`);
}

/** What a rule says about fines; the rate is percent of the amount per day, the cap percent of the amount. */
export interface FineTerms {
  graceDays: number;
  startDays: number | null;
  rate: DecimalText | null;
  cap: DecimalText | null;
}

/** Whole days behind the due day, grace not taken off; zero while it lies ahead. */
export function lateDays(due: string, today: string): number {
  return Math.max(0, daysBetween(due, today));
}

/** Whether a line that was due then counts as late today. */
export function isLate(due: string, today: string, graceDays: number): boolean {
  return addDays(due, graceDays) < today;
}

/** Fine of a late line: amount × daily rate × (late days − grace), capped; zero before the day fines begin, or without terms. */
export function fineOf(amount: DecimalText, late: number, { graceDays, startDays, rate, cap }: FineTerms): DecimalText {
  if (rate === null || startDays === null || late < startDays) return "0.00";
  const fine = decimal(amount)
    .times(decimal(rate))
    .div(100)
    .times(Math.max(0, late - graceDays));
  const most = cap === null ? null : decimal(amount).times(decimal(cap)).div(100);
  return roundMoney(most !== null && fine.gt(most) ? most : fine);
}

/** Goods of a line that came on a day and were accepted. */
export interface Arrival {
  day: string;
  qty: DecimalText;
}

/** What a line is measured by. */
export interface DueLine {
  qty: DecimalText;
  due: string;
  /** Nothing more is wanted of it, whatever is missing. */
  isOver: boolean;
  arrivals: readonly Arrival[];
}

/** What a rule says about days and quantities. */
export interface Measure {
  graceDays: number;
  earlyCounts: boolean;
  /** Percent of the quantity that may be missing. */
  tolerance: DecimalText;
  /** The day up to which an undelivered line has been late. */
  today: string;
}

/** How a line was delivered. */
export interface Delivered {
  /** What had come by the due day and its grace. */
  received_qty: DecimalText;
  total_qty: DecimalText;
  complete_on: string | null;
  on_time: boolean;
  in_full: boolean;
  early: boolean;
  late_days: number;
}

/**
 * A line is on time when it was complete, within the tolerance, by its due day and grace. Where nothing more was wanted of it, its last
 * arrival counts; whether it came in full is another question. Grace is for delays: it makes nothing early.
 */
export function judgeDelivery({ qty, due, isOver, arrivals }: DueLine, measure: Measure): Delivered {
  const { graceDays, earlyCounts, tolerance, today } = measure;
  const wanted = leastOf(qty, tolerance);
  const sorted = arrivals.toSorted((a, b) => (a.day < b.day ? -1 : 1));
  const last = addDays(due, graceDays);
  let total = decimal("0");
  let complete: string | null = null;
  for (const one of sorted) {
    total = total.plus(decimal(one.qty));
    if (complete === null && total.gte(wanted)) complete = one.day;
  }
  if (complete === null && isOver) complete = sorted.at(-1)?.day ?? null;
  const early = complete !== null && complete < due;
  return {
    received_qty: roundQuantity(sum(sorted.filter(({ day }) => day <= last).map((one) => one.qty))),
    total_qty: roundQuantity(total),
    complete_on: complete,
    on_time: complete !== null && complete <= last && !(earlyCounts && early),
    in_full: total.gt(0) && total.gte(wanted),
    early,
    late_days: lateDays(due, complete ?? today),
  };
}

/** The least that counts as the whole quantity. */
export function leastOf(qty: DecimalText, tolerance: DecimalText) {
  return decimal(qty)
    .times(decimal("100").minus(decimal(tolerance)))
    .div(100);
}

/** The score of a rate: of the band it lies in, each from its first value up to below its last, the highest with 100. */
export function scoreOf(
  rate: DecimalText | null,
  bands: readonly { from_rate: DecimalText; to_rate: DecimalText; score: DecimalText }[],
): DecimalText | null {
  if (rate === null) return null;
  const value = decimal(rate);
  const band = bands.find(
    ({ from_rate, to_rate }) =>
      value.gte(decimal(from_rate)) && (value.lt(decimal(to_rate)) || decimal(to_rate).eq(decimal("100"))),
  );
  return band?.score ?? null;
}

/** How a month is written: `2026-10`. */
export const MONTH = { expression: /^20\d{2}-(0[1-9]|1[0-2])$/, complaint: "请按“2026-10”的格式填写月份" };
