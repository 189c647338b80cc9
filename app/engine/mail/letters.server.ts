import { HIDDEN_LINK, insertLetter } from "~/data/mail.server";
import type { Context } from "../context.server";

export { HIDDEN_LINK };

/**
 * Puts one letter per address into the outbox, in the caller's transaction.
 * @param letter.path where the letter leads, below the portal's own address
 * @param letter.link what a link stands for that opens something: it is made when the letter leaves, where the body holds `HIDDEN_LINK`
 */
export async function insertLetters(
  context: Context,
  recipients: readonly string[],
  { subject, body, ...more }: { subject: string; body: string; link?: { kind: string; id: string }; path?: string },
): Promise<void> {
  const { services, actor, now } = context;
  const at = now.toISOString();
  for (const recipient of recipients) {
    const letter = { id: services.newId(), at, by: actor.id, recipient, subject, body, ...more };
    await insertLetter(services.database.connection(), letter);
  }
}
