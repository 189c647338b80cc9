import {
  holdSupplier,
  type StandingWanted,
  selectStanding,
  selectUsage,
  type UsageWanted,
} from "~/data/supplier-standing.server";
import type { Context } from "../context.server";

/** Everything the supplier gate decides by; see `selectStanding`. For staff and the system: nothing of it may be shown to suppliers as it is. */
export function readStanding(context: Context, wanted: Omit<StandingWanted, "hasCertificates">): Promise<unknown> {
  const { registry, database } = context.services;
  const hasCertificates = registry.registrations.some(
    ({ entity }) => entity.key === "supplier-management/supplier-certificate",
  );
  return selectStanding(database.connection(), { ...wanted, hasCertificates });
}

/** What released orders say about a supplier and materials; see `selectUsage`. */
export function readUsage(context: Context, wanted: UsageWanted): Promise<unknown> {
  return selectUsage(context.services.database.connection(), wanted);
}

/** Keeps the standing of a supplier as it is until the running transaction ends; without one there is nothing to keep. */
export async function holdStanding(context: Context, supplierId: string, how: "share" | "update"): Promise<void> {
  const { database } = context.services;
  if (database.inTransaction()) await holdSupplier(database.connection(), supplierId, how);
}
