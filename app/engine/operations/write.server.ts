import { StorageError } from "~/data/storage-error.server";
import {
  deleteRows,
  type InTime,
  insertRow,
  insertRows,
  isInTime,
  type Row,
  updateEach,
  updateRows,
  updateValues,
} from "~/data/store.server";
import { chinaTime } from "~/shared/calendar";
import type { Condition } from "~/shared/condition";
import type { Context } from "../context.server";
import { openOfNew, opensOfChanged, type Source } from "../draws/source-lines.server";
import type { AnyEntity, AnyLine, AnyRecord, Field, Fields, Lines, LinesMap } from "../entity";
import { isHidden } from "../entity/change-paths";
import { choiceLabel } from "../entity/dictionary";
import { searchFields } from "../entity/search-fields";
import { isSupplierFile } from "../entity/supplier-lock";
import { lineTable, tableOf } from "../entity/table-names";
import { titleColumns } from "../entity/tables";
import { AppError } from "../errors";
import { takeOutSealed } from "../sealing-fields/content.server";
import { searchColumns } from "../search/document.server";
import { anonymousContext } from "./anonymity.server";
import { changedPaths } from "./changes.server";
import { fieldValue, linesOf } from "./records.server";
import { factsOf } from "./scope.server";

/** Values of a row for storage: own fields only, absent ones as null. What is drawn is written by draws alone (`engine/draws`). */
function stored(fields: Fields, record: AnyRecord | AnyLine): Row {
  const row: Row = {};
  for (const [name, { options }] of Object.entries<Field>(fields))
    if (options.drawn === undefined) row[name] = fieldValue(record, name);
  return row;
}

interface NewLines {
  entity: AnyEntity;
  map: LinesMap;
  /** Path of the parents with a dot behind it, empty for a record. */
  path: string;
  parentTable: string;
  rootId: string;
  /** Rows whose lines are stored; one record, or the new rows of a table of lines. */
  parents: readonly (AnyRecord | AnyLine)[];
  nested: boolean;
}

/** Stores the lines below rows that are new, table by table. */
async function insertLines(
  context: Context,
  { entity, map, path, parentTable, rootId, parents, nested }: NewLines,
): Promise<void> {
  for (const [name, { fields, lines }] of Object.entries<Lines>(map)) {
    const rows = parents.flatMap((parent) => linesOf(parent, name).map((row) => ({ row, parent })));
    if (rows.length === 0) continue;
    const table = lineTable(parentTable, name);
    await insertRows(
      context.services.database.connection(),
      table,
      rows.map(({ row, parent }) =>
        newLine({ entity, path: `${path}${name}` }, fields, { row, rootId, parentId: nested ? parent.id : null }),
      ),
    );
    const below = { entity, map: lines, path: `${path}${name}.`, parentTable: table, rootId, nested: true };
    await insertLines(context, { ...below, parents: rows.map(({ row }) => row) });
  }
}

/** A new row of lines for storage, with what is open of it. */
function newLine(
  source: Source,
  fields: Fields,
  { row, rootId, parentId }: { row: AnyLine; rootId: string; parentId: string | null },
): Row {
  return {
    id: row.id,
    root_id: rootId,
    ...(parentId === null ? {} : { parent_id: parentId }),
    line_no: row.line_no,
    ...stored(fields, row),
    ...openOfNew(source, row),
  };
}

async function newHead(entity: AnyEntity, record: AnyRecord): Promise<Row> {
  return {
    id: record.id,
    ...(entity.number ? { number: record.number } : {}),
    ...(entity.states ? { state: record.state, previous_state: null } : {}),
    ...stored(entity.fields, record),
    version: 1,
    created_by: record.created_by,
    created_at: record.created_at,
    updated_by: record.updated_by,
    updated_at: record.updated_at,
    ...(isSupplierFile(entity) ? { shown_by: record.updated_by, shown_at: record.updated_at } : {}),
    ...(await searchColumns(entity, record)),
  };
}

/** Stores new records that have neither lines nor sealed values, with one statement for many. */
export async function insertHeads(context: Context, entity: AnyEntity, records: readonly AnyRecord[]): Promise<void> {
  if (Object.keys(entity.lines).length > 0 || entity.sealed)
    throw new Error(`"${entity.key}" is not stored by its head alone`);
  const rows: Row[] = [];
  for (const record of records) rows.push(await newHead(entity, record));
  await uniquely(entity, () => insertRows(context.services.database.connection(), tableOf(entity), rows));
}

/** Stores a new record with all its rows. */
export async function insertRecord(context: Context, entity: AnyEntity, made: AnyRecord): Promise<void> {
  const taken = await takeOutSealed(context, { entity, before: null, after: made });
  const record = taken?.after ?? made;
  await uniquely(entity, async () => {
    await insertRow(context.services.database.connection(), tableOf(entity), await newHead(entity, record));
    await insertLines(context, {
      entity,
      map: entity.lines,
      path: "",
      parentTable: tableOf(entity),
      rootId: record.id,
      parents: [record],
      nested: false,
    });
  });
  await taken?.store();
}

/** A record as it was read, and as it is to be stored. */
export interface Versions {
  before: AnyRecord;
  after: AnyRecord;
}

interface UpdateInput {
  entity: AnyEntity;
  filters: readonly Condition[];
  /** The field that says until when this may be stored, and what is said later. */
  inTime?: { until: string; otherwise: string };
}
export type UpdateRecordInput = UpdateInput & Versions;

/**
 * Stores what changed between two versions of a record. The head is only written when it is still at the version that
 * was read; a supplier's transaction writes no column that did not change, because it holds no right to most of them.
 * @throws AppError("stale_record") when somebody else was faster
 */
export async function updateRecord(context: Context, { before, after, ...input }: UpdateRecordInput): Promise<void> {
  await updateRecords(context, { ...input, versions: [{ before, after }] });
}

/**
 * The same for several records: heads that change in the same columns are written by one statement, whatever the values are.
 * @throws AppError("stale_record") when somebody else was faster with one of them
 */
export async function updateRecords(
  context: Context,
  { versions, ...input }: UpdateInput & { versions: readonly Versions[] },
): Promise<void> {
  const heads: Head[] = [];
  for (const one of versions) heads.push(await headOf(context, input, one));
  const alike = new Map<string, Head[]>();
  for (const head of heads) {
    const key = isPlain(head, input) ? Object.keys(head.values).sort().join() : head.before.id;
    alike.set(key, [...(alike.get(key) ?? []), head]);
  }
  for (const group of alike.values()) await writeHeads(context, input, group);
  for (const { before, after, store } of heads) {
    await uniquely(input.entity, () =>
      updateLines(context, {
        entity: input.entity,
        map: input.entity.lines,
        path: "",
        parentTable: tableOf(input.entity),
        rootId: before.id,
        before,
        after,
        nested: false,
      }),
    );
    await store?.();
  }
}

/** What is written of the head of a record. */
interface Head extends Versions {
  values: Row;
  /** The supplier reads something else in its file than before. */
  isShown: boolean;
  /** Stores what is sealed of it, once the row itself is. */
  store: (() => Promise<void>) | undefined;
  /** What it is found by changes. */
  isSought: boolean;
}

/** It is written like others: nothing is counted up beside it or asked of the clock, and its values travel in a text. */
const isPlain = ({ isShown, isSought }: Head, { inTime }: UpdateInput): boolean => !(isShown || isSought || inTime);

async function headOf(context: Context, { entity }: UpdateInput, versions: Versions): Promise<Head> {
  const taken = await takeOutSealed(context, { entity, ...versions });
  const before = taken?.before ?? versions.before;
  const after = taken?.after ?? versions.after;
  const changed = Object.fromEntries(
    Object.entries(stored(entity.fields, after)).filter(
      ([name, value]) => JSON.stringify(value) !== JSON.stringify(fieldValue(before, name)),
    ),
  );
  const isSought = searchFields(entity).own.some((name) => name in changed);
  const author = anonymousContext(context, entity, before).actor.id;
  const at = context.now.toISOString();
  const isShown = isSupplierFile(entity) && showsIn(entity, before, after);
  const values = {
    ...changed,
    ...(isSought ? await searchColumns(entity, after) : {}),
    ...(entity.states && after.state !== before.state ? { state: after.state, previous_state: before.state } : {}),
    version: before.version + 1,
    updated_by: author,
    updated_at: at,
    ...(isShown ? { shown_by: author, shown_at: at } : {}),
  };
  return { before, after, values, isShown, isSought, store: taken?.store };
}

/** @param heads one, or several that are written like others and change in the same columns */
async function writeHeads(
  context: Context,
  { entity, filters, inTime }: UpdateInput,
  heads: readonly Head[],
): Promise<void> {
  const [first, second] = heads;
  if (!first) return;
  const connection = context.services.database.connection();
  const facts = factsOf(context);
  await uniquely(entity, async () => {
    if (second) {
      const { version: _own, ...columns } = first.values;
      const rows = heads.map(({ before, values }) => ({ ...values, id: before.id }));
      const query = { columns: Object.keys(columns), rows, where: filters, facts };
      if ((await updateEach(connection, tableOf(entity), query)) !== heads.length) throw new AppError("stale_record");
      return;
    }
    const { before, values, isShown } = first;
    const rows = await updateRows(connection, tableOf(entity), values, {
      raised: isShown ? ["shown_version"] : [],
      ...(inTime ? { inTime: door(context, inTime.until) } : {}),
      where: [
        { op: "eq", column: "id", value: before.id },
        { op: "eq", column: "version", value: before.version },
        ...filters,
      ],
      facts,
    });
    if (rows !== 1 && inTime) await refuseLate(context, { entity, before, inTime });
    if (rows !== 1) throw new AppError("stale_record");
  });
}

/** The deadline as the storing statement judges it. */
function door(context: Context, until: string): InTime {
  return { until, shift: context.services.storageShift?.(context) ?? 0 };
}

/** @throws AppError("wrong_state") where nothing was stored because it is too late, not because somebody was faster */
async function refuseLate(
  context: Context,
  { entity, before, inTime: { until, otherwise } }: Required<Pick<UpdateRecordInput, "entity" | "before" | "inTime">>,
): Promise<void> {
  const connection = context.services.database.connection();
  if (await isInTime(connection, tableOf(entity), before.id, door(context, until))) return;
  const held = before[until];
  const deadline = typeof held === "string" ? chinaTime(held) : "";
  throw new AppError("wrong_state", { message: otherwise.replace("{deadline}", deadline) });
}

/** Whether the supplier reads something else in its file than before; how we keep the file, by its state, is ours. */
function showsIn(entity: AnyEntity, before: AnyRecord, after: AnyRecord): boolean {
  return changedPaths(entity, before, after).some((path) => !isHidden(entity, path.split(".")));
}

interface LinesUpdate {
  entity: AnyEntity;
  map: LinesMap;
  /** Of the lines around them, with a point behind it; empty for those of the head. */
  path: string;
  parentTable: string;
  rootId: string;
  before: AnyRecord | AnyLine;
  after: AnyRecord | AnyLine;
  nested: boolean;
}

/** Most values stay as they are: only others are compared as what is stored of them. */
function isSameValue(value: unknown, other: unknown): boolean {
  return value === other || JSON.stringify(value) === JSON.stringify(other);
}

async function updateLines(context: Context, update: LinesUpdate): Promise<void> {
  const { entity, map, path, parentTable, rootId, before, after, nested } = update;
  const connection = context.services.database.connection();
  for (const [name, lines] of Object.entries<Lines>(map)) {
    const table = lineTable(parentTable, name);
    const old = new Map(linesOf(before, name).map((row) => [row.id, row]));
    const added: AnyLine[] = [];
    const changed = new Map<string, Row>();
    for (const row of linesOf(after, name)) {
      const known = old.get(row.id);
      old.delete(row.id);
      if (!known) {
        added.push(row);
        continue;
      }
      const values = Object.fromEntries(
        Object.entries(stored(lines.fields, row)).filter(
          ([field, value]) => !isSameValue(value, fieldValue(known, field)),
        ),
      );
      if (known.line_no !== row.line_no) values.line_no = row.line_no;
      if (Object.keys(values).length > 0) changed.set(row.id, values);
      const below = { map: lines.lines, path: `${path}${name}.`, parentTable: table, nested: true };
      await updateLines(context, { ...below, entity, rootId, before: known, after: row });
    }
    await writeChanged(context, { source: { entity, path: `${path}${name}` }, table, changed });
    await insertRows(
      connection,
      table,
      added.map((row) =>
        newLine({ entity, path: `${path}${name}` }, lines.fields, { row, rootId, parentId: nested ? after.id : null }),
      ),
    );
    const below = { entity, map: lines.lines, path: `${path}${name}.`, parentTable: table, rootId, nested: true };
    await insertLines(context, { ...below, parents: added });
    if (old.size > 0) {
      await deleteRows(connection, table, {
        where: [
          { op: "in", column: "id", values: [...old.keys()] },
          { op: "eq", column: "root_id", value: rootId },
        ],
        facts: factsOf(context),
      });
    }
  }
}

/**
 * Writes what changed of lines, with what is open of them by then. Those that change in the same columns are written by one statement,
 * whatever the values are: two hundred lines that become 已完成 are one change, and so are two hundred that get days of their own.
 */
async function writeChanged(
  context: Context,
  { source, table, changed }: { source: Source; table: string; changed: ReadonlyMap<string, Row> },
): Promise<void> {
  const opens = await opensOfChanged(context, source, changed);
  const alike = new Map<string, Row[]>();
  for (const [id, own] of changed) {
    const row = { ...own, ...opens.get(id), id };
    const key = Object.keys(row).sort().join();
    alike.set(key, [...(alike.get(key) ?? []), row]);
  }
  for (const rows of alike.values()) {
    const columns = Object.keys(rows[0] ?? {}).filter((column) => column !== "id");
    await updateValues(context.services.database.connection(), table, { columns, rows });
  }
}

/** A broken unique key becomes a complaint beside the field it belongs to. */
async function uniquely(entity: AnyEntity, work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } catch (error) {
    if (!(error instanceof StorageError) || error.code !== "unique") throw error;
    const table = tableOf(entity);
    for (const [name, field] of Object.entries<Field>(entity.fields)) {
      if (field.options.unique && error.constraint === `${table}_${name}_key`) {
        throw new AppError("duplicate", {
          message: field.options.unique,
          complaints: [{ field: name, message: field.options.unique }],
        });
      }
    }
    for (const unique of entity.unique ?? []) {
      const columns: readonly string[] = unique.columns;
      if (error.constraint === `${table}_${columns.join("_")}_key`.slice(0, 63)) {
        throw new AppError("duplicate", {
          message: unique.complaint,
          complaints: [{ field: columns[0] ?? "", message: unique.complaint }],
        });
      }
    }
    throw new AppError("duplicate");
  }
}

/**
 * The text by which headings and messages name a record: choices by what they are called.
 * @param labels of references, as a loaded record has them; a reference without one says nothing, for an id is no name
 */
export function titleOf(entity: AnyEntity, record: AnyRecord, labels?: ReadonlyMap<string, string>): string {
  const values = titleColumns(entity).map((column) => {
    if (entity.fields[column]?.kind === "reference") return labels?.get(column);
    return column === "number" ? record.number : fieldValue(record, column);
  });
  return titleFrom(entity, values);
}

/** @param values of the columns of the title, in their order: labels of references, codes of choices */
export function titleFrom(entity: AnyEntity, values: readonly unknown[]): string {
  return titleColumns(entity)
    .map((column, position) => {
      const field: Field | undefined = entity.fields[column];
      const value = values[position];
      return field?.kind === "choice" && typeof value === "string" ? choiceLabel(field.options, value) : value;
    })
    .filter(Boolean)
    .join(" ");
}
