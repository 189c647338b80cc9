import { sql } from "kysely";
import type { Connection } from "~/data/database.server";

/** Keeps the months of a company as they are until the transaction ends: postings go on side by side, whoever closes a month waits for them. */
export async function holdPeriods(connection: Connection, companyId: string, how: "post" | "change"): Promise<void> {
  const key = sql`hashtextextended(${`posting periods of ${companyId}`}, 0)`;
  if (how === "post") await sql`select pg_advisory_xact_lock_shared(${key})`.execute(connection);
  else await sql`select pg_advisory_xact_lock(${key})`.execute(connection);
}
