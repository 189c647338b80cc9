import ical, { ICalAlarmType, ICalCalendarMethod, ICalEventStatus } from "ical-generator";
import { addDays } from "~/shared/calendar";

/** A day of somebody's calendar. */
export interface CalendarEntry {
  /** What it is called in the calendar. */
  title: string;
  /** The day, YYYY-MM-DD; the whole of it. */
  day: string;
  place?: string;
  /** Lines of text. */
  note?: string;
  /** Nobody has agreed to the day yet. */
  isOpen?: true;
}

const DAY_SECONDS = 24 * 60 * 60;
const PROGRAM = { company: "supplier-portal", product: "supplier-portal", language: "ZH" };

/**
 * An entry as a file that calendars take in (RFC 5545), with a reminder one day before. The same record gives the same `UID`: a later
 * file moves the entry instead of adding another one.
 * @param of.id of the record; `version` grows with every change of it; `href` is where it is read
 */
export function calendarText(
  { title, day, place, note, isOpen }: CalendarEntry,
  of: { id: string; version: number; href: string; now: Date },
): string {
  const calendar = ical({ prodId: PROGRAM, method: ICalCalendarMethod.PUBLISH });
  const entry = calendar.createEvent({
    id: `${of.id}@supplier-portal`,
    sequence: of.version,
    stamp: of.now,
    start: day,
    end: addDays(day, 1),
    allDay: true,
    summary: title,
    ...(place ? { location: place } : {}),
    ...(note ? { description: note } : {}),
    url: of.href,
    status: isOpen ? ICalEventStatus.TENTATIVE : ICalEventStatus.CONFIRMED,
  });
  entry.createAlarm({ type: ICalAlarmType.display, description: title, trigger: DAY_SECONDS });
  return `${calendar.toString()}\r\n`;
}
