import { type Row, selectRows } from "~/data/store.server";
import { type Condition, where } from "~/shared/condition";
import type { Context } from "../context.server";
import type { AnyEntity } from "../entity/define";
import type { Field, RoleName } from "../entity/field";
import { kindOf } from "../entity/kinds";
import { columnsToTell, type Recipients, workedName } from "../entity/messages";
import { tableOf } from "../entity/table-names";
import { labelsOfEach, titleSource } from "../operations/labels.server";
import { factsOf } from "../operations/scope.server";

/** A record somebody is told of, as far as that needs it. */
export interface ToldRow {
  id: string;
  /** Number of a document; empty for the rest. */
  number: string;
  /** What a column shows, see `MessageFacts.text`. */
  text(column: string): string;
  /** The ids a column of people or suppliers holds; none where it is empty. */
  held(column: string): string[];
  /** What the column holds itself; empty for nothing. */
  value(column: string): string;
}

/** What a message needs to know of a record. */
interface Needs {
  reads: readonly string[];
  to: Recipients;
}

/** Accounts, by which whoever made or changed a record is named. */
const USER = "system-management/user";
const HANDS = ["created_by", "updated_by"];

/**
 * Which columns of the rows of an entity a message needs, and the way to what stands behind their references. What server code works out
 * (`+name`) stands in the rows under that name.
 */
export function rowsToTell(context: Context, entity: AnyEntity, { reads, to }: Needs) {
  const wanted = [...new Set([...reads, ...columnsToTell(to)])];
  const stored = wanted.filter((column) => workedName(column) === null);
  const own = stored.map((column) => column.split(".")[0] ?? column);
  const columns = [...new Set(["id", ...(entity.number === undefined ? [] : ["number"]), ...own])];
  /** Columns behind a reference, by the reference. */
  const behind = new Map<string, string[]>();
  for (const column of stored) {
    const [reference = "", rest] = column.split(".");
    if (rest !== undefined) behind.set(reference, [...new Set([...(behind.get(reference) ?? []), rest])]);
  }
  return {
    columns,
    async complete(rows: readonly Row[]): Promise<ToldRow[]> {
      const others = new Map<string, ReadonlyMap<string, Row>>();
      for (const [reference, names] of behind) {
        const ids = [...new Set(rows.flatMap((row) => (typeof row[reference] === "string" ? [row[reference]] : [])))];
        const target = targetOf(context, entity, reference);
        const found = ids.length > 0 && target ? await rowsBehind(context, target, names, ids) : [];
        others.set(reference, new Map(found.map((one) => [String(one.id), one])));
      }
      const titles = await titlesOf(context, { entity, reads, rows, others });
      return rows.map((row) => rowOf(context, { entity, row, others, titles }));
    },
  };
}

/** What a supplier reads of others is their titles, from the view that holds no more; the rest answers only for what is its own. */
async function rowsBehind(
  context: Context,
  target: AnyEntity,
  names: readonly string[],
  ids: readonly string[],
): Promise<Row[]> {
  const source = context.actor.supplierId ? titleSource(context, target) : null;
  const isTitle = source !== null && names.every((name) => source.columns.includes(name));
  return selectRows(context.services.database.connection(), {
    table: isTitle ? source.table : tableOf(target),
    columns: ["id", ...names],
    where: [where.oneOf("id", ids)],
    facts: factsOf(context),
  });
}

interface Found {
  entity: AnyEntity;
  others: ReadonlyMap<string, ReadonlyMap<string, Row>>;
}

/** What a column, own or behind a reference, holds in a row. */
function valueAt({ others }: Found, row: Row, column: string): unknown {
  const [reference = "", rest] = column.split(".");
  return rest === undefined ? row[reference] : others.get(reference)?.get(String(row[reference]))?.[rest];
}

/** The entity a column points at, own or behind a reference; undefined for columns that hold values. */
function pointedAt(context: Context, entity: AnyEntity, column: string): AnyEntity | undefined {
  const [reference = "", rest] = column.split(".");
  const target = targetOf(context, entity, reference);
  return rest === undefined ? target : target && targetOf(context, target, rest);
}

/** The titles of what the columns that are read point at, by the key of the entity and the id. */
async function titlesOf(
  context: Context,
  { reads, rows, ...found }: Found & { reads: readonly string[]; rows: readonly Row[] },
): Promise<ReadonlyMap<string, string>> {
  const wanted = reads.flatMap((column) => {
    const target = pointedAt(context, found.entity, column);
    const ids = target ? rows.map((row) => valueAt(found, row, column)).filter((id) => typeof id === "string") : [];
    return target && ids.length > 0 ? [{ target, ids }] : [];
  });
  if (wanted.length === 0) return new Map();
  const labels = await labelsOfEach(context, wanted);
  return new Map(
    wanted.flatMap(({ target }, at) =>
      [...(labels[at] ?? [])].map(([id, label]): [string, string] => [`${target.key} ${id}`, label]),
    ),
  );
}

function rowOf(
  context: Context,
  { row, titles, ...found }: Found & { row: Row; titles: ReadonlyMap<string, string> },
): ToldRow {
  const { entity } = found;
  return {
    id: String(row.id),
    number: typeof row.number === "string" ? row.number : "",
    text(column) {
      const [reference = "", rest] = column.split(".");
      const value = valueAt(found, row, column);
      const target = pointedAt(context, entity, column);
      if (target) return titles.get(`${target.key} ${String(value)}`) ?? "";
      if (column === "state" && entity.states) return entity.states[String(value)] ?? "";
      const holder = rest === undefined ? entity : targetOf(context, entity, reference);
      return shown(holder?.fields[rest ?? reference], value);
    },
    held(column) {
      const value = valueAt(found, row, column);
      const all: readonly unknown[] = Array.isArray(value) ? value : [value];
      return all.filter((id): id is string => typeof id === "string" && id !== "");
    },
    value: (column) => String(valueAt(found, row, column) ?? ""),
  };
}

function shown(field: Field | undefined, value: unknown): string {
  if (value === null || value === undefined) return "";
  return field ? kindOf(field).show(value as never, field.options) : String(value);
}

/** Whom a message about a record reaches. */
export interface Reached {
  people: string[];
  suppliers: string[];
  roles: RoleName[];
  /** Suppliers whose people may hear of it; null: no limit. */
  readers: string[] | null;
}

/** Whom a message reaches, by what its columns hold. @param holds whether a condition holds for the record */
export function reachedBy(to: Recipients, { held }: ToldRow, holds: (when: Condition) => boolean): Reached {
  const first = [...new Set((to.people ?? []).flatMap(held))];
  const people = first.length > 0 ? first : (to.elsePeople ?? []).flatMap(held).slice(0, 1);
  const further = (to.rolesWhen ?? []).flatMap(({ when, roles }) => (holds(when) ? roles : []));
  return {
    people,
    suppliers: [...new Set((to.suppliers ?? []).flatMap(held))],
    roles: [...(to.roles ?? []), ...further, ...(people.length === 0 ? (to.elseRoles ?? []) : [])],
    readers: to.readers === undefined ? null : held(to.readers),
  };
}

/** The entity a reference of the head points at, or the accounts behind whoever made the record; undefined for other columns. */
function targetOf(context: Context, entity: AnyEntity, column: string): AnyEntity | undefined {
  if (HANDS.includes(column)) return context.services.registry.entity(USER);
  const field: Field | undefined = entity.fields[column];
  return field?.kind === "reference" && field.options.to
    ? context.services.registry.entity(field.options.to)
    : undefined;
}
