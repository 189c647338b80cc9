import { sql } from "kysely";
import type { Connection } from "~/data/database.server";

/** Demand of a material at a factory is divided one after the other, until the transaction ends. */
export async function holdDivision(connection: Connection, factoryId: string, materialId: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`allocation ${factoryId} ${materialId}`}, 0))`.execute(
    connection,
  );
}
