import { type Complaint, complain, lineField, ok } from "~/engine/entity";
import { addDays, daysBetween } from "~/shared/calendar";
import { type DecimalText, decimal, roundMoney } from "~/shared/decimal";

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
