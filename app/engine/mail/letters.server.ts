import { insertLetter } from "~/data/mail.server";
import type { Context } from "../context.server";

/** Puts one letter per address into the outbox, in the caller's transaction. */
export async function insertLetters(
  context: Context,
  recipients: readonly string[],
  { subject, body }: { subject: string; body: string },
): Promise<void> {
  const { services, actor, now } = context;
  const at = now.toISOString();
  for (const recipient of recipients) {
    const letter = { id: services.newId(), at, by: actor.id, recipient, subject, body };
    await insertLetter(services.database.connection(), letter);
  }
}
