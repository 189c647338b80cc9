import { type FileGroup, USUAL_GROUPS } from "~/shared/file-kinds";
import type { AnyEntity, AnyRecord, Field, Lines, LinesMap } from "../entity";
import { isFileKind, type StoredRef } from "../entity/kinds/file";
import { linesAt } from "../entity/paths";

/** A file field, of the head or of a table of lines. */
export interface FilePlace {
  /** How rights, uploads and `stored_file` name it: `photos`, `items.photos`. */
  path: string;
  /** Path of its table; null for the head. */
  table: string | null;
  /** Its column there. */
  column: string;
  field: Field;
}

/** The file fields of an entity, those of the head first. */
export function filePlaces(entity: AnyEntity): FilePlace[] {
  return [...placesIn(entity.fields, null), ...placesInLines(entity.lines, "")];
}

function placesInLines(map: LinesMap, above: string): FilePlace[] {
  return Object.entries<Lines>(map).flatMap(([name, { fields, lines }]) => {
    const table = above + name;
    return [...placesIn(fields, table), ...placesInLines(lines, `${table}.`)];
  });
}

function placesIn(fields: Readonly<Record<string, Field>>, table: string | null): FilePlace[] {
  return Object.entries<Field>(fields).flatMap(([column, field]) =>
    isFileKind(field.kind) ? [{ path: table === null ? column : `${table}.${column}`, table, column, field }] : [],
  );
}

/** The file field at a path, `photos` or `items.photos`; undefined for whatever is none. */
export function filePlaceAt(entity: AnyEntity, path: string): FilePlace | undefined {
  const at = path.lastIndexOf(".");
  const table = at < 0 ? null : path.slice(0, at);
  const column = path.slice(at + 1);
  const fields: Readonly<Record<string, Field>> =
    table === null ? entity.fields : (linesAt(entity.lines, table)?.fields ?? {});
  const field = Object.hasOwn(fields, column) ? fields[column] : undefined;
  return field && isFileKind(field.kind) ? { path, table, column, field } : undefined;
}

/** Files that a record names in a field, in all rows of its table, each with the control it stands in: `items.2.photos`. */
export function filesAt(record: AnyRecord, { table, column }: FilePlace): { at: string; refs: readonly StoredRef[] }[] {
  if (table === null) return [{ at: column, refs: refsOf(record[column]) }];
  const parts = table.split(".");
  return namedRows(record, parts).map(({ at, row }) => ({ at: `${at}.${column}`, refs: refsOf(row[column]) }));
}

function namedRows(
  above: Readonly<Record<string, unknown>>,
  [name = "", ...below]: readonly string[],
): { at: string; row: Readonly<Record<string, unknown>> }[] {
  const rows: unknown = above[name];
  return (Array.isArray(rows) ? rows : []).flatMap((row, position) => {
    const at = `${name}.${position}`;
    if (below.length === 0) return [{ at, row }];
    return namedRows(row, below).map((one) => ({ at: `${at}.${one.at}`, row: one.row }));
  });
}

/** All files that a record names in a field, whatever the row. */
export function refsAt(record: AnyRecord, place: FilePlace): StoredRef[] {
  return filesAt(record, place).flatMap(({ refs }) => refs);
}

/** Groups of files a field takes. */
export function groupsOf(field: Field): readonly FileGroup[] {
  return field.options.accept ?? (field.kind === "pictures" ? ["picture"] : USUAL_GROUPS);
}

const MOST_FILES = 20;

/** How many files a field takes. */
export function mostFiles(field: Field): number {
  return field.kind === "file" ? 1 : (field.options.most ?? MOST_FILES);
}

/** The files that a value of a record names; none for whatever is no such value. */
export function refsOf(value: unknown): readonly StoredRef[] {
  if (!Array.isArray(value)) return [];
  return value.filter((one): one is StoredRef => typeof one === "object" && one !== null && "id" in one);
}
