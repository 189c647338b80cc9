import { selectCommonPacking } from "~/data/packing.server";
import type { Context } from "../context.server";

/**
 * The packing of materials that counts for every supplier without one of its own, whoever asks: what a supplier sends is measured by it as
 * well, though it reads its own rows alone.
 */
export async function commonPacking(context: Context, materials: readonly string[]) {
  const wanted = [...new Set(materials)];
  return wanted.length === 0 ? [] : selectCommonPacking(context.services.database.connection(), wanted);
}
