import { dayOf, isDay } from "~/shared/calendar";

/** What a date field holds: a day `YYYY-MM-DD`, and a time `HH:mm` where it asks for one; empty for what is not there yet. */
export interface DayAndTime {
  day: string;
  time: string;
}

/** Reads the text of a `date` or `datetime-local` control. Half typed years, such as 0002, are no day yet. */
export function readDay(text: string): DayAndTime {
  const [day = "", time = ""] = text.split("T");
  return isDay(day) ? { day, time: time.slice(0, 5) } : { day: "", time: "" };
}

/** The text a control holds after a day or a time was chosen. A time alone is one of today, a day alone begins at midnight. */
export function writeDay({ day, time }: DayAndTime, withTime: boolean, now = new Date()): string {
  const chosen = day || (time ? dayOf(now) : "");
  return withTime && chosen ? `${chosen}T${time || "00:00"}` : chosen;
}
