import { sql } from "kysely";
import type { Connection } from "~/data/database.server";

/** Notes when the text was shown to its supplier for the first time; a supplier's transaction reaches its own rows alone. */
export async function noteFirstReading(connection: Connection, given: { id: string; at: string }): Promise<void> {
  await sql`update provision_receipt set read_at = ${given.at}::timestamptz
    where id = ${given.id}::uuid and read_at is null`.execute(connection);
}

/** Of two that ask the suppliers of a provision at the same moment the second sees what the first wrote; ends with the transaction. */
export async function lockAsking(connection: Connection, title: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`provision ${title}`}, 0))`.execute(connection);
}
