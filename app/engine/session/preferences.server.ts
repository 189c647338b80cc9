import { setPreference } from "~/data/sessions.server";
import type { Context } from "../context.server";
import { AppError } from "../errors";

const VALUES = { sidebar: ["open", "closed", "auto"] } as const;

/** Keeps one interface preference of the person. @throws AppError("malformed") for a value it does not know */
export async function keepPreference(context: Context, name: keyof typeof VALUES, value: string): Promise<void> {
  const known: readonly string[] = VALUES[name];
  if (!known.includes(value)) throw new AppError("malformed");
  if (context.actor.id) await setPreference(context.services.database.connection(), context.actor.id, name, value);
}
