import { sql } from "kysely";
import type { Connection } from "./database.server";

/** Makes whoever changes the order of the rows of a table follow each other, until the end of the transaction. */
export async function lockOrder(connection: Connection, table: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`order of ${table}`}, 0))`.execute(connection);
}
