import { sql } from "kysely";
import type { Connection } from "~/data/database.server";

/**
 * Notes that somebody of its supplier looks at a quote. Neither history nor version tell of it: a colleague who is filling the quote in at
 * the same time has lost nothing. A supplier's transaction reaches its own rows alone.
 */
export async function noteLook(connection: Connection, given: { id: string; at: string }): Promise<void> {
  await sql`update supplier_quote set first_seen_at = coalesce(first_seen_at, ${given.at}::timestamptz), last_seen_at = ${given.at}::timestamptz
    where id = ${given.id}::uuid`.execute(connection);
}
