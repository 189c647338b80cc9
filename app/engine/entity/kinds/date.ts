import { chinaTime, dayOf, readInstant } from "~/shared/calendar";
import { dayProblem } from "~/shared/field-rules";
import { halfWidth } from "~/shared/text";
import { NO_DAY, NO_MOMENT, readTypedDay, readTypedMoment } from "~/shared/typed-day";
import type { KindOptions } from "../field";
import { isBlank, type Kind, type Reading } from "./kind";

function readDay(raw: unknown, options: KindOptions, today = dayOf(new Date())): Reading {
  if (isBlank(raw)) return { value: null };
  const typed = typeof raw === "string" ? readTypedDay(raw) : { complaint: NO_DAY };
  if ("complaint" in typed) return typed;
  const complaint = dayProblem(typed.text, options, today);
  return complaint ? { complaint } : { value: typed.text };
}

export const dateKind: Kind = {
  name: "date",
  column: () => "date",
  read: readDay,
  show: String,
  toInput: String,
  toWire: (value) => value,
  sheet: { as: "day" },
  align: "start",
  control: "date",
  filter: "dayRange",
};

/** An instant as programs write it, else as people do. */
function readMoment(raw: unknown): { value: string } | { complaint: string } {
  if (typeof raw !== "string") return { complaint: NO_MOMENT };
  const typed = readTypedMoment(raw);
  const value = readInstant(halfWidth(raw)) ?? ("text" in typed ? readInstant(typed.text) : null);
  return value ? { value } : "complaint" in typed ? typed : { complaint: NO_MOMENT };
}

export const dateTimeKind: Kind = {
  name: "dateTime",
  column: () => "timestamptz",
  read(raw, options, today = dayOf(new Date())) {
    if (isBlank(raw)) return { value: null };
    const read = readMoment(raw);
    if ("complaint" in read) return read;
    const { value } = read;
    const complaint = dayProblem(dayOf(new Date(value)), options, today);
    return complaint ? { complaint } : { value };
  },
  show: (value) => chinaTime(String(value)).slice(0, 16),
  toInput: (value) => chinaTime(String(value)).slice(0, 16).replace(" ", "T"),
  toWire: (value) => chinaTime(String(value)),
  sheet: { as: "instant" },
  align: "start",
  control: "datetime",
  filter: "dayRange",
};
