import { sql } from "kysely";
import type { Connection } from "~/data/database.server";

/** Commitments of a supplier for a material are written one after the other, until the transaction ends. */
export async function holdCommitments(connection: Connection, supplierId: string, materialId: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`fiscal supply ${supplierId} ${materialId}`}, 0))`.execute(
    connection,
  );
}
