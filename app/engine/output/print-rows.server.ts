import { type Row, selectRows } from "~/data/store.server";
import type { Context } from "../context.server";
import type { AnyEntity, Field, Value } from "../entity";
import { tableOf } from "../entity/table-names";
import { labelJoins, titleSource } from "../operations/labels.server";
import { factsOf, mayRead, rowFilter } from "../operations/scope.server";
import { showField } from "../screen/show";

const MOST_IDS = 1000;

/** Rows that references point at, with those of the wanted columns that this person may see, as texts by id and column. */
export type Referenced = ReadonlyMap<string, ReadonlyMap<string, string>>;

/**
 * Columns of referenced rows. Staff read them as they read labels; a supplier reads its own rows, and of others the title
 * that is made for suppliers.
 */
export async function referencedRows(
  context: Context,
  target: AnyEntity,
  ids: readonly string[],
  wanted: readonly string[],
): Promise<Referenced> {
  const columns = wanted.filter((name) => {
    const field: Field | undefined = target.fields[name];
    return field !== undefined && mayRead(context, target, name, field);
  });
  const found = new Map<string, ReadonlyMap<string, string>>();
  const distinct = [...new Set(ids)];
  for (let at = 0; at < distinct.length; at += MOST_IDS) {
    const some = distinct.slice(at, at + MOST_IDS);
    for (const row of await readable(context, target, some, columns)) found.set(String(row.id), texts(target, row));
  }
  return found;
}

async function readable(
  context: Context,
  target: AnyEntity,
  ids: readonly string[],
  columns: readonly string[],
): Promise<Row[]> {
  const query = { where: [{ op: "in" as const, column: "id", values: ids }], facts: factsOf(context) };
  const connection = context.services.database.connection();
  const read = {
    table: tableOf(target),
    columns: ["id", ...columns],
    labels: labelJoins(context, target.fields, columns),
  };
  if (!context.actor.supplierId) return selectRows(connection, { ...query, ...read });
  if (target.access.suppliers.kind !== "none")
    return selectRows(connection, { ...query, ...read, where: [...query.where, ...rowFilter(context, target)] });
  const title = titleSource(context, target);
  if (!title) return [];
  const open = columns.filter((name) => title.columns.includes(name));
  return selectRows(connection, { ...query, table: title.table, columns: ["id", ...open] });
}

function texts(target: AnyEntity, row: Row): ReadonlyMap<string, string> {
  return new Map(
    Object.entries<Field>(target.fields).flatMap(([name, field]) => {
      const value = row[name];
      if (!isPlain(value)) return [];
      const label = row[`${name}__label`];
      return [[name, showField({ field, value, label: typeof label === "string" ? label : undefined }).text]];
    }),
  );
}

function isPlain(value: unknown): value is Exclude<Value, null> {
  return typeof value === "string" || typeof value === "number" || typeof value === "boolean";
}
