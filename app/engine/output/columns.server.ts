import type { Row } from "~/data/store.server";
import type { Context } from "../context.server";
import type { AnyEntity, Field, Fields, Lines, Value } from "../entity";
import { makerText } from "../entity/anonymity";
import { isLineSection } from "../entity/layout";
import type { Screen } from "../entity/registry";
import { AppError } from "../errors";
import { titleSource } from "../operations/labels.server";
import { stateLabel } from "../operations/save.server";
import { mayOnScreen, mayRead } from "../operations/scope.server";
import { mayTellInRows } from "../operations/unsent.server";
import { builtInLabel } from "../screen/show";
import { type Cell, fieldCell, instantCell, textCell } from "./cell";

/** A column of an exported file: its heading and its value in a row as storage answers it. */
export interface ExportColumn {
  key: string;
  label: string;
  cell(row: Row): Cell;
}

const BUILT_INS = ["number", "state", "created_at", "created_by", "updated_at", "updated_by"];

/**
 * The columns of the head, in the order asked for. What does not exist, or may not be read by this person, is left out;
 * `strict` refuses it, without telling the two apart.
 * @throws AppError("malformed")
 */
export function headColumns(
  context: Context,
  screen: Screen,
  wanted: readonly string[],
  strict: boolean,
): ExportColumn[] {
  const columns = [...new Set(wanted)].flatMap((key) => {
    const column = headColumn(context, screen, key);
    if (!column && strict)
      throw new AppError("malformed", { message: `参数格式不正确：没有「${key.slice(0, 40)}」这一列` });
    return column ? [column] : [];
  });
  return withCurrency(context, screen, columns);
}

/** Amounts never stand without their currency. */
function withCurrency(context: Context, screen: Screen, columns: ExportColumn[]): ExportColumn[] {
  const { entity } = screen;
  const isAmount = ({ key }: ExportColumn) => ["money", "price"].includes(entity.fields[key]?.kind);
  if (columns.some(({ key }) => key === "currency") || !columns.some(isAmount)) return columns;
  const currency = entity.fields.currency ? headColumn(context, screen, "currency") : null;
  return currency ? [...columns, currency] : columns;
}

/** Undefined for a column that does not exist, null for one the person may not read. */
function headColumn(context: Context, screen: Screen, key: string): ExportColumn | null | undefined {
  const { entity } = screen;
  const counted = /^count\((\w+)\)$/.exec(key)?.[1];
  if (counted) return countColumn(context, entity, key, counted);
  if (key.startsWith("+")) return extraColumn(context, screen, key);
  if (BUILT_INS.includes(key) && !Object.hasOwn(entity.fields, key)) return builtInColumn(entity, key);
  const [own = "", through] = key.split(".");
  const field: Field | undefined = Object.hasOwn(entity.fields, own) ? entity.fields[own] : undefined;
  if (!field) return undefined;
  if (!mayRead(context, entity, own, field) || !mayTellInRows(context, entity, own)) return null;
  if (through !== undefined) return throughColumn(context, key, field, through);
  // Whoever may open each record reads there what the list masks.
  const place = mayOnScreen(context, screen, "get") ? "record" : "list";
  return {
    key,
    label: labelOf(field),
    cell: (row) => fieldCell(field, storedValue(row[key]), row[`${key}__label`], place),
  };
}

/** The unit stands in the heading, so that the value below is a number. */
function labelOf(field: Field): string {
  const { label, unit } = field.options;
  return unit ? `${label}（${unit}）` : label;
}

function builtInColumn(entity: AnyEntity, key: string): ExportColumn | undefined {
  if ((key === "number" && !entity.number) || (key === "state" && !entity.states)) return undefined;
  const label = builtInLabel(entity, key) ?? key;
  if (key === "state") return { key, label, cell: (row) => textCell(stateLabel(entity, String(row.state))) };
  if (key.endsWith("_at")) return { key, label, cell: (row) => instantCell(row[key]) };
  if (key === "created_by" || key === "updated_by")
    return { key, label, cell: (row) => textCell(makerText(entity, row, key)) };
  return { key, label, cell: (row) => textCell(row[key]) };
}

function countColumn(
  context: Context,
  entity: AnyEntity,
  key: string,
  counted: string,
): ExportColumn | null | undefined {
  const lines: Lines | undefined = Object.hasOwn(entity.lines, counted) ? entity.lines[counted] : undefined;
  if (!lines) return undefined;
  if (context.actor.supplierId && lines.options.suppliers === "none") return null;
  const cell = (row: Row): Cell => ({ as: "number", decimal: String(row[key] ?? 0), minScale: 0 });
  return { key, label: `${lines.label}行数`, cell };
}

function extraColumn(context: Context, screen: Screen, key: string): ExportColumn | null | undefined {
  const extra: Fields = screen.view?.extra ?? {};
  const name = key.slice(1);
  const field = extra[name];
  if (!field) return undefined;
  if (!mayRead(context, screen.entity, name, field)) return null;
  return {
    key,
    label: labelOf(field),
    cell: (row) => fieldCell(field, storedValue(row[key]), row[`${key}__label`]),
  };
}

/** A column of the row that a reference points at. */
function throughColumn(context: Context, key: string, field: Field, through: string): ExportColumn | null | undefined {
  if (!field.options.to) return undefined;
  const target = context.services.registry.entity(field.options.to);
  const inner: Field | undefined = Object.hasOwn(target.fields, through) ? target.fields[through] : undefined;
  // What that row points at in turn would be an id here.
  if (!inner || inner.kind === "reference" || inner.kind === "json") return undefined;
  const source = titleSource(context, target);
  const open = source && (!context.actor.supplierId || source.columns.includes(through));
  if (!open || !mayRead(context, target, through, inner)) return null;
  return {
    key,
    label: `${field.options.label} ${labelOf(inner)}`,
    cell: (row) => fieldCell(inner, storedValue(row[`${key}__label`]), undefined),
  };
}

function storedValue(value: unknown): Value {
  if (value === null || value === undefined) return null;
  return typeof value === "string" || typeof value === "number" || typeof value === "boolean" || isStructure(value)
    ? value
    : null;
}

function isStructure(value: unknown): value is Readonly<Record<string, unknown>> | readonly unknown[] {
  return typeof value === "object" && value !== null;
}

/** Tables of lines whose rows this person may export beside their heads, in the order of the form. */
export function exportableLines(context: Context, screen: Screen): { name: string; lines: Lines }[] {
  return screen.form.flatMap((part) => {
    const lines: Lines | undefined = isLineSection(part) ? screen.entity.lines[part.lines] : undefined;
    if (!lines || !isLineSection(part)) return [];
    const hidden = context.actor.supplierId && lines.options.suppliers === "none";
    return hidden || lines.options.system ? [] : [{ name: part.lines, lines }];
  });
}

export interface LineColumnsInput {
  screen: Screen;
  name: string;
  wanted: readonly string[];
  head: readonly ExportColumn[];
}

/**
 * The columns of a table of lines, as in the form; `wanted` names some of them as `items.qty`. A heading that also stands
 * over the head's columns says which table it is of.
 */
export function lineColumns(context: Context, { screen, name, wanted, head }: LineColumnsInput): ExportColumn[] {
  const { entity } = screen;
  const lines: Lines = entity.lines[name];
  const part = screen.form.filter(isLineSection).find((one) => one.lines === name);
  const chosen = wanted.flatMap((key) => (key.startsWith(`${name}.`) ? [key.slice(name.length + 1)] : []));
  const keys = chosen.length > 0 ? chosen : (part?.columns ?? Object.keys(lines.fields));
  const taken = new Set(head.map(({ label }) => label));
  const columns = keys.flatMap((key): ExportColumn[] => {
    const field: Field | undefined = Object.hasOwn(lines.fields, key) ? lines.fields[key] : undefined;
    if (!field || !mayRead(context, entity, `${name}.${key}`, field)) return [];
    const label = taken.has(labelOf(field)) ? `${lines.label} ${labelOf(field)}` : labelOf(field);
    return [{ key, label, cell: (row) => fieldCell(field, storedValue(row[key]), row[`${key}__label`]) }];
  });
  const position = (row: Row): Cell => ({ as: "number", decimal: String(row.line_no), minScale: 0 });
  return [{ key: "line_no", label: "行", cell: position }, ...columns];
}
