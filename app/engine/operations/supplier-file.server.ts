import { countOpenMatters, type FileDays, type OpenMatters, selectSupplierFile } from "~/data/supplier-file.server";
import { addDays, dayOf } from "~/shared/calendar";
import type { Context } from "../context.server";
import { EXPIRY_WINDOW_DAYS } from "../warnings/listed.server";

export type { OpenMatters };

function daysFor(context: Context): FileDays {
  const today = dayOf(context.now);
  return { today, soon: addDays(today, EXPIRY_WINDOW_DAYS) };
}

/**
 * What stands beside the master record of a supplier that the person has opened; see `selectSupplierFile`. Which of its lists the
 * person may read is for the caller to ask.
 */
export function readSupplierFile(context: Context, id: string): Promise<unknown> {
  return selectSupplierFile(context.services.database.connection(), id, daysFor(context));
}

/** What is open about the suppliers of a page, which the person sees. */
export function openMattersOf(context: Context, ids: readonly string[]): Promise<OpenMatters[]> {
  return countOpenMatters(context.services.database.connection(), ids, daysFor(context));
}
