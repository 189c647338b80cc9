import { HIDDEN_LINK, insertMail, type NewMail } from "~/data/mail.server";
import type { Context } from "../context.server";

export { HIDDEN_LINK };

/**
 * Puts one mail per address into the outbox, in the caller's transaction.
 * @param mail.path where the mail leads, below the portal's own address
 * @param mail see `NewMail`
 * @param mail.link what a link stands for that opens something: it is made when the mail leaves, where the body holds `HIDDEN_LINK`
 */
export async function queueMails(
  context: Context,
  recipients: readonly string[],
  mail: Omit<NewMail, "id" | "at" | "by" | "recipient">,
): Promise<void> {
  const { services, actor, now } = context;
  const at = now.toISOString();
  for (const recipient of recipients) {
    const addressed = { ...mail, id: services.newId(), at, by: actor.id, recipient };
    await insertMail(services.database.connection(), addressed);
  }
}
