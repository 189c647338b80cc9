import { replaceSupplierWarnings } from "~/data/supplier-warnings.server";
import { dayOf } from "~/shared/calendar";
import { TYPE_INSPECTION_GRACE_DAYS } from "~/shared/supplier-gate";
import type { Context } from "../context.server";
import { limitFor } from "../parameters.server";
import { EXPIRY_DAYS } from "../warnings/listed.server";

/**
 * Brings the list of warnings up to date, about all suppliers or about one; in the caller's transaction, as staff or the system.
 * @returns how many there are
 */
export async function gatherSupplierWarnings(context: Context, supplier: string | null = null): Promise<number> {
  return replaceSupplierWarnings(context.services.database.connection(), {
    today: dayOf(context.now),
    ahead: await limitFor(context, EXPIRY_DAYS),
    grace: TYPE_INSPECTION_GRACE_DAYS,
    at: context.now.toISOString(),
    supplier,
  });
}
