import { sql } from "kysely";
import { z } from "zod";
import type { Connection } from "~/data/database.server";

const livesSchema = z.array(z.object({ material_id: z.string(), shelf_life_days: z.number().nullable() }));

/** How long materials keep, whoever asks: suppliers, too, who read no more of a material than its title. */
export async function selectShelfLives(
  connection: Connection,
  ids: readonly string[],
): Promise<ReadonlyMap<string, number | null>> {
  const { rows } =
    await sql`select material_id, shelf_life_days from material_shelf_lives(${[...ids]}::uuid[])`.execute(connection);
  return new Map(livesSchema.parse(rows).map((row) => [row.material_id, row.shelf_life_days]));
}

export interface StockPlace {
  supplier_id: string;
  material_id: string;
  batch_no: string | null;
  location: string | null;
}

/**
 * Of all reports of a batch at a place the newest is the stock. Two that come at the same moment are told apart under a lock, which ends
 * with the transaction.
 */
export async function settleReports(
  connection: Connection,
  { supplier_id, material_id, batch_no, location }: StockPlace,
): Promise<void> {
  const key = JSON.stringify([supplier_id, material_id, batch_no, location]);
  await sql`select pg_advisory_xact_lock(hashtextextended(${`stock ${key}`}, 0))`.execute(connection);
  await sql`with reports as (
      select id, row_number() over (order by report_date desc, created_at desc, id desc) = 1 as newest
      from supplier_inventory
      where supplier_id = ${supplier_id}::uuid and material_id = ${material_id}::uuid
        and batch_no is not distinct from ${batch_no}::text and location is not distinct from ${location}::text)
    update supplier_inventory i set current = r.newest from reports r where r.id = i.id and i.current <> r.newest`.execute(
    connection,
  );
}
