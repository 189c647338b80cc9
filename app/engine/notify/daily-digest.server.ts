import { PORTAL_ADDRESS } from "~/data/mail.server";
import {
  dropHeld,
  lockReader,
  selectHeld,
  selectHeldReaders,
  writeDailyDigest,
} from "~/data/notification-choices.server";
import { chinaTime, dayOf } from "~/shared/calendar";
import { dailyDigest } from "~/shared/daily-digest";
import type { EngineServices } from "../context.server";

/** Readers looked up at once. */
const AT_ONCE = 500;

/**
 * Writes one mail to each person who has chosen to be told once a day, about everything kept for them; harmless when run again, or
 * by two processes. Whoever has no address any more, or no account, gets nothing, and the records of sending say so.
 * @returns mails written
 */
export async function sendDailyDigests(services: EngineServices, goesOn: () => boolean = () => true): Promise<number> {
  const { database, clock } = services;
  let written = 0;
  for (;;) {
    const readers = await selectHeldReaders(database.connection(), AT_ONCE);
    if (readers.length === 0) return written;
    for (const userId of readers) {
      if (!goesOn()) return written;
      if (await database.transaction({ role: "owner" }, () => sendTo(services, userId, clock()))) written += 1;
    }
  }
}

async function sendTo(services: EngineServices, userId: string, now: Date): Promise<boolean> {
  const connection = services.database.connection();
  const reader = await lockReader(connection, userId);
  if (!reader?.email) {
    await dropHeld(connection, userId);
    return false;
  }
  const held = await selectHeld(connection, userId);
  if (held.length === 0) return false;
  const notified = held.map(({ at, title, content, path }) => ({
    time: chinaTime(at).slice(5, 16),
    title,
    content,
    address: path === null ? null : `${PORTAL_ADDRESS}/web${path}`,
  }));
  await writeDailyDigest(connection, {
    id: services.newId(),
    at: now.toISOString(),
    userId,
    recipient: reader.email,
    ...dailyDigest(reader.name, dayOf(now), notified),
    held: held.map(({ id }) => id),
  });
  return true;
}
