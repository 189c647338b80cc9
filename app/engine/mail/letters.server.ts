import { HIDDEN_LINK, insertLetter, type NewLetter } from "~/data/mail.server";
import type { Context } from "../context.server";

export { HIDDEN_LINK };

/**
 * Puts one letter per address into the outbox, in the caller's transaction.
 * @param letter.path where the letter leads, below the portal's own address
 * @param letter see `NewLetter`
 * @param letter.link what a link stands for that opens something: it is made when the letter leaves, where the body holds `HIDDEN_LINK`
 */
export async function insertLetters(
  context: Context,
  recipients: readonly string[],
  letter: Omit<NewLetter, "id" | "at" | "by" | "recipient">,
): Promise<void> {
  const { services, actor, now } = context;
  const at = now.toISOString();
  for (const recipient of recipients) {
    const addressed = { ...letter, id: services.newId(), at, by: actor.id, recipient };
    await insertLetter(services.database.connection(), addressed);
  }
}
