import { lockLines, lockRoots, sumDraws, writeFigures } from "~/data/line-draws.server";
import { type Row, selectRows } from "~/data/store.server";
import { isSameDecimal } from "~/shared/decimal";
import type { Context } from "../context.server";
import type { AnyEntity, AnyLine, Field, Fields } from "../entity";
import { type DeclaredOpen, figuresOf, opensOf } from "../entity/draws";
import { isFileKind } from "../entity/kinds/file";
import { linesAt } from "../entity/paths";
import type { SourceLine } from "../entity/server-hooks";
import { linesTable, tableOf } from "../entity/table-names";
import { factsOf } from "../operations/scope.server";
import { keptOpenOf } from "./open";

/** A table of lines that others draw on. */
export interface Source {
  entity: AnyEntity;
  path: string;
}

/** Columns that are read under the lock of the database: to a supplier's transaction those its supplier may read. */
function readColumns(context: Context, fields: Fields): string[] {
  return Object.entries<Field>(fields).flatMap(([name, { kind, options }]) =>
    isFileKind(kind) || (context.actor.supplierId && options.hiddenFromSuppliers) ? [] : [name],
  );
}

function lineColumns(context: Context, { entity, path }: Source): string[] {
  return readColumns(context, linesAt(entity.lines, path)?.fields ?? {});
}

/** A stored row of lines as formulas and hooks see it. */
export function lineOf(row: Row): AnyLine {
  // Columns of a table of lines hold what their kinds read.
  return row as AnyLine;
}

/**
 * Holds lines that are drawn on, after their documents, until the transaction ends: who draws or changes one of them meanwhile waits.
 * @returns by id, as they are now; what does not exist, or lies behind the lock of the database, is left out
 */
export async function holdSourceLines(
  context: Context,
  source: Source,
  ids: readonly string[],
): Promise<Map<string, SourceLine>> {
  const { database } = context.services;
  const table = linesTable(source.entity, source.path);
  if (mayHoldDocuments(context, source.entity))
    await lockRoots(database.connection(), { table: tableOf(source.entity), linesTable: table, lines: ids });
  const columns = lineColumns(context, source);
  const rows = await lockLines(database.connection(), { table, columns, lines: ids });
  return withHeads(context, source.entity, rows);
}

/** Lines as they are now, with their documents, by id; nothing is held, and what lies behind the lock of the database is left out. */
export async function readSourceLines(
  context: Context,
  source: Source,
  ids: readonly string[],
): Promise<Map<string, SourceLine>> {
  const rows = await selectRows(context.services.database.connection(), {
    table: linesTable(source.entity, source.path),
    columns: ["id", "root_id", "line_no", ...lineColumns(context, source)],
    where: [{ op: "in", column: "id", values: [...ids] }],
    facts: factsOf(context),
  });
  return withHeads(context, source.entity, rows);
}

/** Whoever may change a row may hold it; where suppliers only read the documents, their lines are held alone. */
function mayHoldDocuments({ actor, services }: Context, entity: AnyEntity): boolean {
  if (!actor.supplierId) return true;
  const shape = services.registry.shapes.find(({ name }) => name === tableOf(entity));
  return (shape?.supplier?.updateColumns ?? []).length > 0;
}

/** Lines with the documents they belong to, by id of the line. */
export async function withHeads(
  context: Context,
  entity: AnyEntity,
  rows: readonly Row[],
): Promise<Map<string, SourceLine>> {
  const roots = [...new Set(rows.map((row) => String(row.root_id)))];
  if (roots.length === 0) return new Map();
  const found = await selectRows(context.services.database.connection(), {
    table: tableOf(entity),
    columns: [
      "id",
      ...(entity.number ? ["number"] : []),
      ...(entity.states ? ["state", "previous_state"] : []),
      ...readColumns(context, entity.fields),
    ],
    where: [{ op: "in", column: "id", values: roots }],
    facts: factsOf(context),
  });
  const heads = new Map(found.map((row) => [String(row.id), { ...row, id: String(row.id) }]));
  return new Map(
    rows.flatMap((row): [string, SourceLine][] => {
      const head = heads.get(String(row.root_id));
      return head ? [[String(row.id), { line: lineOf(row), head }]] : [];
    }),
  );
}

/** What came of adding up the draws of held lines. */
interface Recounted {
  /** Ids of the lines whose figures changed. */
  touched: string[];
  /** Lines of which figures, or what is open, are to be written. */
  changed: AnyLine[];
  columns: string[];
}

/**
 * Brings figures of held lines to the sums of their draws, and what is open to what follows from it, in the lines themselves; nothing is
 * written.
 * @param figures columns that may have changed; none where only own fields of the lines did
 */
export async function recountLines(
  context: Context,
  source: Source,
  lines: readonly AnyLine[],
  figures: readonly string[],
): Promise<Recounted> {
  const connection = context.services.database.connection();
  const sums = new Map<string, string>();
  if (figures.length > 0) {
    const ids = lines.map(({ id }) => id);
    for (const { line, figure, quantity } of await sumDraws(connection, ids)) sums.set(`${line} ${figure}`, quantity);
  }
  const opens = opensOf(source.entity).filter(({ path }) => path === source.path);
  const touched: string[] = [];
  const changed: AnyLine[] = [];
  for (const line of lines) {
    const summed = Object.fromEntries(figures.map((figure) => [figure, sums.get(`${line.id} ${figure}`) ?? "0"]));
    const isDrawn = figures.some((figure) => !isSameDecimal(line[figure], summed[figure]));
    Object.assign(line, summed);
    const open = openColumns(line, opens);
    const isOpened = Object.entries(open).some(([column, value]) => !isSameDecimal(line[column], value));
    Object.assign(line, open);
    if (isDrawn) touched.push(line.id);
    if (isDrawn || isOpened) changed.push(line);
  }
  return { touched, changed, columns: [...figures, ...opens.map(({ formula }) => formula.into)] };
}

/** Writes columns of held lines as they stand in them now. */
export async function writeLines(
  context: Context,
  source: Source,
  { changed, columns }: { changed: readonly AnyLine[]; columns: readonly string[] },
): Promise<void> {
  const rows = changed.map((line): Row => ({ id: line.id, ...pick(line, columns) }));
  const table = linesTable(source.entity, source.path);
  await writeFigures(context.services.database.connection(), { table, columns, rows });
}

function pick(line: AnyLine, columns: readonly string[]): Row {
  return Object.fromEntries(columns.map((column) => [column, line[column]]));
}

/**
 * What will be open of lines that change in own fields, by their id, so that it is written with them; they are held from here on. A line
 * of which the same stays open is left out.
 * @param changed own fields of the lines as they will be
 */
export async function opensOfChanged(
  context: Context,
  source: Source,
  changed: ReadonlyMap<string, Row>,
): Promise<Map<string, Row>> {
  const opens = opensOf(source.entity).filter(({ path }) => path === source.path);
  if (opens.length === 0 || changed.size === 0) return new Map();
  const rows = await lockLines(context.services.database.connection(), {
    table: linesTable(source.entity, source.path),
    columns: lineColumns(context, source),
    lines: [...changed.keys()],
  });
  return new Map(
    rows.map(lineOf).flatMap((line): [string, Row][] => {
      const open = openColumns(lineOf({ ...line, ...changed.get(line.id) }), opens);
      return Object.entries(open).some(([column, value]) => !isSameDecimal(line[column], value))
        ? [[line.id, open]]
        : [];
    }),
  );
}

/** What is open of a line, by the columns it is kept in. */
export function openColumns(line: AnyLine, opens: readonly DeclaredOpen[]): Record<string, string | null> {
  return Object.fromEntries(opens.map(({ formula }) => [formula.into, keptOpenOf(line, formula)]));
}

/** What is open of a line that is new, to be stored with it: nobody has drawn on it. */
export function openOfNew(source: Source, line: AnyLine): Record<string, string | null> {
  const opens = opensOf(source.entity).filter(({ path }) => path === source.path);
  if (opens.length === 0) return {};
  const none = Object.fromEntries(figureNames(source).map((figure) => [figure, "0"]));
  return openColumns({ ...line, ...none }, opens);
}

/** Figures of a table of lines by name. */
export function figureNames({ entity, path }: Source): string[] {
  return figuresOf(entity, path).map(([name]) => name);
}
