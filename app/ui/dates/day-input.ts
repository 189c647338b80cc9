/** A year has four digits: without limits a control of the browser's takes six, and 2026 typed by hand becomes another year. */
const FIRST = "1900-01-01";
const LAST = "9999-12-31";
const WRITTEN = /^\d{4}-\d\d-\d\d(T|$)/;

/**
 * What makes an input one for a day or a moment. A text that is none stays in sight as it was typed: a control of the browser's
 * would show nothing, and post nothing.
 * @param days first and last day that fit; the time that is proposed to a day chosen in the calendar
 */
export function dayInput(
  kind: "date" | "datetime-local",
  value: string,
  days: { min?: string; max?: string; time?: string } = {},
): { type: string; min: string; max: string; "data-day"?: string; "data-time"?: string } {
  const { min = FIRST, max = LAST, time } = days;
  const [from, until] = kind === "date" ? ["", ""] : ["T00:00", "T23:59"];
  const range = { min: min + from, max: max + until, ...(time ? { "data-time": time } : {}) };
  return value === "" || exists(value) ? { type: kind, ...range } : { type: "text", ...range, "data-day": kind };
}

function exists(value: string): boolean {
  const day = value.slice(0, FIRST.length);
  const read = new Date(`${day}T00:00Z`);
  return WRITTEN.test(value) && !Number.isNaN(read.getTime()) && read.toISOString().startsWith(day);
}
