import type { KindName, KindOptions } from "../field";

/** A value as records and JSON carry it. Decimals, days and instants are text. */
export type Value = string | number | boolean | null | Json;
export type Json = { readonly [key: string]: unknown } | readonly unknown[];

/** What came out of reading an input: a value, or a complaint to show beside the field. */
export type Reading = { value: Value } | { complaint: string };

/** Column types the generated tables use. */
export type ColumnType =
  | "uuid"
  | "text"
  | "integer"
  | "boolean"
  | "date"
  | "timestamptz"
  | "jsonb"
  | `numeric(${number},${number})`;

/** One kind of field answers every question about itself here; nothing else in the program switches over kinds. */
export interface Kind {
  readonly name: KindName;
  column(options: KindOptions): ColumnType;
  /** Reads a form string or a JSON value. Empty input is `{value: null}`; whether that is allowed is asked elsewhere. `today` is the business day of the request. */
  read(raw: unknown, options: KindOptions, today?: string): Reading;
  /** The value as people read it. References are shown by their label instead. */
  show(value: Exclude<Value, null>, options: KindOptions): string;
  /** The value as a form control holds it. */
  toInput(value: Exclude<Value, null>): string;
  /** The value as REST sends it. */
  toWire(value: Exclude<Value, null>): Value;
  /** What the value is in a spreadsheet; absent: the text that people read. */
  readonly sheet?: SheetShape;
  readonly align: "start" | "end";
  readonly control: Control;
  readonly filter: FilterShape;
}

/** Numbers show at least `minScale` decimals; a percent is stored as 13 and shown as 13%. */
export type SheetShape = { as: "number" | "percent"; minScale: number } | { as: "day" | "instant" };

export type Control =
  | "text"
  | "textarea"
  | "decimal"
  | "integer"
  | "date"
  | "datetime"
  | "select"
  | "checkbox"
  | "reference"
  | "files"
  | "none";
export type FilterShape = "contains" | "range" | "dayRange" | "options" | "reference" | "yesNo" | "none";

/** True for what counts as nothing typed. */
export function isBlank(raw: unknown): boolean {
  return raw === null || raw === undefined || (typeof raw === "string" && raw.trim() === "");
}
