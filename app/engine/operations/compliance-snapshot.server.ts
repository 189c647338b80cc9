import {
  holdSupplier,
  type SnapshotWanted,
  selectComplianceSnapshot,
  selectUsage,
  type UsageWanted,
} from "~/data/compliance-snapshot.server";
import type { Context } from "../context.server";

/** Everything the supplier gate decides by; see `selectComplianceSnapshot`. For staff and the system: nothing of it may be shown to suppliers as it is. */
export function readComplianceSnapshot(
  context: Context,
  wanted: Omit<SnapshotWanted, "hasCertificates">,
): Promise<unknown> {
  const { registry, database } = context.services;
  const hasCertificates = registry.registrations.some(
    ({ entity }) => entity.key === "supplier-management/supplier-certificate",
  );
  return selectComplianceSnapshot(database.connection(), { ...wanted, hasCertificates });
}

/** What released orders say about a supplier and materials; see `selectUsage`. */
export function readUsage(context: Context, wanted: UsageWanted): Promise<unknown> {
  return selectUsage(context.services.database.connection(), wanted);
}

/** Keeps the compliance of a supplier as it is until the running transaction ends; without one there is nothing to keep. */
export async function lockCompliance(context: Context, supplierId: string, how: "share" | "update"): Promise<void> {
  const { database } = context.services;
  if (database.inTransaction()) await holdSupplier(database.connection(), supplierId, how);
}
