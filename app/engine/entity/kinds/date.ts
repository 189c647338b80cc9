import { chinaTime, dayOf, isDay, readInstant } from "~/shared/calendar";
import { dayProblem } from "~/shared/field-rules";
import { halfWidth } from "~/shared/text";
import type { KindOptions } from "../field";
import { isBlank, type Kind, type Reading } from "./kind";

function readDay(raw: unknown, options: KindOptions, today = dayOf(new Date())): Reading {
  if (isBlank(raw)) return { value: null };
  if (typeof raw !== "string") return { complaint: "请输入日期，例如 2026-01-31" };
  const typed = halfWidth(raw)
    .replace(/[年月/.]/g, "-")
    .replace(/日$/, "")
    .replace(/-(\d)(?=-|$)/g, "-0$1");
  if (!isDay(typed)) {
    return { complaint: /^\d{4}-\d{2}-\d{2}$/.test(typed) ? "该日期不存在，请核对" : "请输入日期，例如 2026-01-31" };
  }
  const complaint = dayProblem(typed, options, today);
  return complaint ? { complaint } : { value: typed };
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

export const dateTimeKind: Kind = {
  name: "dateTime",
  column: () => "timestamptz",
  read(raw, options, today = dayOf(new Date())) {
    if (isBlank(raw)) return { value: null };
    const value = typeof raw === "string" ? readInstant(halfWidth(raw)) : null;
    if (!value) return { complaint: "请输入日期和时间，例如 2026-01-31 17:30" };
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
