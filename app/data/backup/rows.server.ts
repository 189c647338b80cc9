import { sql } from "kysely";
import type { Connection } from "../database.server";
import type { StoredTable } from "./catalogue.server";

const FETCHED_ROWS = 500;

/** How values are written as text; the same on every engine, for the running transaction. */
export async function agreeOnTexts(connection: Connection): Promise<void> {
  await sql`select set_config('TimeZone', 'UTC', true), set_config('DateStyle', 'ISO', true),
    set_config('IntervalStyle', 'postgres', true), set_config('extra_float_digits', '1', true),
    set_config('bytea_output', 'hex', true)`.execute(connection);
}

/**
 * All rows of a table in the order of its key, some at a time, each as one line: a JSON array with the text of every
 * value, or null. Needs a running transaction.
 */
export async function* rowLines(connection: Connection, table: StoredTable): AsyncGenerator<string[]> {
  const texts = sql.join(table.columns.map(({ name }) => sql`${sql.ref(name)}::text`));
  const line = sql`to_json(array[${texts}])::text`;
  const key = table.key.map(({ name, collated }) => sql`${sql.ref(name)}${collated ? sql` collate "C"` : sql``}`);
  const order = key.length > 0 ? sql.join(key) : sql`${line} collate "C"`;
  await sql`declare backup_rows no scroll cursor for
    select ${line} as line from ${sql.table(table.name)} order by ${order}`.execute(connection);
  for (;;) {
    const { rows } = await sql<{ line: string }>`fetch ${sql.lit(FETCHED_ROWS)} from backup_rows`.execute(connection);
    if (rows.length === 0) break;
    yield rows.map((row) => row.line);
  }
  await sql`close backup_rows`.execute(connection);
}

/** Adds rows as `rowLines` gave them. */
export async function insertLines(
  connection: Connection,
  table: { name: string; columns: readonly { name: string; type: string }[] },
  lines: readonly string[],
): Promise<void> {
  const names = sql.join(table.columns.map(({ name }) => sql.ref(name)));
  // Types come from the catalogue of the target, which the caller has compared with these.
  const values = sql.join(table.columns.map(({ type }, index) => sql`(line ->> ${sql.lit(index)})::${sql.raw(type)}`));
  await sql`insert into ${sql.table(table.name)} (${names}) overriding system value
    select ${values} from jsonb_array_elements(${`[${lines.join(",")}]`}::jsonb) with ordinality as given (line, place)
    order by place`.execute(connection);
}
