import { type PassedOfRecord, selectPassed } from "~/data/audit.server";
import type { Context } from "../context.server";
import { reading } from "./transaction.server";

export type { PassedOfRecord };

/**
 * Who passed which warnings of a record and why, by what each said; for the page of a record the person has been allowed to open. Nothing for
 * suppliers: why we went on is our own affair.
 */
export async function passedWarnings(
  context: Context,
  { entity, recordId }: { entity: string; recordId: string },
): Promise<ReadonlyMap<string, PassedOfRecord>> {
  if (context.actor.supplierId) return new Map();
  const rows = await reading(context, () => selectPassed(context.services.database.connection(), { entity, recordId }));
  return new Map(rows.map((row) => [row.text, row]));
}
