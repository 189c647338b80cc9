import { type RawBuilder, sql } from "kysely";
import type { Connection } from "./database.server";
import { type Row, type RowQuery, whereSql } from "./store.server";

/*
 * Journals: tables whose rows are only added (decision 0154). Names of tables and columns come from definitions.
 */

/** Rows of one posting, each with the same columns. */
export interface PostedRows {
  table: string;
  columns: readonly string[];
  rows: readonly Row[];
}

// Values are read in the types of the columns, decimals among them from text.
function given(table: string, rows: readonly Row[]): RawBuilder<unknown> {
  return sql`jsonb_populate_recordset(null::${sql.table(table)}, ${JSON.stringify(rows)}::jsonb)`;
}

function refs(columns: readonly string[], alias?: string): RawBuilder<unknown> {
  return sql.join(columns.map((column) => sql.ref(alias ? `${alias}.${column}` : column)));
}

/** Which of these keys are posted already. */
export async function selectPostedKeys(connection: Connection, { table, rows }: PostedRows): Promise<string[]> {
  const keys = JSON.stringify(rows.map(({ posting_key }) => posting_key));
  // The tenant leads the index of the keys: without it the whole journal would be read. As a list the keys would be compared one by one.
  const { rows: found } = await sql<{ posting_key: string }>`
    select t.posting_key from jsonb_array_elements_text(${keys}::jsonb) as w(posting_key)
      join ${sql.table(table)} as t on t.tenant_id = 1 and t.posting_key = w.posting_key`.execute(connection);
  return found.map(({ posting_key }) => posting_key);
}

/** Adds rows whose key is not there yet, and waits for others who are about to add it. @returns how many were added */
export async function insertPosted(connection: Connection, { table, columns, rows }: PostedRows): Promise<number> {
  const { rows: added } = await sql<{ id: string }>`
    insert into ${sql.table(table)} (${refs(columns)}) select ${refs(columns)} from ${given(table, rows)}
    on conflict (tenant_id, posting_key) do nothing returning id`.execute(connection);
  return added.length;
}

/** How many of these rows stand in the journal just as they are given, by these columns. */
export async function countAsPosted(connection: Connection, { table, columns, rows }: PostedRows): Promise<number> {
  const { rows: counted } = await sql<{ count: number }>`
    select count(*)::int as count from ${sql.table(table)} as t join ${given(table, rows)} as w on w.posting_key = t.posting_key
    where t.tenant_id = 1 and (${refs(columns, "t")}) is not distinct from (${refs(columns, "w")})`.execute(connection);
  return counted[0]?.count ?? 0;
}

/** Sums of figures of a journal, one row for each combination of the keys, in their order; decimal texts, empty for none. */
export async function sumByKeys(
  connection: Connection,
  query: Pick<RowQuery, "table" | "where" | "facts"> & { by: readonly string[]; figures: readonly string[] },
): Promise<Row[]> {
  const keys = query.by.map((column) => sql.ref(`t.${column}`));
  const sums = query.figures.map(
    (column) => sql`coalesce(sum(${sql.ref(`t.${column}`)}), 0)::text as ${sql.ref(column)}`,
  );
  const grouped = keys.length === 0 ? sql`` : sql`group by ${sql.join(keys)} order by ${sql.join(keys)}`;
  const { rows } = await sql<Row>`
    select ${sql.join([...keys, ...sums])} from ${sql.table(query.table)} as t ${whereSql(query)} ${grouped}`.execute(
    connection,
  );
  return rows;
}
