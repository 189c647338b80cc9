import { selectMaterialFacts } from "~/data/material-facts.server";
import type { Context } from "../context.server";

/** What rules have to know of a material: its types, the own first, then the one above, and its base unit. */
export interface MaterialFacts {
  types: readonly string[];
  uom: string;
}

/**
 * Facts of materials by id, whoever asks: a supplier's delivery is judged by the type of its material as well, which no supplier reads.
 * Nothing of it is shown.
 */
export async function materialFacts(context: Context, ids: readonly string[]): Promise<Map<string, MaterialFacts>> {
  const wanted = [...new Set(ids)];
  if (wanted.length === 0) return new Map();
  const rows = await selectMaterialFacts(context.services.database.connection(), wanted);
  return new Map(
    rows.map(({ material_id, type_id, above_id, uom }) => [
      material_id,
      { types: [type_id, ...(above_id === null ? [] : [above_id])], uom },
    ]),
  );
}
