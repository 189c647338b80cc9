import { sql } from "kysely";
import type { Connection } from "~/data/database.server";

/** Agreements of a supplier and factory come into force one after the other, until the transaction ends. */
export async function holdAgreements(connection: Connection, supplierId: string, factoryId: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`agreed stock ${supplierId} ${factoryId}`}, 0))`.execute(
    connection,
  );
}
