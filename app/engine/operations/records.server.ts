import { type Row, type RowQuery, type RowSet, selectRowSets } from "~/data/store.server";
import type { Condition } from "~/shared/condition";
import { noteCase } from "../approval/case-facts.server";
import type { Context } from "../context.server";
import type { AnyEntity, AnyLine, AnyRecord, Field, Fields, Lines, LinesMap, Value } from "../entity";
import { makerText } from "../entity/anonymity";
import { OWN_HAND } from "../entity/duties";
import type { Keyed, RecordFor } from "../entity/entity-map";
import { kindOf } from "../entity/kinds";
import { UUID } from "../entity/kinds/reference";
import { linesAt } from "../entity/paths";
import type { Screen } from "../entity/registry";
import { lineTable, tableOf } from "../entity/table-names";
import { AppError } from "../errors";
import { putInSealed } from "../sealing-fields/content.server";
import { noteRefusedLook } from "../sealing-fields/looks.server";
import { ownHands, writtenAmong } from "./duties.server";
import { LINE_ROOT, labelJoins, lineRootJoins } from "./labels.server";
import { putSeenFirst } from "./line-scope.server";
import { factsOf, lineFilter, requireAction, rowFilter } from "./scope.server";
import { stampColumn, withStamps } from "./shown-stamps.server";
import { withholdUnsent } from "./unsent.server";

/**
 * A record with the labels of its references, by path (`supplier_id`, `items.<id>.material_id`). Behind `.root` stands the id of the document
 * whose line is meant (`items.<id>.order_line.root`), where the reader sees it.
 */
export interface Loaded<K extends string = string> {
  record: RecordFor<K>;
  labels: ReadonlyMap<string, string>;
}

/** Who made a row, and who changed it last. */
const STAMPED = ["created_by", "updated_by"] as const;
/** When. */
const MOMENTS = ["created_at", "updated_at"];
const STAMPS = ["id", "version", "created_by", "created_at", "updated_by", "updated_at"];

/**
 * Columns that are read for this person: all for staff, so that rules see whole records, and for suppliers those that
 * the database grants them. What a person may not see is cut where it is shown (`mayRead`).
 */
function loadedColumns(context: Context, entity: AnyEntity): string[] {
  return [
    ...STAMPS,
    ...(entity.number ? ["number"] : []),
    ...(entity.states ? ["state", "previous_state"] : []),
    ...loadedFields(context, entity.fields),
  ];
}

function loadedFields(context: Context, fields: Fields): string[] {
  return Object.entries<Field>(fields).flatMap(([name, field]) =>
    context.actor.supplierId && field.options.hiddenFromSuppliers ? [] : [name],
  );
}

export interface FindRecordInput<K extends string = string> {
  entity: Keyed<K>;
  id: string;
  filters: readonly Condition[];
  wanted?: Wanted & { hands?: boolean };
}

interface Wanted {
  labels: boolean;
  /** With the rows that this member of staff does not see, behind those it sees: for changes, which are judged and stored as a whole. */
  rows?: "all";
}

/**
 * A whole record within the person's reach.
 * @throws AppError("not_found") for an id that does not exist, is malformed or lies outside the row filter
 * @param wanted changes need no labels, pages and REST do; whether the person wrote it is left out only where nothing is decided on it
 */
export async function findRecord<K extends string = string>(
  context: Context,
  { id, ...input }: FindRecordInput<K>,
): Promise<Loaded<K>> {
  const [found] = await findRecords(context, { ...input, ids: [id] });
  if (!found) throw new AppError("not_found");
  return found;
}

/**
 * Whole records within the person's reach, in the order of their ids and in as few statements as one.
 * @throws AppError("not_found") where one of them does not exist, is malformed or lies outside the row filter
 */
export async function findRecords<K extends string = string>(
  context: Context,
  { entity, ids, filters, wanted = { labels: true } }: Omit<FindRecordInput<K>, "id"> & { ids: readonly string[] },
): Promise<Loaded<K>[]> {
  if (ids.length === 0) return [];
  const keys = ids.map((id) => id.toLowerCase());
  if (!keys.every((key) => UUID.test(key))) throw new AppError("not_found");
  const columns = loadedColumns(context, entity).map((column) => stampColumn(context, entity, column));
  const head: RowQuery = {
    table: tableOf(entity),
    columns,
    labels: wanted.labels
      ? [
          ...labelJoins(context, entity.fields, columns),
          ...lineRootJoins(context, entity.fields, columns),
          ...creatorLabels(context, entity),
        ]
      : [],
    where: [amongIds("id", keys), ...filters],
    facts: factsOf(context),
  };
  const tables = childTables(context, {
    map: entity.lines,
    parentTable: tableOf(entity),
    reading: { entity, rootIds: keys, wanted },
    prefix: "",
  });
  const headTypes = typesOf(entity.fields);
  const moments = MOMENTS.map((column) => stampColumn(context, entity, column));
  const hands = ownHands(context, entity, keys);
  const [rows = [], ...sets] = await selectRowSets(context.services.database.connection(), [
    { query: head, types: { ...headTypes, instants: [...headTypes.instants, ...moments] } },
    ...tables.map(({ path, query }) => ({ query, types: typesOf(linesAt(entity.lines, path)?.fields ?? {}) })),
    ...(hands ? [{ query: hands, types: { decimals: [], instants: [] } }] : []),
  ]);
  const byId = new Map(rows.map((row) => [String(row.id), row]));
  if (!keys.every((key) => byId.has(key))) throw new AppError("not_found");
  const childrenOf = tables.map(({ path }, at) => ({ path, rows: byRoot(keys, sets[at] ?? []) }));
  const loaded = keys.map((key) => {
    const rowsOf = new Map(childrenOf.map(({ path, rows: own }) => [path, own.get(key) ?? []]));
    return loadedOf(context, entity, { key, row: byId.get(key) ?? {}, rowsOf, labels: wanted.labels });
  });
  const records = loaded.map(({ record }) => record);
  if (wanted.rows === "all") for (const record of records) putSeenFirst(context, entity, record);
  await putInSealed(context, entity, records);
  await withholdUnsent(context, entity, records);
  const written = writtenAmong(hands ? (sets.at(-1) ?? []) : []);
  for (const record of records)
    if (written.has(record.id) && (wanted.hands !== false || record.state === entity.approval?.state))
      Object.assign(record, { [OWN_HAND]: true });
  for (const record of records) await noteCase(context, entity, record);
  // Put together from the columns of this very definition.
  return loaded.map(({ record, labels }) => ({ record: record as RecordFor<K>, labels }));
}

/** One is asked for by itself: a statement that is known already. */
function amongIds(column: string, ids: readonly string[]): Condition {
  const [first = "", second] = ids;
  return second === undefined ? { op: "eq", column, value: first } : { op: "in", column, values: [...ids] };
}

/** Rows of lines by the record they belong to, which rows of a single record do not say. */
function byRoot(keys: readonly string[], rows: readonly Row[]): ReadonlyMap<string, readonly Row[]> {
  const [first = "", second] = keys;
  if (second === undefined) return new Map([[first, rows]]);
  const found = new Map<string, Row[]>(keys.map((key) => [key, []]));
  for (const row of rows) found.get(String(row.root_id))?.push(row);
  return found;
}

/** A record with the rows of its lines, before anything is put in or taken out. */
function loadedOf(
  context: Context,
  entity: AnyEntity,
  found: { key: string; row: Row; rowsOf: ReadonlyMap<string, readonly Row[]>; labels: boolean },
): Loaded {
  const { key, rowsOf } = found;
  const row = withStamps(context, entity, found.row);
  const labels = new Map<string, string>();
  const head = recordOf(entity.fields, row, labels, "");
  for (const stamp of STAMPED) {
    const text = found.labels ? makerText(entity, row, stamp) : null;
    if (text !== null) labels.set(stamp, text);
  }
  const children = childRows(entity.lines, rowsOf, labels, "");
  const record: AnyRecord = {
    ...head,
    id: key,
    number: textOrNull(row.number),
    state: textOrNull(row.state) ?? "",
    previous_state: textOrNull(row.previous_state),
    version: Number(row.version),
    created_by: textOrNull(row.created_by),
    created_at: String(row.created_at),
    updated_by: textOrNull(row.updated_by),
    updated_at: String(row.updated_at),
    ...children,
  };
  return { record, labels };
}

function creatorLabels(context: Context, entity: AnyEntity) {
  return STAMPED.map((column) => ({
    column: stampColumn(context, entity, column),
    table: context.actor.supplierId ? "app_user_title" : "app_user",
    columns: ["username"],
    as: `${column}__label`,
  }));
}

function textOrNull(value: unknown): string | null {
  return typeof value === "string" ? value : null;
}

const VALUE_TYPES: ReadonlySet<string> = new Set(["string", "number", "boolean", "object"]);

function isValue(value: unknown): value is Value {
  return value === null || VALUE_TYPES.has(typeof value);
}

/** Own values of a row; labels found beside them are put under `prefix + name`. */
function recordOf(fields: Fields, row: Row, labels: Map<string, string>, prefix: string): Record<string, Value> {
  for (const [name, value] of Object.entries(row)) {
    if (typeof value !== "string") continue;
    if (name.endsWith("__label")) labels.set(prefix + name.slice(0, -"__label".length), value);
    if (name.endsWith(LINE_ROOT)) labels.set(`${prefix}${name.slice(0, -LINE_ROOT.length)}.root`, value);
  }
  const found: Record<string, Value> = {};
  for (const name of Object.keys(fields)) {
    const value = row[name];
    if (isValue(value) && name in row) found[name] = value;
  }
  return found;
}

/** Rows of one table of lines that are read for this person. */
interface ChildTable {
  /** `items`, `items.schedules`. */
  path: string;
  query: RowQuery;
}

/** What is read of the lines of a record, those within lines after those around them. */
function childTables(
  context: Context,
  {
    map,
    parentTable,
    reading,
    prefix,
  }: {
    map: LinesMap;
    parentTable: string;
    reading: { entity: AnyEntity; rootIds: readonly string[]; wanted: Wanted };
    prefix: string;
  },
): ChildTable[] {
  return Object.entries<Lines>(map).flatMap(([name, lines]) => {
    const table = lineTable(parentTable, name);
    const path = `${prefix}${name}`;
    const columns = loadedFields(context, lines.fields);
    const isWhole = reading.wanted.rows === "all" && context.actor.supplierId === null;
    const shown = isWhole ? [] : lineFilter(context, reading.entity, path);
    if (shown.some(({ op }) => op === "never")) return [];
    const query: RowQuery = {
      table,
      columns: [
        ...["id", "line_no", ...(prefix === "" ? [] : ["parent_id"])],
        ...(reading.rootIds.length > 1 ? ["root_id"] : []),
        ...columns,
      ],
      labels: reading.wanted.labels
        ? [...labelJoins(context, lines.fields, columns), ...lineRootJoins(context, lines.fields, columns)]
        : [],
      where: [amongIds("root_id", reading.rootIds), ...shown],
      facts: factsOf(context),
      sort: [
        { by: "line_no", descending: false },
        { by: "id", descending: false },
      ],
    };
    return [
      { path, query },
      ...childTables(context, { map: lines.lines, parentTable: table, reading, prefix: `${path}.` }),
    ];
  });
}

/** The lines of a record by name, from the rows of their tables by path. */
function childRows(
  map: LinesMap,
  rowsOf: ReadonlyMap<string, readonly Row[]>,
  labels: Map<string, string>,
  prefix: string,
): Record<string, AnyLine[]> {
  return Object.fromEntries(
    Object.entries<Lines>(map).map(([name, lines]) => {
      const path = `${prefix}${name}`;
      const grandChildren = childRows(lines.lines, rowsOf, labels, `${path}.`);
      const found = (rowsOf.get(path) ?? []).map((row): AnyLine => {
        const id = String(row.id);
        const children = Object.fromEntries(
          Object.entries(grandChildren).map(([child, all]) => [child, all.filter((line) => line.parent_id === id)]),
        );
        return {
          ...recordOf(lines.fields, row, labels, `${name}.${id}.`),
          id,
          line_no: Number(row.line_no),
          ...(prefix === "" ? {} : { parent_id: textOrNull(row.parent_id) }),
          ...children,
        };
      });
      return [name, found];
    }),
  );
}

/** Types of the columns of lines whose values JSON would carry otherwise than the driver does. */
function typesOf(fields: Fields): RowSet["types"] {
  const typed = Object.entries<Field>(fields).map(
    ([name, field]) => [name, kindOf(field).column(field.options)] as const,
  );
  return {
    decimals: typed.flatMap(([name, type]) => (type.startsWith("numeric") ? [name] : [])),
    instants: typed.flatMap(([name, type]) => (type === "timestamptz" ? [name] : [])),
  };
}

/** Child rows of a record by name; of a record that is known only at run time empty for a name it does not carry. */
export function linesOf<R extends AnyRecord | AnyLine, N extends string & keyof R>(record: R, name: N): RowsIn<R, N> {
  const value: unknown = record[name];
  return (Array.isArray(value) ? value : []) as RowsIn<R, N>;
}
type RowsIn<R, N extends keyof R> = string extends keyof R ? AnyLine[] : Extract<R[N], readonly AnyLine[]>;

/** Puts rows that a hook made in the place of those of a table; they name its fields, and whatever is left out is empty. */
export function putLines<R extends AnyRecord | AnyLine, N extends string & keyof R>(
  record: R,
  name: N,
  rows: readonly MadeRow<RowsIn<R, N>[number]>[],
): void {
  Object.assign(record, { [name]: rows });
}
type MadeRow<L> = { id: string; line_no: number } & { [F in keyof L]?: Value | AnyLine[] };

/** A field's value of a record or line; absent values are null. */
export function fieldValue(record: AnyRecord | AnyLine, name: string): Value {
  const value: unknown = record[name];
  return isValue(value) && value !== undefined ? value : null;
}

export interface OpenRecordInput<K extends string = string> {
  entity: Keyed<K>;
  id: string;
  screen?: Screen;
  wanted?: Wanted;
}

/**
 * Opens a record on a screen, for a person who may see it.
 * @throws AppError("forbidden" | "not_found")
 */
export async function openRecord<K extends string = string>(
  context: Context,
  { entity, id, screen, wanted }: OpenRecordInput<K>,
): Promise<Loaded<K>> {
  const filters = requireAction(context, entity, "get", screen);
  try {
    return await findRecord(context, { entity, id, filters: [...rowFilter(context, entity), ...filters], wanted });
  } catch (error) {
    if (error instanceof AppError && error.error === "not_found") await noteRefusedLook(context, entity, id);
    throw error;
  }
}
