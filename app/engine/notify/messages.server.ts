import { selectSubject, takeBackUnread } from "~/data/message.server";
import type { Context } from "../context.server";
import { visible } from "../operations/inbox.server";
import { recordPath } from "../screen/address";

/** Takes a message somebody wrote out of the inboxes in which nobody has read it, in the caller's transaction. @returns how many */
export function takeBack(context: Context, composedId: string): Promise<number> {
  const { actor, now, services } = context;
  const wanted = { composedId, at: now.toISOString(), by: actor.id };
  return takeBackUnread(services.database.connection(), wanted);
}

/** The document a message is about, where the person may open it; `href` is below the base path. */
export async function subjectOf(context: Context, messageId: string): Promise<{ label: string; href: string } | null> {
  const subject = await selectSubject(context.services.database.connection(), messageId);
  if (!subject) return null;
  const screen = (await visible(context, subject.entity, [subject.recordId])).get(subject.recordId);
  return screen ? { label: screen.entity.label, href: recordPath(screen, subject.recordId) } : null;
}
