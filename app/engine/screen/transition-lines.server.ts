import { type MatchFacts, matches } from "../access/matches";
import type { Context } from "../context.server";
import type { AnyLine, AnyTransition, Field, Lines, Value } from "../entity";
import { kindOf } from "../entity/kinds";
import { isFileKind } from "../entity/kinds/file";
import { lastOf, linesAt, type PlacedRow, rowsAt } from "../entity/paths";
import type { Screen } from "../entity/registry";
import { fieldValue, type Loaded } from "../operations/records.server";
import { askedRows, lineDefault, spareRows } from "../operations/transition-input.server";
import { controlOf, type referenceLists } from "./controls.server";
import { type FileLinks, fileNames, type ShownFile, shownFiles } from "./record-files.server";
import { lineNumber, NOTHING, type Shown, showField } from "./show";

// The table on the page of a transition: rows something is typed beside, or rows to be read before deciding.

/** The rows something is typed beside, with what was typed before where the page comes back; null for a transition without any. */
export function lineModel(
  context: Context,
  {
    screen,
    loaded: { record, labels, transition },
    typed,
    faults,
    lists,
    files,
  }: {
    screen: Screen;
    loaded: Loaded & { transition: AnyTransition };
    typed: Readonly<Record<string, string>> | null;
    faults: ReadonlyMap<string, string>;
    lists: Awaited<ReturnType<typeof referenceLists>>;
    files: FileLinks;
  },
) {
  const asked = transition.lineInput;
  const definition = asked ? linesAt(screen.entity.lines, asked.lines) : undefined;
  if (!asked || !definition) return null;
  const above = linesAt(screen.entity.lines, asked.lines.split(".").slice(0, -1).join("."));
  const parents = (asked.showParent ?? []).flatMap((name) => columnOf(above, name));
  const own = asked.show.flatMap((name) => columnOf(definition, name));
  const fields = Object.entries<Field>(asked.fields);
  const aboveTable = asked.lines.split(".").at(-2) ?? "";
  const cellsOf = (columns: typeof own, table: string, row: AnyLine | null) =>
    cellsOfLine({ record, labels }, { columns, table, row, files });
  const controlsOf = (id: string, stored: (name: string) => Value) =>
    fields.map(([name, field]) => {
      const path = `${asked.lines}.${id}.${name}`;
      const value = stored(name);
      const text = value === null ? "" : kindOf(field).toInput(value);
      return controlOf({ field, name: path, value: typed?.[path] ?? text, lists, error: faults.get(path) });
    });
  const rows = askedRows(context, transition, record);
  const spare = spareRows(transition, rows);
  const line = ({ row, parent }: PlacedRow) => ({
    id: row.id,
    cells: [
      { text: lineNumber(row, parent) },
      ...cellsOf(parents, aboveTable, parent),
      ...cellsOf(own, lastOf(asked.lines), row),
    ],
    controls: controlsOf(row.id, (name) => lineDefault(name, row)),
  });
  const extra = (parent: AnyLine) => ({
    id: parent.id,
    cells: [
      { text: asked.spare ?? "" },
      ...cellsOf(parents, aboveTable, parent),
      ...own.map(() => ({ text: NOTHING })),
    ],
    controls: controlsOf(parent.id, () => null).map((control) => ({ ...control, required: false })),
  });
  return {
    title: definition.label,
    columns: [
      { label: "行", align: "end" as const },
      ...[...parents, ...own].map(({ field }) => ({ label: field.options.label, align: "start" as const })),
      ...fields.map(([, field]) => ({ label: field.options.label, align: kindOf(field).align })),
    ],
    rows: rows.flatMap((placed, position) => {
      const { parent } = placed;
      const isLast = parent !== null && rows[position + 1]?.parent?.id !== parent.id;
      return isLast && spare.includes(parent) ? [line(placed), extra(parent)] : [line(placed)];
    }),
  };
}

/** What a row of a table of lines shows, files with their ways; nothing where there is no such row. */
function cellsOfLine(
  { record, labels }: Loaded,
  {
    columns,
    table,
    row,
    files,
  }: { columns: ReturnType<typeof columnOf>; table: string; row: AnyLine | null; files: FileLinks },
): (Shown & { files?: ShownFile[] })[] {
  return columns.map(({ name, field }) => {
    if (!row) return { text: NOTHING };
    const value = fieldValue(row, name);
    if (isFileKind(field.kind) && value !== null)
      return { text: fileNames(value), files: shownFiles(field, value, files) };
    return showField({
      field,
      value,
      label: labels.get(`${table}.${row.id}.${name}`),
      currency: record.currency,
    });
  });
}

function columnOf(lines: Lines | undefined, name: string): { name: string; field: Field }[] {
  const field = lines?.fields[name];
  return field ? [{ name, field }] : [];
}

/** Rows to be read before deciding; nothing is typed beside them. */
export function shownLines(
  screen: Screen,
  { record, labels, transition }: Loaded & { transition: AnyTransition },
  { facts, files }: { facts: MatchFacts; files: FileLinks },
) {
  const { shows } = transition;
  const definition = shows ? linesAt(screen.entity.lines, shows.lines) : undefined;
  if (!shows || !definition) return null;
  const way = shows.lines.split(".");
  const above = linesAt(screen.entity.lines, way.slice(0, -1).join("."));
  const parents = (shows.showParent ?? []).flatMap((name) => columnOf(above, name));
  const own = shows.columns.flatMap((name) => columnOf(definition, name));
  const rows = rowsAt(record, shows.lines).filter(
    ({ row, parent }) => !shows.where || matches(shows.where, { ...parent, ...row }, facts),
  );
  const cellsOf = (columns: typeof own, table: string, row: AnyLine | null) =>
    cellsOfLine({ record, labels }, { columns, table, row, files });
  // Nested rows are told apart by the line they stand under.
  const isNested = above !== undefined;
  return {
    title: definition.label,
    columns: [
      ...(isNested ? [{ label: "行", align: "end" as const }] : []),
      ...[...parents, ...own].map(({ field }) => ({ label: field.options.label, align: kindOf(field).align })),
    ],
    rows: rows.map(({ row, parent }) => ({
      id: row.id,
      cells: [
        ...(isNested ? [{ text: lineNumber(row, parent) }] : []),
        ...cellsOf(parents, way.at(-2) ?? "", parent),
        ...cellsOf(own, lastOf(shows.lines), row),
      ],
      controls: [],
    })),
  };
}
