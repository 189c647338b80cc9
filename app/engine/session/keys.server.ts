import { upsertPreferences } from "~/data/preferences.server";
import type { Context } from "../context.server";
import { AppError } from "../errors";
import { inTransaction } from "../operations/transaction.server";

const NAME = "singleKeys";

/** True unless the person turned off the keys that are a single sign. */
export function hasSingleKeys(preferences: Readonly<Record<string, unknown>>): boolean {
  return preferences[NAME] !== "off";
}

/** Turns the keys that are a single sign on or off. @throws AppError("malformed") for anything else */
export async function saveSingleKeys(context: Context, value: string): Promise<void> {
  if (value !== "on" && value !== "off") throw new AppError("malformed");
  const { id } = context.actor;
  const { database } = context.services;
  if (id) await inTransaction(context, () => upsertPreferences(database.connection(), id, [NAME], { [NAME]: value }));
}
