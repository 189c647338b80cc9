import { sql } from "kysely";
import { z } from "zod";
import type { Connection } from "./database.server";

const packingSchema = z.array(
  z.object({
    material_id: z.string(),
    pack_qty: z.string(),
    volume_m3: z.string(),
    gross_kg: z.string(),
    boxes_per_pallet: z.number().nullable(),
  }),
);

/** How materials are packed where a supplier has said nothing of its own, whoever asks; amounts are decimal texts. */
export async function selectCommonPacking(
  connection: Connection,
  materials: readonly string[],
): Promise<z.infer<typeof packingSchema>> {
  const { rows } =
    await sql`select material_id, pack_qty::text as pack_qty, volume_m3::text as volume_m3, gross_kg::text as gross_kg, boxes_per_pallet
      from common_packing(${[...materials]}::uuid[])`.execute(connection);
  return packingSchema.parse(rows);
}
