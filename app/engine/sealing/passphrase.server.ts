import { selectLivingKey } from "~/data/opening-keys.server";
import { PASSPHRASE_LEAST } from "~/shared/opening-rules";
import type { EngineServices } from "../context.server";
import { SealError, unlockKey } from "./crypto.server";

/** Whether a text is the opening passphrase of a person: a sign-in password must not be. */
export async function isOpeningPassphrase(services: EngineServices, userId: string, text: string): Promise<boolean> {
  if (text.length < PASSPHRASE_LEAST) return false;
  const owner = { role: "owner" } as const;
  const key = await services.database.transaction(owner, () => selectLivingKey(services.database.connection(), userId));
  if (key?.how !== "passphrase" || key.locked === null) return false;
  try {
    await unlockKey(key.publicKey, key.locked, { kind: "passphrase", text });
    return true;
  } catch (error) {
    if (error instanceof SealError) return false;
    throw error;
  }
}
