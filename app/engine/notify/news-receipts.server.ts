import type { Audience } from "~/data/audience.server";
import {
  noteNewsRead,
  selectLateReaders,
  selectOwnReceipts,
  addressNews as storeReaders,
} from "~/data/news-receipts.server";
import { dayOf } from "~/shared/calendar";
import type { Context } from "../context.server";
import { inTransaction } from "../operations/transaction.server";

/** Asks the readers of news to read it, in the transaction of publishing. @returns ids of their accounts */
export function askReaders(context: Context, newsId: string, readers: Audience): Promise<string[]> {
  const at = context.now.toISOString();
  const given = { newsId, readers, at, today: dayOf(context.now) };
  return storeReaders(context.services.database.connection(), given);
}

/** Accounts that have not read news yet, or not confirmed that they did. */
export function lateReaders(context: Context, newsId: string, mustConfirm: boolean): Promise<string[]> {
  return selectLateReaders(context.services.database.connection(), newsId, mustConfirm);
}

/** Notes that the acting person, who has been allowed to open the news, reads it now, or confirms that it did. */
export async function readNews(context: Context, newsId: string, confirms = false): Promise<void> {
  const { actor, services, now } = context;
  if (!actor.id) return;
  const given = { newsId, userId: actor.id, at: now.toISOString(), confirms };
  await inTransaction(context, () => noteNewsRead(services.database.connection(), given));
}

/** What the acting person has read and confirmed of the news. */
export async function ownReceipts(
  context: Context,
  newsIds: readonly string[],
): Promise<Map<string, { read: boolean; confirmed: boolean }>> {
  const { actor, services } = context;
  return actor.id ? selectOwnReceipts(services.database.connection(), actor.id, newsIds) : new Map();
}
