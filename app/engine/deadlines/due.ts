import { addDays, addWorkdays, dayOf, weekdayNumber } from "~/shared/calendar";
import type { Deadline } from "../entity/deadlines";
import type { Digest } from "../entity/digests";

const HOUR_MS = 60 * 60_000;
const DAY_MS = 24 * HOUR_MS;

/** When something is due. */
export interface Due {
  day: string;
  /** The instant, where the deadline has one; null for whole days. */
  instant: string | null;
}

/**
 * When a row is due, from what its column holds and the length of the deadline.
 * @param held ISO day or instant
 * @param term in the unit of `after`
 */
export function dueOf(deadline: Deadline, held: string, isDay: boolean, term: number): Due {
  const unit = deadline.after?.unit;
  if (isDay)
    return {
      day: unit === "workday" ? addWorkdays(held, term) : addDays(held, unit === "day" ? term : 0),
      instant: null,
    };
  const begun = new Date(held);
  if (unit === "workday") return { day: addWorkdays(dayOf(begun), term), instant: null };
  const instant = new Date(begun.getTime() + term * (unit === "hour" ? HOUR_MS : unit === "day" ? DAY_MS : 0));
  return { day: dayOf(instant), instant: instant.toISOString() };
}

/**
 * The week or month whose digest is due, by its first day; null before its day has come.
 * @param day of the week or the month, as in `Digest`
 */
export function digestPeriod(every: Digest["every"], day: number, today: string): string | null {
  const begun = every === "week" ? addDays(today, 1 - weekdayNumber(today)) : `${today.slice(0, 8)}01`;
  return addDays(begun, day - 1) <= today ? begun : null;
}

/** Whether it is over: at its instant, after its day, or on its day where something begins. */
export function isOver({ day, instant }: Due, begins: boolean, now: Date): boolean {
  if (instant !== null) return instant <= now.toISOString();
  return begins ? day <= dayOf(now) : day < dayOf(now);
}
