import { sql } from "kysely";
import type { Connection } from "~/data/database.server";

/**
 * Keeps the months of a supplier as they are until the transaction ends: postings go on side by side, whoever confirms a month waits for them
 * and they for it, so that nothing falls into a month after it was confirmed.
 */
export async function holdMonths(connection: Connection, supplierId: string, how: "post" | "confirm"): Promise<void> {
  const key = sql`hashtextextended(${`months of supplier ${supplierId}`}, 0)`;
  if (how === "post") await sql`select pg_advisory_xact_lock_shared(${key})`.execute(connection);
  else await sql`select pg_advisory_xact_lock(${key})`.execute(connection);
}
