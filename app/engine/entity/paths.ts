import type { AnyEntity } from "./define";
import type { Field } from "./field";
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

/** The row of a table with this id, and the row it stands under. */
export function rowWith(
  record: AnyRecord | AnyLine,
  path: string,
  id: string,
  parent: AnyLine | null = null,
): PlacedRow | undefined {
  const [name = "", ...rest] = path.split(".");
  const rows: unknown = record[name];
  for (const row of Array.isArray(rows) ? rows : []) {
    const found = rest.length > 0 ? rowWith(row, rest.join("."), id, row) : row.id === id ? { row, parent } : undefined;
    if (found) return found;
  }
  return undefined;
}

/** The last name of a path: labels of nested rows are found by it. */
export function lastOf(path: string): string {
  return path.split(".").at(-1) ?? path;
}

/** The reference through which a key such as `material_id.material_type_id` or `items.material_id.spec` looks at another entity. */
export interface ReferenceOnWay {
  /** Own child table the reference stands in; null for the head. */
  lines: string | null;
  column: string;
  field: Field;
  /** Key of the entity it points at. */
  to: string;
  /** What of the other entity is meant: `material_type_id`, or `categories.material_type_id` in its lines. */
  rest: string;
}

/** How a key of a list layout leads into another entity; null for one that stays in the own. */
export function referenceOnWay(entity: AnyEntity, key: string): ReferenceOnWay | null {
  const pieces = key.split(".");
  const [own = "", inner = ""] = pieces;
  const lines: Lines | undefined = Object.hasOwn(entity.lines, own) ? entity.lines[own] : undefined;
  const field: Field | undefined = lines ? lines.fields[inner] : entity.fields[own];
  const rest = pieces.slice(lines ? 2 : 1).join(".");
  if (field?.kind !== "reference" || !field.options.to || rest === "") return null;
  return { lines: lines ? own : null, column: lines ? inner : own, field, to: field.options.to, rest };
}

/** Lines are numbered 10, 20, 30…, so that one more can be put between two. */
export const LINE_STEP = 10;
