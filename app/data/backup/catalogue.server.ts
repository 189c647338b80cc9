import { sql } from "kysely";
import type { Connection } from "../database.server";

/** A table as the database describes it. */
export interface StoredTable {
  name: string;
  /** In the order of the table; computed columns are left out. `type` is what a value is cast to. */
  columns: { name: string; type: string }[];
  /** Columns that put its rows into one order on every engine; `collated` ones need a collation for that. */
  key: { name: string; collated: boolean }[];
}

export interface ForeignKey {
  name: string;
  table: string;
  target: string;
}

/** Says when migrations ran here; a restored database has its own. */
const OWN_TABLE = "schema_migration";

/** All tables with rows of their own, by name. */
export async function storedTables(connection: Connection): Promise<StoredTable[]> {
  const { rows } = await sql<StoredTable>`
    select c.relname as name,
      (select json_agg(json_build_object('name', a.attname, 'type', format_type(a.atttypid, a.atttypmod)) order by a.attnum)
        from pg_attribute a
        where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = '') as columns,
      coalesce((select json_agg(json_build_object('name', a.attname, 'collated', a.attcollation <> 0) order by k.place)
        from pg_index i cross join unnest(i.indkey::int[]) with ordinality k (attnum, place)
        join pg_attribute a on a.attrelid = c.oid and a.attnum = k.attnum
        where i.indrelid = c.oid and i.indisprimary), '[]') as key
    from pg_class c where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' and c.relname <> ${OWN_TABLE}
    order by c.relname collate "C"`.execute(connection);
  return rows;
}

export async function foreignKeys(connection: Connection): Promise<ForeignKey[]> {
  const { rows } = await sql<ForeignKey>`
    select k.conname as name, t.relname as "table", f.relname as target
    from pg_constraint k join pg_class t on t.oid = k.conrelid join pg_class f on f.oid = k.confrelid
    where k.contype = 'f' and k.connamespace = 'public'::regnamespace
    order by t.relname collate "C", k.conname collate "C"`.execute(connection);
  return rows;
}

/** Sequences that were asked for a number, and the last one given. */
export async function usedSequences(connection: Connection): Promise<{ name: string; last: string }[]> {
  const { rows } = await sql<{ name: string; last: string }>`
    select sequencename as name, last_value::text as last from pg_sequences
    where schemaname = 'public' and last_value is not null order by sequencename collate "C"`.execute(connection);
  return rows;
}

/**
 * Tables so that a row's targets come before it, as far as that is possible.
 * @returns the tables, and the keys that point at their own table or at one that comes later
 */
export function inKeyOrder<T extends { name: string }>(
  tables: readonly T[],
  keys: readonly ForeignKey[],
): { tables: T[]; backward: ForeignKey[] } {
  const left = new Map(tables.map((table) => [table.name, table]));
  const ordered: T[] = [];
  while (left.size > 0) {
    const waits = (name: string) =>
      keys.some((key) => key.table === name && key.target !== name && left.has(key.target));
    const names = [...left.keys()];
    // In a ring nobody is free; the first one then begins.
    const next = left.get(names.find((name) => !waits(name)) ?? names[0] ?? "");
    if (!next) break;
    left.delete(next.name);
    ordered.push(next);
  }
  const place = new Map(ordered.map((table, index) => [table.name, index]));
  const backward = keys.filter((key) => (place.get(key.target) ?? 0) >= (place.get(key.table) ?? 0));
  return { tables: ordered, backward };
}
