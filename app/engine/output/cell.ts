import { chinaTime } from "~/shared/calendar";
import type { Field, Value } from "../entity";
import { isPointer } from "../entity/field";
import { kindOf } from "../entity/kinds";
import { type MaskPlace, masked } from "../entity/mask";

/** One value of a table that leaves the product: what it is, so that each format can write it exactly. */
export type Cell =
  | null
  | { as: "text"; text: string }
  /** Plain decimal text, at least `minScale` decimals are shown. A percent is 13 for 13%. */
  | { as: "number" | "percent"; decimal: string; minScale: number }
  /** `YYYY-MM-DD` */
  | { as: "day"; day: string }
  /** China time, `YYYY-MM-DD HH:mm:ss` */
  | { as: "instant"; time: string };

/** Nothing for an empty text, so that it counts as empty in a spreadsheet. */
export function textCell(text: unknown): Cell {
  return text === null || text === undefined || text === "" ? null : { as: "text", text: String(text) };
}

export function instantCell(instant: unknown): Cell {
  return typeof instant === "string" ? { as: "instant", time: chinaTime(instant) } : null;
}

/** A field's value; a reference by its label, which stands beside it. */
export function fieldCell(field: Field, value: Value, label: unknown, place: MaskPlace = "record"): Cell {
  if (isPointer(field)) return textCell(label);
  if (value === null || value === "") return null;
  const kind = kindOf(field);
  const { sheet } = kind;
  switch (sheet?.as) {
    case "number":
    case "percent":
      return { as: sheet.as, decimal: String(value), minScale: sheet.minScale };
    case "day":
      return { as: "day", day: String(value) };
    case "instant":
      return instantCell(value);
    default:
      return textCell(masked(field, kind.show(value, field.options), place));
  }
}

/** What no file of ours carries: control characters but tab and line break, halves of characters, and what XML forbids. */
const UNWRITABLE = /[^\P{Cc}\t\n]|\p{Cs}|[\ufffe\uffff]/gu;

/** A text without characters that people cannot see and spreadsheets refuse; line breaks become one sign. */
export function writable(text: string): string {
  return text.replace(/\r\n?/g, "\n").replace(UNWRITABLE, "");
}
