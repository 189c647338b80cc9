import { replaceOneTimePassword } from "~/data/accounts.server";
import type { EngineServices } from "../context.server";
import { randomPassword } from "./one-time-password.server";
import { hashPassword } from "./password.server";

/**
 * The one-time password for a mail that is about to leave: made now, so that it is stored nowhere. A mail that is sent again holds another
 * one. Null: the person has a password by now, was given another one, or the address is not known to be the person's any more.
 */
export async function mailedPassword(
  services: EngineServices,
  userId: string,
  _origin: string,
  { recipient, createdAt: since }: { recipient: string; createdAt: string },
): Promise<string | null> {
  const password = randomPassword();
  const hash = await hashPassword(password);
  const now = services.clock().toISOString();
  const isReplaced = await services.database.transaction({ role: "owner" }, () =>
    replaceOneTimePassword(services.database.connection(), { userId, hash, since, recipient, now }),
  );
  return isReplaced ? password : null;
}
