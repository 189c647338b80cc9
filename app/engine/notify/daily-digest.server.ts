import { selectBindings } from "~/data/channels.server";
import { PORTAL_ADDRESS } from "~/data/mail.server";
import {
  dropHeld,
  type HeldReader,
  lockReader,
  selectHeld,
  selectHeldReaders,
  writeDailyDigest,
} from "~/data/notification-choices.server";
import { chinaTime, dayOf } from "~/shared/calendar";
import { LONGEST_SMS, shortened } from "~/shared/channels";
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
    for (const reader of readers) {
      if (!goesOn()) return written;
      if (await database.transaction({ role: "owner" }, () => sendTo(services, reader, clock()))) written += 1;
    }
  }
}

/** What a message of a gateway has room for: how many, and what the first are about. The way to all of them stands with it. */
function shortDigest(held: readonly { title: string }[]): { subject: string; body: string } {
  const subject = `今日汇总：${held.length}条通知`;
  const titles = held.map(({ title }) => title).join("；");
  return { subject, body: shortened(titles, LONGEST_SMS - [...subject].length) };
}

async function maskedAddress({ database }: EngineServices, { userId, channel }: HeldReader): Promise<string | null> {
  const bound = await selectBindings(database.connection(), userId);
  return bound.find((one) => one.channel === channel)?.masked ?? null;
}

async function sendTo(services: EngineServices, heldFor: HeldReader, now: Date): Promise<boolean> {
  const connection = services.database.connection();
  const { userId, channel } = heldFor;
  const reader = await lockReader(connection, userId);
  const recipient = reader && (channel === "email" ? reader.email : await maskedAddress(services, heldFor));
  if (!reader || !recipient) {
    await dropHeld(connection, heldFor);
    return false;
  }
  const held = await selectHeld(connection, heldFor);
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
    channel,
    recipient,
    ...(channel === "email" ? dailyDigest(reader.name, dayOf(now), notified) : shortDigest(held)),
    held: held.map(({ id }) => id),
  });
  return true;
}
