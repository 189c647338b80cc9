import type { AnyLine, AnyRecord, Lines, LinesMap } from "./record";

/** Definition of a table of lines by its path: `items`, `items.schedules`; undefined for one that does not exist. */
export function linesAt(map: LinesMap, path: string): Lines | undefined {
  const [name = "", ...rest] = path.split(".");
  const lines = Object.hasOwn(map, name) ? map[name] : undefined;
  return lines && rest.length > 0 ? linesAt(lines.lines, rest.join(".")) : lines;
}

/** A row of a table and the row it stands under; null for tables of the head. */
export interface PlacedRow {
  row: AnyLine;
  parent: AnyLine | null;
}

/** All rows of a table by its path, in order, each with the row it stands under. */
export function rowsAt(record: AnyRecord | AnyLine, path: string, parent: AnyLine | null = null): PlacedRow[] {
  const [name = "", ...rest] = path.split(".");
  const rows: unknown = record[name];
  return (Array.isArray(rows) ? rows : []).flatMap((row) =>
    rest.length > 0 ? rowsAt(row, rest.join("."), row) : [{ row, parent }],
  );
}

/** The last name of a path: labels of nested rows are found by it. */
export function lastOf(path: string): string {
  return path.split(".").at(-1) ?? path;
}

/** Lines are numbered 10, 20, 30…, so that one more can be put between two. */
export const LINE_STEP = 10;
