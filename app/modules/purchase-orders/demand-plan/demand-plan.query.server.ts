import { sql } from "kysely";
import type { Connection } from "~/data/database.server";

/** Plans of a factory come into force one after the other, until the transaction ends. */
export async function holdDemand(connection: Connection, factoryId: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`demand ${factoryId}`}, 0))`.execute(connection);
}
