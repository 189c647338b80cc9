import { type Complaint, complain, ok } from "~/engine/entity";
import { chinaTime } from "~/shared/calendar";
import { decimal } from "~/shared/decimal";

/** What is said of a statement that is not to be relied on. */
export const HINTS = { stale: "数据已过期" } as const;

/** The ERP may have booked more out than in. */
export const SIGNED = { min: "-999999999999999" } as const;

const HOUR_MS = 3_600_000;
/** As far as the clocks of a signed call may be apart. */
const CLOCKS_APART_MS = 5 * 60_000;

/** What the ERP said of the stock at a moment. */
export interface Statement {
  qty: string;
  uom: string;
  stated_at: string;
}

const at = (moment: string) => new Date(moment).getTime();

/** Whether what was said is of a moment before that of what is known: it came late, and says nothing about the stock of today. */
export function isOlder(said: Statement, known: Statement): boolean {
  return at(said.stated_at) < at(known.stated_at);
}

/** Of one moment there is one stock: which of two statements about it came last says nothing. */
export function contradicts(said: Statement, known: Statement | null): Complaint | null {
  if (known === null || at(said.stated_at) !== at(known.stated_at)) return ok;
  if (decimal(said.qty).eq(decimal(known.qty)) && said.uom === known.uom) return ok;
  const moment = chinaTime(known.stated_at);
  return complain("stated_at", `截至${moment}的库存已陈述，数量不同，更正请给出更晚的时点`);
}

/** A moment that is still to come would keep every statement until then from counting. */
export function stillToCome(said: Statement, now: Date): Complaint | null {
  return at(said.stated_at) > now.getTime() + CLOCKS_APART_MS ? complain("stated_at", "截至时点不能晚于现在") : ok;
}

/** Whether so many hours have passed since the moment that nobody should rely on what was said of it. */
export function isStale(statedAt: string, now: Date, hours: number): boolean {
  return now.getTime() - at(statedAt) > hours * HOUR_MS;
}
