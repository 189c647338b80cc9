import { EMAIL_WRONG, isEmail } from "~/shared/field-rules";
import { UNREADABLE } from "~/shared/readable";
import { halfWidth } from "~/shared/text";
import type { KindName, KindOptions } from "../field";
import { isBlank, type Kind, type Reading } from "./kind";

// Control characters except tab and line breaks, lone surrogates, and the mark that stands for what could not be read: PostgreSQL
// refuses NUL, people cannot see the rest.
const UNSEEN = /[^\P{Cc}\t\n\r]|[\p{Cs}\ufffd]/u;

function readText(raw: unknown, options: KindOptions, longest: number, oneLine: boolean): Reading {
  if (isBlank(raw)) return { value: null };
  if (typeof raw !== "string") return { complaint: "请输入文字" };
  if (UNSEEN.test(raw)) return { complaint: UNREADABLE };
  const value = (oneLine ? raw.replace(/[\r\n\t]+/g, " ") : raw.replace(/\r\n?/g, "\n")).trim();
  const limit = options.maxLength ?? longest;
  const length = [...value].length;
  if (length > limit) return { complaint: `最多${limit}个字，现在是${length}个字` };
  if (options.pattern && !options.pattern.expression.test(value)) return { complaint: options.pattern.complaint };
  return { value };
}

function textKind(name: KindName, control: Kind["control"], read: Kind["read"]): Kind {
  return {
    name,
    column: () => "text",
    read,
    show: String,
    toInput: String,
    toWire: (value) => value,
    align: "start",
    control,
    filter: "contains",
  };
}

export const plainTextKind = textKind("text", "text", (raw, options) => readText(raw, options, 200, true));

export const longTextKind = textKind("longText", "textarea", (raw, options) => readText(raw, options, 4000, false));

export const phoneKind = textKind("phone", "text", (raw, options) => {
  const reading = readText(typeof raw === "string" ? halfWidth(raw).replace(/[\s()]/g, "") : raw, options, 20, true);
  if ("complaint" in reading || reading.value === null) return reading;
  return /^(\+?86-?)?1\d{10}$|^0\d{2,3}-?\d{7,8}(-\d{1,6})?$|^400-?\d{3}-?\d{4}$/.test(String(reading.value))
    ? reading
    : { complaint: "请输入正确的手机号" };
});

export const emailKind = textKind("email", "text", (raw, options) => {
  const reading = readText(typeof raw === "string" ? halfWidth(raw) : raw, options, 200, true);
  if ("complaint" in reading || reading.value === null) return reading;
  return isEmail(String(reading.value)) ? reading : { complaint: EMAIL_WRONG };
});
