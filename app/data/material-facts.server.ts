import { sql } from "kysely";
import { z } from "zod";
import type { Connection } from "./database.server";

const factsSchema = z.array(
  z.object({ material_id: z.string(), type_id: z.string(), above_id: z.string().nullable(), uom: z.string() }),
);

/** Type, the type above it and base unit of materials, whoever asks: suppliers, too, who read no more of a material than its title. */
export async function selectMaterialFacts(
  connection: Connection,
  ids: readonly string[],
): Promise<z.infer<typeof factsSchema>> {
  const { rows } =
    await sql`select material_id, type_id, above_id, uom from material_facts(${[...ids]}::uuid[])`.execute(connection);
  return factsSchema.parse(rows);
}
