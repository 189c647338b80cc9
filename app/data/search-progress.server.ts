import { sql } from "kysely";
import { SEARCH_GRAMS, SEARCH_TEXT, type SearchDocument } from "~/shared/search";
import type { Connection } from "./database.server";
import type { Row } from "./store.server";

/*
 * Filling the search columns of rows that were written before there were any, or by other rules. All of it runs as owner,
 * in a transaction of the caller.
 */

/** Where the filling of a table stands; the row stays locked until the transaction ends, so processes take turns. */
export async function lockProgress(
  connection: Connection,
  table: string,
  rules: string,
): Promise<{ reached: string | null; complete: boolean }> {
  await sql`insert into search_progress (table_name, rules) values (${table}, ${rules}) on conflict do nothing`.execute(
    connection,
  );
  const { rows } = await sql<{ rules: string; reached: string | null; complete: boolean }>`
    select rules, reached, complete from search_progress where table_name = ${table} for update`.execute(connection);
  const [known] = rows;
  return known?.rules === rules ? known : { reached: null, complete: false };
}

export async function upsertProgress(
  connection: Connection,
  table: string,
  progress: { rules: string; reached: string | null; complete: boolean },
): Promise<void> {
  await sql`update search_progress set rules = ${progress.rules}, reached = ${progress.reached}, complete = ${progress.complete}
    where table_name = ${table}`.execute(connection);
}

export interface RowsToFillInput {
  table: string;
  columns: readonly string[];
  which: { after: string | null } | "empty";
  limit: number;
}

/** The next rows of a table by id, or its next rows without search columns, at most `limit`. */
export async function rowsToFill(
  connection: Connection,
  { table, columns, which, limit }: RowsToFillInput,
): Promise<Row[]> {
  const wanted =
    which === "empty"
      ? sql`where ${sql.ref(SEARCH_TEXT)} is null`
      : which.after === null
        ? sql``
        : sql`where id > ${which.after}::uuid`;
  const { rows } = await sql<Row>`select ${sql.join(["id", "version", ...columns].map((column) => sql.ref(column)))}
    from ${sql.table(table)} ${wanted} order by id limit ${limit}`.execute(connection);
  return rows;
}

/** Writes the search columns of rows that are still as they were read; nothing where they are right already. */
export async function fillRows(
  connection: Connection,
  table: string,
  rows: readonly { id: string; version: number; document: SearchDocument }[],
): Promise<void> {
  const documents = rows.map(({ id, version, document }) => ({
    id,
    version,
    text: document.text,
    grams: document.grams,
  }));
  await sql`update ${sql.table(table)} as t set ${sql.ref(SEARCH_TEXT)} = d.text, ${sql.ref(SEARCH_GRAMS)} = d.grams
    from jsonb_to_recordset(${JSON.stringify(documents)}::jsonb) as d(id uuid, version integer, text text, grams text[])
    where t.id = d.id and t.version = d.version
      and (${sql.ref(`t.${SEARCH_TEXT}`)} is distinct from d.text or ${sql.ref(`t.${SEARCH_GRAMS}`)} is distinct from d.grams)`.execute(
    connection,
  );
}
