import { dayOf } from "~/shared/calendar";
import { readTypedDay, readTypedMoment, type Typed } from "~/shared/typed-day";

/** What a date field holds: a day `YYYY-MM-DD`, and a time `HH:mm` where it asks for one; empty for what is not there yet. */
export interface DayAndTime {
  day: string;
  time: string;
}

/** Reads the text of a date field, as it was typed or as a control writes it. What is half typed is no day yet. */
export function readDay(text: string, now = new Date()): DayAndTime {
  const today = dayOf(now);
  const moment = readTypedMoment(text, today);
  const typed = "text" in moment ? moment : readTypedDay(text, today);
  const [day = "", time = ""] = "text" in typed ? typed.text.split("T") : [];
  return { day, time };
}

/** What a date field holds once it is left: as a control of the browser writes it, or what is wrong with it. */
export function settled(text: string, withTime: boolean, now = new Date()): Typed {
  return (withTime ? readTypedMoment : readTypedDay)(text, dayOf(now));
}

/** Whether nothing can be meant but this: short forms may go on, `12-1` as 12-15. */
export function isComplete(text: string, withTime: boolean): boolean {
  return text.trim() !== "" && "text" in (withTime ? readTypedMoment : readTypedDay)(text);
}

/**
 * The text a field holds after a day or a time was chosen. A time alone is one of today.
 * @param proposed the time of a day that was chosen alone
 */
export function writeDay({ day, time }: DayAndTime, withTime: boolean, proposed = "00:00", now = new Date()): string {
  const chosen = day || (time ? dayOf(now) : "");
  return withTime && chosen ? `${chosen}T${time || proposed}` : chosen;
}
