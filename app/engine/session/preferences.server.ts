import { selectPreferences, upsertPreferences } from "~/data/preferences.server";
import {
  changePreferences,
  isPreference,
  ownChoices,
  PREFERENCE_NAMES,
  type Preferences,
  preferencesOf,
  STANDARD,
} from "~/shared/preferences";
import type { Context } from "../context.server";
import { AppError } from "../errors";
import { inTransaction } from "../operations/transaction.server";

/** How this person likes the interface. */
export function preferencesIn(context: Context): Preferences {
  return context.session?.preferences ?? STANDARD;
}

/**
 * Keeps some preferences of the person; the others stay.
 * @param request values by name, as a form or a call sent them
 * @throws AppError("malformed") for a name that does not exist, AppError("invalid") for a value that is not offered
 */
export async function savePreferences(
  context: Context,
  request: Readonly<Record<string, unknown>>,
): Promise<Preferences> {
  const unknown = Object.keys(request).find((name) => !isPreference(name));
  if (unknown !== undefined) throw new AppError("malformed", { message: `参数格式不正确：没有名为“${unknown}”的设置` });
  const { id } = context.actor;
  const kept = await inTransaction(context, async () => {
    const connection = context.services.database.connection();
    const current = id ? preferencesOf(await selectPreferences(connection, id)) : preferencesIn(context);
    const changed = changePreferences(current, request);
    if ("complaints" in changed) throw new AppError("invalid", { complaints: changed.complaints });
    // Only what was asked for is written, so that two changes at once do not undo each other; the width hangs on the layout.
    const names = PREFERENCE_NAMES.filter(
      (name) => name in request || (name === "contentWidth" && "layout" in request),
    );
    if (id && names.length > 0) await upsertPreferences(connection, id, names, ownChoices(changed.preferences, names));
    return changed.preferences;
  });
  if (context.session) context.session.preferences = kept;
  return kept;
}

/** Goes back to how the interface looks for everybody. */
export async function resetPreferences(context: Context): Promise<Preferences> {
  const { id } = context.actor;
  if (id) {
    const { database } = context.services;
    await inTransaction(context, () => upsertPreferences(database.connection(), id, PREFERENCE_NAMES, {}));
  }
  if (context.session) context.session.preferences = STANDARD;
  return STANDARD;
}
