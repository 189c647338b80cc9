import { sql } from "kysely";
import type { Connection } from "~/data/database.server";

/** Everything the database knows about a table, as text that can be compared between schemas. */
export interface TableFacts {
  columns: string[];
  constraints: string[];
  indexes: string[];
  hasRowSecurity: boolean;
  policies: string[];
  grants: string[];
}

interface Line {
  text: string;
}

/**
 * Reads a table as the catalogue describes it. The schema must be the first of the search path, so that no name in the
 * answer carries it.
 */
export async function tableFacts(connection: Connection, schema: string, table: string): Promise<TableFacts> {
  const lines = async (query: ReturnType<typeof sql<Line>>) =>
    (await query.execute(connection)).rows.map(({ text }) => text).sort();
  const oid = sql`(quote_ident(${schema}) || '.' || quote_ident(${table}))::regclass`;
  const [security] = (
    await sql<{ on: boolean }>`select relrowsecurity as on from pg_class where oid = ${oid}`.execute(connection)
  ).rows;
  return {
    columns: await lines(sql<Line>`
      select concat_ws(' ', a.attname, format_type(a.atttypid, a.atttypmod), case when a.attnotnull then 'not null' end,
        'default ' || pg_get_expr(d.adbin, d.adrelid)) as text
      from pg_attribute a left join pg_attrdef d on d.adrelid = a.attrelid and d.adnum = a.attnum
      where a.attrelid = ${oid} and a.attnum > 0 and not a.attisdropped`),
    constraints: await lines(sql<Line>`
      select conname || ' ' || pg_get_constraintdef(oid) as text from pg_constraint where conrelid = ${oid} and contype <> 'n'`),
    indexes: await lines(sql<Line>`
      select replace(pg_get_indexdef(indexrelid), ${`${schema}.`}::text, '') as text from pg_index where indrelid = ${oid}`),
    hasRowSecurity: security?.on ?? false,
    policies: await lines(sql<Line>`
      select concat_ws(' ', policyname, cmd, roles::text, 'using ' || qual, 'check ' || with_check) as text
      from pg_policies where schemaname = ${schema} and tablename = ${table}`),
    grants: await lines(sql<Line>`
      select concat_ws(' ', grantee, privilege_type) as text from information_schema.role_table_grants
      where table_schema = ${schema} and table_name = ${table} and grantee in ('app_staff', 'app_supplier')
      union all
      select concat_ws(' ', grantee, privilege_type, column_name) from information_schema.role_column_grants
      where table_schema = ${schema} and table_name = ${table} and grantee = 'app_supplier'`),
  };
}
