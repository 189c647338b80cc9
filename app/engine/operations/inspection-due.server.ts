import { refreshInspectionDue } from "~/data/type-inspection-due.server";
import { TYPE_INSPECTION_GRACE_DAYS } from "~/shared/supplier-gate";
import type { Context } from "../context.server";

/** Brings the list of due type inspections up to date, for one supplier or for all; in the caller's transaction, as staff or system. */
export function refreshDueList(context: Context, supplier: string | null): Promise<void> {
  const at = context.now.toISOString();
  const connection = context.services.database.connection();
  return refreshInspectionDue(connection, { supplier, until: TYPE_INSPECTION_GRACE_DAYS, at });
}
