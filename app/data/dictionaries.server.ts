import { sql } from "kysely";
import type { Connection } from "./database.server";

export interface DictionaryRow {
  code: string;
  name: string;
  enabled: boolean;
  open: boolean;
  value: string | null;
  label: string | null;
  tone: string | null;
  parent: string | null;
  isDefault: boolean | null;
  entryEnabled: boolean | null;
}

/** All entries of all dictionaries in their order; a dictionary without any answers one row of its own. */
export async function selectDictionaries(connection: Connection): Promise<DictionaryRow[]> {
  const { rows } = await sql<DictionaryRow>`select d.code, d.name, d.enabled, d.is_public as open,
      i.item_value as value, i.item_name as label, i.color as tone, i.parent_value as parent,
      i.is_default as "isDefault", i.enabled as "entryEnabled"
    from dictionary d left join dictionary_items i on i.root_id = d.id
    order by d.code, i.sort_no nulls last, i.line_no`.execute(connection);
  return rows;
}

/** Codes of the dictionaries that are there. */
export async function selectDictionaryIds(connection: Connection): Promise<Map<string, string>> {
  const { rows } = await sql<{ id: string; code: string }>`select id, code from dictionary`.execute(connection);
  return new Map(rows.map(({ id, code }) => [code, id]));
}

export interface NewDictionary {
  id: string;
  code: string;
  name: string;
  category: string;
  open: boolean;
  locked: boolean;
}

/** Adds a dictionary of the program. */
export async function insertDictionary(connection: Connection, one: NewDictionary): Promise<void> {
  await sql`insert into dictionary (id, code, name, category, is_public, locked, built_in, enabled)
    values (${one.id}, ${one.code}, ${one.name}, ${one.category}, ${one.open}, ${one.locked}, true, true)`.execute(
    connection,
  );
}

export interface NewEntry {
  id: string;
  value: string;
  label: string;
  tone: string | null;
  isDefault: boolean;
}

/** Adds an entry at the end of a dictionary, unless it has one of that value. */
export async function addEntry(connection: Connection, dictionaryId: string, entry: NewEntry): Promise<void> {
  await sql`insert into dictionary_items (id, root_id, line_no, item_value, item_name, color, is_default, enabled)
    select ${entry.id}::uuid, ${dictionaryId}::uuid, coalesce(max(line_no), 0) + 10, ${entry.value}, ${entry.label}, ${entry.tone}, ${entry.isDefault}, true
    from dictionary_items where root_id = ${dictionaryId}::uuid
    having not coalesce(bool_or(item_value = ${entry.value}), false)`.execute(connection);
}

/** Rows of a table by the value of a column; table and column come from definitions. */
export async function countByValue(
  connection: Connection,
  table: string,
  column: string,
): Promise<Map<string, number>> {
  const { rows } = await sql<{
    value: string;
    count: number;
  }>`select ${sql.ref(column)} as value, count(*)::int as count
    from ${sql.table(table)} where ${sql.ref(column)} is not null group by 1`.execute(connection);
  return new Map(rows.map(({ value, count }) => [value, count]));
}
