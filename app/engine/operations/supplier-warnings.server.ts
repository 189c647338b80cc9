import { replaceSupplierWarnings } from "~/data/supplier-warnings.server";
import { dayOf } from "~/shared/calendar";
import { TYPE_INSPECTION_GRACE_DAYS } from "~/shared/supplier-gate";
import type { Context } from "../context.server";

/** Days ahead that warnings look, as on every page (specification section 5). */
const WINDOW_DAYS = 30;

/** Brings the list of warnings about suppliers up to date; in the caller's transaction, as the system. @returns how many there are */
export function gatherSupplierWarnings(context: Context): Promise<number> {
  return replaceSupplierWarnings(context.services.database.connection(), {
    today: dayOf(context.now),
    ahead: WINDOW_DAYS,
    grace: TYPE_INSPECTION_GRACE_DAYS,
    at: context.now.toISOString(),
  });
}
