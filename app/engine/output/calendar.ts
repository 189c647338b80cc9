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

const WIDTH = 75;

/** Signs that mean something to a calendar (RFC 5545, 3.3.11). */
function escaped(text: string): string {
  return text.replace(/[\\;,]/g, (sign) => `\\${sign}`).replace(/\r?\n/g, "\\n");
}

/** Lines of at most 75 octets, no sign cut in two (RFC 5545, 3.1). */
function folded(line: string): string {
  const parts: string[] = [];
  let part = "";
  for (const sign of line) {
    // What follows a fold begins with a space, which counts.
    const most = parts.length === 0 ? WIDTH : WIDTH - 1;
    if (Buffer.byteLength(part + sign) > most) {
      parts.push(part);
      part = "";
    }
    part += sign;
  }
  return [...parts, part].join("\r\n ");
}

const stamp = (instant: Date) => `${instant.toISOString().slice(0, 19).replace(/[-:]/g, "")}Z`;
const dateOf = (day: string) => day.replaceAll("-", "");

/**
 * An entry as a file that calendars take in (RFC 5545). The same record gives the same `UID`: a later file moves the entry instead of
 * adding another one.
 * @param of.id of the record; `version` grows with every change of it; `href` is where it is read
 */
export function calendarText(
  { title, day, place, note, isOpen }: CalendarEntry,
  of: { id: string; version: number; href: string; now: Date },
): string {
  const lines = [
    "BEGIN:VCALENDAR",
    "VERSION:2.0",
    "PRODID:-//supplier-portal//CN",
    "CALSCALE:GREGORIAN",
    "METHOD:PUBLISH",
    "BEGIN:VEVENT",
    `UID:${of.id}@supplier-portal`,
    `DTSTAMP:${stamp(of.now)}`,
    `SEQUENCE:${of.version}`,
    `DTSTART;VALUE=DATE:${dateOf(day)}`,
    `DTEND;VALUE=DATE:${dateOf(addDays(day, 1))}`,
    `SUMMARY:${escaped(title)}`,
    ...(place ? [`LOCATION:${escaped(place)}`] : []),
    ...(note ? [`DESCRIPTION:${escaped(note)}`] : []),
    `URL:${of.href}`,
    `STATUS:${isOpen ? "TENTATIVE" : "CONFIRMED"}`,
    "BEGIN:VALARM",
    "ACTION:DISPLAY",
    `DESCRIPTION:${escaped(title)}`,
    "TRIGGER:-P1D",
    "END:VALARM",
    "END:VEVENT",
    "END:VCALENDAR",
  ];
  return `${lines.map(folded).join("\r\n")}\r\n`;
}
