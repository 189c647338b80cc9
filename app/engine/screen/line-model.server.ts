import type { Context } from "../context.server";
import type { AnyLine, AnyRecord, Field, Lines } from "../entity";
import { kindOf } from "../entity/kinds";
import { lastOf, linesAt, rowsAt } from "../entity/paths";
import type { Screen } from "../entity/registry";
import { fieldValue, linesOf } from "../operations/records.server";
import { controlOf, filledFields, type ReferenceLists, readableColumns, type Writable } from "./controls.server";
import { mostRows, type RowStarts, type RowText } from "./form-data";
import { NOTHING, showField, totalOf } from "./show";

/** What the tables of a form are drawn with. */
export interface LineDrawing {
  context: Context;
  screen: Screen;
  writable: Writable;
  lists: ReferenceLists;
  starts: RowStarts;
  faults: ReadonlyMap<string, string>;
  /** The record as it is stored, or as it would be with what is typed now; null for one not stored yet. */
  record: AnyRecord | null;
  /** Labels of references of the stored record, by `items.<id>.material_id`. */
  labels: ReadonlyMap<string, string>;
  /** The record was worked out from these very rows, so that they correspond by their place; stored rows do by their ids. */
  worked: boolean;
  /** The table whose button was pressed, as it is posted: `items.0.schedules`. */
  changed?: string;
}

/** A table of lines in a form, whatever its rows. */
export interface LineTableModel {
  name: string;
  label: string;
  counter: string;
  max: number;
  columns: { name: string; label: string; required: boolean; align: "start" | "end"; unit?: string; percent?: true }[];
  blank: LineRowModel;
  nested: LineTableModel[];
  selfFilled: boolean;
  /** Nobody adds or removes rows here. */
  fixedRows?: true;
}

interface LineRowModel {
  key: string;
  id: string;
  controls: ReturnType<typeof controlOf>[];
  readOnly: { name: string; text: string; error?: string }[];
  nested: Record<string, LineRowsModel>;
}

interface LineRowsModel {
  rows: LineRowModel[];
  error?: string;
  open?: true;
  /** What stands in the box for pasted cells of these rows; only beneath a row. */
  paste?: { text: string };
}

/** Columns of a table in a form: what may be typed, what is worked out from it, and what is to be read while one types. */
function columnsOf(drawing: LineDrawing, path: string, wanted: readonly string[] | undefined): string[] {
  const { context, screen, writable, record } = drawing;
  const fields = linesAt(screen.entity.lines, path)?.fields ?? {};
  const rows = record ? rowsAt(record, path) : [];
  const isRead = (name: string) =>
    !fields[name]?.options.system && rows.some(({ row }) => ![null, undefined, false].includes(Object(row)[name]));
  return readableColumns(context, { entity: screen.entity, lines: path, wanted, fields }).filter(
    (name) => writable.lines[path]?.includes(name) || fields[name]?.presence === "computed" || isRead(name),
  );
}

/** A table of lines without its rows; `path` names it in the definition, e.g. `items.schedules`. */
export function lineTable(drawing: LineDrawing, path: string, wanted?: readonly string[]): LineTableModel {
  const { writable, screen } = drawing;
  const definition = linesAt(screen.entity.lines, path);
  const { options, fields = {}, lines = {} } = definition ?? {};
  const filled = filledFields(options?.fillFrom);
  const name = path.split(".").at(-1) ?? path;
  return {
    name,
    label: definition?.label ?? "",
    counter: options?.counter ?? "行",
    max: mostRows(definition),
    selfFilled: options?.selfFilled ?? false,
    ...(options?.fixedRows ? { fixedRows: true as const } : {}),
    columns: columnsOf(drawing, path, wanted).map((column) => {
      const field = fields[column];
      return {
        name: column,
        label: field?.options.label ?? column,
        required:
          field?.presence === "required" && !filled.has(column) && (writable.lines[path]?.includes(column) ?? false),
        align: field ? kindOf(field).align : ("start" as const),
        ...(field?.options.unit ? { unit: field.options.unit } : {}),
        ...(field?.kind === "percent" ? { percent: true as const } : {}),
      };
    }),
    blank: lineRow(drawing, { path, name: `${name}.0`, row: { id: "", values: {} }, stored: undefined, wanted }),
    nested: Object.keys(lines).flatMap((below) =>
      writable.lines[`${path}.${below}`] ? [lineTable(drawing, `${path}.${below}`)] : [],
    ),
  };
}

export interface LineRowsInput {
  path: string;
  name: string;
  rows: readonly RowText[];
  stored: readonly AnyLine[];
  wanted?: readonly string[];
  paste?: string;
}

/**
 * Rows of a table as they stand in the form.
 * @param name the table as it is posted: `items.0.schedules`
 */
export function lineRows(
  drawing: LineDrawing,
  { path, name, rows, stored, wanted, paste }: LineRowsInput,
): LineRowsModel {
  const byId = new Map(stored.map((row) => [row.id, row]));
  const error = drawing.faults.get(name);
  return {
    rows: rows.map((row, position) => ({
      ...lineRow(drawing, {
        path,
        name: `${name}.${position}`,
        row,
        stored: drawing.worked ? stored[position] : byId.get(row.id),
        wanted,
      }),
      key: row.id || `new-${position}`,
    })),
    ...(error ? { error } : {}),
    ...(drawing.changed === name ? { open: true as const } : {}),
    ...(paste ? { paste: { text: paste } } : {}),
  };
}

function lineRow(
  drawing: LineDrawing,
  {
    path,
    name,
    row,
    stored,
    wanted,
  }: { path: string; name: string; row: RowText; stored: AnyLine | undefined; wanted: readonly string[] | undefined },
): LineRowModel {
  const { screen, writable, lists, starts, faults, record } = drawing;
  const definition = linesAt(screen.entity.lines, path);
  const filled = filledFields(definition?.options.fillFrom);
  const unasked = stored ? (definition?.options.readOnlyIn?.(stored) ?? []) : [];
  const typed = (writable.lines[path] ?? []).filter((column) => !unasked.includes(column));
  // A row that was sent lacks the boxes that were unticked; one that was just added lacks everything.
  const isFresh = row.id === "" && Object.keys(row.values).length === 0;
  return {
    key: "",
    id: row.id,
    controls: typed.flatMap((column) => {
      const field = definition?.fields[column];
      if (!field) return [];
      const drawn = controlOf({
        field,
        name: `${name}.${column}`,
        value: row.values[column] ?? (isFresh ? starts[path]?.[column] : undefined) ?? "",
        lists,
        error: faults.get(`${name}.${column}`),
        stored: stored ? fieldValue(stored, column) : null,
      });
      const label = stored && drawing.labels.get(`${lastOf(path)}.${stored.id}.${column}`);
      const control =
        field.kind === "lineReference" ? withHeld(drawn, stored ? fieldValue(stored, column) : null, label) : drawn;
      return [filled.has(column) ? { ...control, required: false } : control];
    }),
    readOnly: columnsOf(drawing, path, wanted)
      .filter((column) => !typed.includes(column))
      .map((column) => ({
        name: column,
        ...readOnlyCell({
          field: definition?.fields[column],
          row: stored,
          name: column,
          label: stored && drawing.labels.get(`${lastOf(path)}.${stored.id}.${column}`),
          currency: record?.currency,
        }),
        ...faultOf(faults.get(`${name}.${column}`)),
      })),
    nested: Object.fromEntries(
      Object.entries<Lines>(definition?.lines ?? {}).flatMap(([below]) =>
        writable.lines[`${path}.${below}`]
          ? [
              [
                below,
                lineRows(drawing, {
                  path: `${path}.${below}`,
                  name: `${name}.${below}`,
                  rows: row.lines?.[below] ?? [],
                  stored: stored ? linesOf(stored, below) : [],

                  paste: row.pastes?.[below],
                }),
              ],
            ]
          : [],
      ),
    ),
  };
}

function faultOf(error: string | undefined): { error?: string } {
  return error === undefined ? {} : { error };
}

/** The line a row holds already stands among those that are offered, also where nothing is open of it any more. */
function withHeld(
  control: ReturnType<typeof controlOf>,
  held: ReturnType<typeof fieldValue>,
  label: string | undefined,
): ReturnType<typeof controlOf> {
  const { options, value } = control;
  const isMissing = value !== "" && value === held && options?.every((one) => one.value !== value);
  return isMissing && label ? { ...control, options: [{ value, label }, ...(options ?? [])] } : control;
}

function readOnlyCell({
  field,
  row,
  name,
  label,
  currency,
}: {
  field: Field | undefined;
  row: AnyLine | undefined;
  name: string;
  label: string | undefined;
  currency: unknown;
}): { text: string } {
  if (!row || !field) return { text: NOTHING };
  return { text: showField({ field, value: fieldValue(row, name), label, currency }).text };
}

/** One text per column for the row under a table; undefined where the definition asks for no sums. */
export function lineTotals(drawing: LineDrawing, path: string, wanted?: readonly string[]): string[] | undefined {
  const { screen, record } = drawing;
  const definition = linesAt(screen.entity.lines, path);
  const totals = definition?.options.totals ?? [];
  if (totals.length === 0) return undefined;
  const rows = record ? linesOf(record, path) : [];
  return columnsOf(drawing, path, wanted).map((column) =>
    totals.includes(column) ? totalOf(definition?.fields[column], rows, column, record?.currency) : "",
  );
}

/** Texts of what is worked out, by name: `items.0.amount` for a cell, `items.amount` for the sum under its column. */
export function figuresOf(
  table: { name: string; columns: readonly { name: string }[]; totals?: readonly string[] },
  rows: readonly LineRowModel[],
  name: string,
): [string, string][] {
  return [
    ...table.columns.flatMap((column, index): [string, string][] => {
      const total = table.totals?.[index];
      return total ? [[`${name}.${column.name}`, total]] : [];
    }),
    ...rows.flatMap((row, position) => [
      ...row.readOnly.map((cell): [string, string] => [`${name}.${position}.${cell.name}`, cell.text]),
      ...Object.entries(row.nested).flatMap(([below, lines]) =>
        figuresOf({ name: below, columns: [] }, lines.rows, `${name}.${position}.${below}`),
      ),
    ]),
  ];
}

/** Names that complaints can stand at in a table, from top to bottom: what is typed, and what is only shown where something is wrong with it. */
export function lineNames(rows: readonly LineRowModel[], name: string): string[] {
  return rows.flatMap((row, position) => [
    ...row.controls.map((control) => control.name),
    ...row.readOnly.flatMap((cell) => (cell.error === undefined ? [] : [`${name}.${position}.${cell.name}`])),
    ...Object.entries(row.nested).flatMap(([below, lines]) => lineNames(lines.rows, `${name}.${position}.${below}`)),
  ]);
}

/** All controls of rows, those beneath them included, in the order they stand on the page. */
export function lineControls(rows: readonly LineRowModel[]): ReturnType<typeof controlOf>[] {
  return rows.flatMap((row) => [
    ...row.controls,
    ...Object.values(row.nested).flatMap((below) => lineControls(below.rows)),
  ]);
}
