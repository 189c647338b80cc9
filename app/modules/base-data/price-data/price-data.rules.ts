import { addDays } from "~/shared/calendar";

/** Days a price holds, both included. */
export interface Span {
  valid_from: string;
  valid_to: string;
}

/** Whether two prices hold on one and the same day. */
export function overlaps(one: Span, other: Span): boolean {
  return one.valid_from <= other.valid_to && other.valid_from <= one.valid_to;
}

/** What becomes of a price whose place another one takes: it ends the day before, or never holds at all. */
export type Cut = { closes: true } | { closes: false; valid_to: string };

/** How a price ends when another one begins; null: they do not meet. */
export function cutBy(old: Span, next: Span): Cut | null {
  if (!overlaps(old, next)) return null;
  const valid_to = addDays(next.valid_from, -1);
  return valid_to < old.valid_from ? { closes: true } : { closes: false, valid_to };
}

/** What becomes of a price that is revoked: the days it held stay what they were. */
export function revokedOn(span: Span, today: string): Cut | null {
  if (span.valid_to < today) return null;
  const yesterday = addDays(today, -1);
  return span.valid_from >= today ? { closes: true } : { closes: false, valid_to: yesterday };
}

/** A price that ended earlier than it was approved for. */
export interface Former extends Span {
  agreed_to: string;
  closed_on: string | null;
}

/**
 * The days on which a former price holds again once what took its place is gone: from today, or from its first day, until the day it
 * was approved for, or the day before the next price that stands. `extends`: it goes on without a gap, so that the row itself is made longer.
 * @param standing other prices of the same in force or to come, without what was revoked
 */
export function restored(
  former: Former,
  standing: readonly Span[],
  today: string,
): (Span & { extends: boolean }) | null {
  const goesOn = former.closed_on !== null || former.valid_to >= addDays(today, -1);
  const since = former.closed_on === null ? addDays(former.valid_to, 1) : former.valid_from;
  const from = since > today ? since : today;
  const blocking = standing.filter(({ valid_to }) => valid_to >= from).map(({ valid_from }) => valid_from);
  const ends = [former.agreed_to, ...blocking.map((day) => addDays(day, -1))];
  const [valid_to = former.agreed_to] = ends.sort();
  if (valid_to < from) return null;
  // A row that never held begins on its own day, or today where that has passed meanwhile.
  const valid_from = former.closed_on === null ? (goesOn ? former.valid_from : from) : from;
  return { valid_from, valid_to, extends: goesOn };
}
