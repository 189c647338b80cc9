import { sql } from "kysely";
import type { Connection } from "./database.server";

/**
 * Makes rows of a table point at another row than before. Heads of records get a new version, so that whoever has one open is told.
 * @param column a reference of that table
 * @returns how many rows were changed
 */
export async function repointRows(
  connection: Connection,
  wanted: { table: string; column: string; from: string; to: string; isHead: boolean },
): Promise<number> {
  const { table, column, from, to, isHead } = wanted;
  const { numAffectedRows } = await sql`
    update ${sql.table(table)} set ${sql.ref(column)} = ${to}${isHead ? sql`, version = version + 1` : sql``}
    where ${sql.ref(column)} = ${from}`.execute(connection);
  return Number(numAffectedRows ?? 0);
}
