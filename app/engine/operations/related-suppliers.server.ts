import { type LikeSupplier, type LikeWanted, selectLikeSuppliers } from "~/data/related-suppliers.server";
import type { Context } from "../context.server";

export type { LikeSupplier };

/** Suppliers that share what independent companies do not; see `selectLikeSuppliers`. None in a supplier's own transaction. */
export async function suppliersLike(context: Context, wanted: LikeWanted): Promise<LikeSupplier[]> {
  return context.actor.supplierId ? [] : selectLikeSuppliers(context.services.database.connection(), wanted);
}
