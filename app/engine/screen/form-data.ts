import type { AnyEntity, AnyLine, AnyRecord, Field, Fields, Lines, LinesMap } from "../entity";
import { isFileKind } from "../entity/kinds/file";
import { linesAt } from "../entity/paths";
import { AppError } from "../errors";
import { filePlaceAt, filePlaces } from "../files/file-fields";

/** What a form holds, as text: fields by name, child rows by the name of their lines. */
export interface FormText {
  values: Record<string, string>;
  lines: Record<string, RowText[]>;
}

export interface RowText {
  id: string;
  values: Record<string, string>;
  /** Rows beneath this one, by the name of their table; a table that was not posted is not there. */
  lines?: Record<string, RowText[]>;
  /** What stands in the boxes for pasted cells of the tables beneath this row, by their names. */
  pastes?: Record<string, string>;
}

/** Names the form itself uses: proof of origin, one-time id, version, the button that was pressed. */
const OWN = /^_/;

/** `items.0.qty`, `items.0.schedules.1.plan_qty`: the table, the row, and what it is in the row. */
const IN_ROW = /^(\w+)\.(\d{1,4})\.(.+)$/;

interface Reading {
  values: Record<string, string>;
  tables: Map<string, Map<number, Reading>>;
  pastes: Record<string, string>;
}

function noReading(): Reading {
  return { values: {}, tables: new Map(), pastes: {} };
}

/** How the box for pasted cells of a table is named, before the name of the table. */
export const PASTE_BOX = "_paste.";

/** Reads posted fields such as `items.0.qty`. Rows come in the order of their numbers; gaps close up. */
export function formText(entity: AnyEntity, form: FormData): FormText {
  const root = noReading();
  for (const [name, value] of form) {
    if (typeof value !== "string") continue;
    if (name.startsWith(PASTE_BOX) && value !== "") putPaste(root, entity, name.slice(PASTE_BOX.length), value);
    if (OWN.test(name)) continue;
    put(root, name, value, isFileField(entity, name));
  }
  for (const name of form.keys()) {
    const table = name.startsWith(MARKER) ? name.slice(MARKER.length) : "";
    if (linesAt(entity.lines, pathOf(table))) putTable(root, table);
  }
  return { values: root.values, lines: tablesOf(root) };
}

/** True for the name of a file field, `photos` or `items.0.photos`: such a name is posted once for every file. */
export function isFileField(entity: AnyEntity, name: string): boolean {
  return filePlaceAt(entity, pathOf(name)) !== undefined;
}

/** The head of a form, and the files that its rows name, by their path: `items.photos`. */
export function headAndFiles(entity: AnyEntity, text: Pick<FormText, "values" | "lines">): Record<string, string> {
  const files = filePlaces(entity).flatMap(({ table, column, path }): [string, string][] =>
    table === null ? [] : [[path, namedIn(text.lines, table.split("."), column).join(" ")]],
  );
  return { ...text.values, ...Object.fromEntries(files) };
}

function namedIn(
  tables: Readonly<Record<string, RowText[]>>,
  [name = "", ...below]: readonly string[],
  column: string,
): string[] {
  return (tables[name] ?? []).flatMap((row) =>
    below.length > 0 ? namedIn(row.lines ?? {}, below, column) : [row.values[column] ?? ""].filter(Boolean),
  );
}

const MARKER = "_lines.";

function put(into: Reading, name: string, value: string, isFile: boolean): void {
  const [, table, position, rest] = IN_ROW.exec(name) ?? [];
  if (table !== undefined && rest !== undefined) put(rowOf(into, table, Number(position)), rest, value, isFile);
  else if (isFile) into.values[name] = [into.values[name] ?? "", value].join(" ").trim();
  else putValue(into.values, name, value);
}

const SEVERAL = "[]";

/** The first of several values counts, except where a name says that it has several: they become the lines of one text. */
function putValue(values: Record<string, string>, name: string, value: string): void {
  if (!name.endsWith(SEVERAL)) values[name] ??= value;
  else {
    const own = name.slice(0, -SEVERAL.length);
    values[own] = [values[own] ?? "", value].filter((one) => one !== "").join("\n");
  }
}

function rowOf(into: Reading, table: string, position: number): Reading {
  const rows = into.tables.get(table) ?? new Map<number, Reading>();
  into.tables.set(table, rows);
  const row = rows.get(position) ?? noReading();
  rows.set(position, row);
  return row;
}

/** The box of a table beneath a row goes where the row goes; that of a whole table is read by `pastesOf`. */
function putPaste(into: Reading, entity: AnyEntity, name: string, value: string): void {
  if (!linesAt(entity.lines, pathOf(name))) return;
  const at = (reading: Reading, rest: string): void => {
    const [, table, position, below] = IN_ROW.exec(rest) ?? [];
    if (table === undefined || below === undefined) reading.pastes[rest] = value;
    else at(rowOf(reading, table, Number(position)), below);
  };
  if (IN_ROW.test(name)) at(into, name);
}

/** A table that was shown counts as posted even when its last row is gone. */
function putTable(into: Reading, name: string): void {
  const [, table, position, rest] = IN_ROW.exec(name) ?? [];
  if (table !== undefined && rest !== undefined) putTable(rowOf(into, table, Number(position)), rest);
  else if (!into.tables.has(name)) into.tables.set(name, new Map());
}

/** `items.schedules` for `items.0.schedules`. */
export function pathOf(name: string): string {
  return name.replace(/\.\d+\./g, ".");
}

function tablesOf({ tables }: Reading): Record<string, RowText[]> {
  return Object.fromEntries(
    [...tables].map(([name, rows]) => [name, [...rows].sort(([a], [b]) => a - b).map(([, row]) => rowText(row))]),
  );
}

function rowText(reading: Reading): RowText {
  const { id = "", ...values } = reading.values;
  const { pastes } = reading;
  return { id, values, lines: tablesOf(reading), ...(Object.keys(pastes).length > 0 ? { pastes } : {}) };
}

/** What the controls of a new row start with: by the path of its table, e.g. `items.schedules`, and the name of the column. */
export type RowStarts = Readonly<Record<string, Readonly<Record<string, string>>>>;

/** Rows that are as they were offered are not meant; stored rows always are. */
export function withoutBlankRows(text: FormText, starts: RowStarts): FormText {
  return { values: text.values, lines: withoutBlanks(text.lines, starts, "") };
}

function withoutBlanks(lines: Record<string, RowText[]>, starts: RowStarts, above: string): Record<string, RowText[]> {
  return Object.fromEntries(
    Object.entries(lines).map(([name, rows]) => {
      const path = above + name;
      const start = Object.hasOwn(starts, path) ? (starts[path] ?? {}) : {};
      return [
        name,
        rows
          .map((row) => ({ ...row, lines: withoutBlanks(row.lines ?? {}, starts, `${path}.`) }))
          .filter((row) => !isBlank(row, start)),
      ];
    }),
  );
}

/** Rows of one table in which something stands, e.g. those of `items.0.schedules`. */
export function typedRows(text: FormText, name: string, starts: RowStarts): RowText[] {
  const path = pathOf(name);
  return withoutBlanks({ [path]: rowsAt(text.lines, name) }, starts, "")[path] ?? [];
}

function rowsAt(tables: Record<string, RowText[]>, name: string): RowText[] {
  const [, table, position, rest] = IN_ROW.exec(name) ?? [];
  const own = table ?? name;
  const rows = Object.hasOwn(tables, own) ? (tables[own] ?? []) : [];
  return rest === undefined ? rows : rowsAt(rows[Number(position)]?.lines ?? {}, rest);
}

function isBlank({ id, values, lines = {}, pastes }: RowText, start: Readonly<Record<string, string>>): boolean {
  return (
    id === "" &&
    pastes === undefined &&
    Object.entries(values).every(
      ([name, value]) => value.trim() === "" || value === "0" || (Object.hasOwn(start, name) && value === start[name]),
    ) &&
    Object.values(lines).every((rows) => rows.length === 0)
  );
}

/** What a form offered for typing; tables of lines by their path, e.g. `items.schedules`. */
export interface Offered {
  fields: readonly string[];
  lines: Readonly<Record<string, readonly string[]>>;
}

/** The posted text as the input of an operation. A box that was offered but not ticked says no. */
export function inputOf(text: FormText, offered: Offered, entity: AnyEntity): Record<string, unknown> {
  const none = Object.keys(offered.lines).filter((path) => !path.includes(".") && Object.hasOwn(entity.lines, path));
  return {
    ...unticked(entity.fields, offered.fields),
    ...text.values,
    ...Object.fromEntries(none.map((name) => [name, []])),
    ...tableInputs(entity.lines, text.lines, offered, ""),
  };
}

// Tables that the form did not offer are passed on, so that they are refused rather than ignored.
function tableInputs(
  map: LinesMap,
  tables: Record<string, RowText[]>,
  offered: Offered,
  prefix: string,
): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(tables).map(([name, rows]) => {
      const lines: Lines | undefined = Object.hasOwn(map, name) ? map[name] : undefined;
      const path = prefix + name;
      const boxes = unticked(lines?.fields ?? {}, offered.lines[path] ?? []);
      return [
        name,
        rows.map((row) => ({
          ...boxes,
          ...row.values,
          ...tableInputs(lines?.lines ?? {}, row.lines ?? {}, offered, `${path}.`),
          ...(row.id === "" ? {} : { id: row.id }),
        })),
      ];
    }),
  );
}

function unticked(fields: Fields, offered: readonly string[]): Record<string, string> {
  return Object.fromEntries(
    Object.entries<Field>(fields).flatMap(([name, field]) =>
      field.kind === "yesNo" && offered.includes(name) ? [[name, "0"]] : [],
    ),
  );
}

/**
 * The one-time id a form carries; forms without one are taken as they are.
 * @throws AppError("malformed") for what no form of ours ever carried
 */
export function postedOnce(form: FormData): string | undefined {
  const value = form.get("_once");
  if (value === null || value === "") return undefined;
  if (typeof value === "string" && /^[\w-]{1,64}$/.test(value)) return value;
  throw new AppError("malformed");
}

/**
 * The version a form was opened with.
 * @throws AppError("malformed") for anything but a whole number: without it somebody else's change would be overwritten
 */
export function postedVersion(form: FormData): number {
  const value = form.get("_version");
  if (typeof value === "string" && /^\d{1,9}$/.test(value)) return Number(value);
  throw new AppError("malformed", { message: "页面已过期，请返回上一页刷新后重新提交" });
}

const BUTTON = /^(\w+(?:\.\d{1,4}\.\w+)*)\.(add|copy|remove)(?:\.(\d{1,4}))?$/;

/** The table that such a button belongs to. */
export function changedTable(intent: string): string | undefined {
  return BUTTON.exec(intent)?.[1];
}

/**
 * The buttons of the line editor: `items.add`, `items.copy.2`, `items.0.schedules.remove.1`. Null for any other button, and for
 * tables that do not exist.
 */
export function editRows(entity: AnyEntity, text: FormText, intent: string): FormText | null {
  const [, name = "", verb, at] = BUTTON.exec(intent) ?? [];
  const lines = linesAt(entity.lines, pathOf(name));
  if (!verb || !lines || lines.options.fixedRows) return null;
  const change = (rows: readonly RowText[]): RowText[] => {
    const position = at === undefined ? rows.length : Number(at);
    const row = rows[position];
    const full = rows.length >= mostRows(lines);
    if (verb === "add" && !full) return [...rows, { id: "", values: {} }];
    if (verb === "copy" && row && !full) return rows.toSpliced(position + 1, 0, copyOf(lines, row));
    return verb === "remove" && row ? rows.toSpliced(position, 1) : [...rows];
  };
  return { values: text.values, lines: changeTable(text.lines, name, change) };
}

const MOST_ROWS = 1000;

/** The text with other rows in one table, e.g. `items.0.schedules`; `left` is what stands in its box now. */
export function withRows(
  text: FormText,
  name: string,
  change: (rows: readonly RowText[]) => RowText[],
  left: string,
): FormText {
  return { values: text.values, lines: changeTable(text.lines, name, change, left) };
}

/** How many rows a form takes in a table. Drawing it costs time per row; nobody types more than a thousand. */
export function mostRows(lines: Lines | undefined): number {
  return Math.min(lines?.options.max ?? MOST_ROWS, MOST_ROWS);
}

/** The same row once more, without the ids of what is stored. Rows that the program would make itself are left to it. */
function copyOf(definition: Lines, row: RowText): RowText {
  const lines = Object.entries(row.lines ?? {}).flatMap(([name, rows]): [string, RowText[]][] => {
    const below: Lines | undefined = Object.hasOwn(definition.lines, name) ? definition.lines[name] : undefined;
    if (!below || (below.options.selfFilled && rows.length === 1)) return [];
    return [[name, rows.map((one) => copyOf(below, one))]];
  });
  // A file belongs to one row.
  const values = Object.entries(row.values).filter(([name]) => !isFileKind(definition.fields[name]?.kind ?? ""));
  return { id: "", values: Object.fromEntries(values), lines: Object.fromEntries(lines) };
}

/** Rows whose stored ones are no longer there become new ones, so that what was typed into them can still be saved. */
export function withoutGoneIds(text: FormText, record: AnyRecord): FormText {
  return { values: text.values, lines: withoutGone(text.lines, record) };
}

function withoutGone(
  tables: Record<string, RowText[]>,
  above: AnyRecord | AnyLine | undefined,
): Record<string, RowText[]> {
  return Object.fromEntries(
    Object.entries(tables).map(([name, rows]) => {
      const stored: unknown = above?.[name];
      const there = new Map((Array.isArray(stored) ? stored : []).map((row: AnyLine) => [row.id, row]));
      return [
        name,
        rows.map((row) => {
          const known = there.get(row.id);
          return { ...row, id: known ? row.id : "", lines: withoutGone(row.lines ?? {}, known) };
        }),
      ];
    }),
  );
}

function changeTable(
  tables: Record<string, RowText[]>,
  name: string,
  change: (rows: readonly RowText[]) => RowText[],
  left?: string,
): Record<string, RowText[]> {
  const [, table, position, rest] = IN_ROW.exec(name) ?? [];
  if (table === undefined || rest === undefined) {
    return { ...tables, [name]: change(Object.hasOwn(tables, name) ? (tables[name] ?? []) : []) };
  }
  const rows = Object.hasOwn(tables, table) ? (tables[table] ?? []) : [];
  return {
    ...tables,
    [table]: rows.map((row, index) => {
      if (index !== Number(position)) return row;
      const lines = changeTable(row.lines ?? {}, rest, change, left);
      return left === undefined || IN_ROW.test(rest) ? { ...row, lines } : { ...row, lines, pastes: { [rest]: left } };
    }),
  };
}
