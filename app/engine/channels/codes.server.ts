import { createHmac } from "node:crypto";
import { selectCode } from "~/data/channels.server";
import type { EngineServices } from "../context.server";

/** Stands in a stored message for the code that is made when it leaves. */
export const HIDDEN_CODE = "【验证码只在发出的消息中，不在此显示】";

/** What a message about a code says it is made of, in the outbox. */
export const CODE_KIND = "channel-code";

const DIGITS = 6;

/**
 * The code of an id: worked out under the key that lies outside the database. Of six digits a stored hash would be guessed in no time by
 * whoever reads a copy of the database; so nothing of it is stored, and a message that leaves twice says the same.
 */
export function codeOf({ sealing }: Pick<EngineServices, "sealing">, id: string): string {
  const digest = createHmac("sha256", sealing.key).update(`channel code ${id}`).digest();
  return String(digest.readUIntBE(0, 6) % 10 ** DIGITS).padStart(DIGITS, "0");
}

/** Where a code goes and what it is; null: it is used up or too old. One asked for before another still leaves, but binds nothing. */
export async function leavingCode(
  services: EngineServices,
  id: string,
): Promise<{ address: string; code: string } | null> {
  const found = await selectCode(services.database.connection(), id, services.clock().toISOString());
  return found && { address: found.address, code: codeOf(services, id) };
}
