import { sql } from "kysely";
import type { GatewayChannel } from "~/shared/channels";
import type { NotificationSide } from "~/shared/scenarios";
import type { Connection } from "./database.server";
import type { InboxKind } from "./inbox.server";
import type { LaterNotification } from "./queued-notifications.server";

/** Words of each channel; null where the channel is not used. `{{receiver}}` is filled in per reader. */
export interface ChannelWords {
  site: { title: string; content: string } | null;
  email: { title: string; content: string } | null;
  /** By a gateway: only for who has bound the channel; absent where there is no gateway. */
  wecom?: { title: string; content: string } | null;
  sms?: { title: string; content: string } | null;
}

/** A notification as storage takes it: whom, and in which words for which side. */
export interface StoredNotification {
  scenario: string;
  kind: InboxKind;
  level: string;
  /** Where it is not, nobody is told, and the records of sending say so. */
  active: boolean;
  /** Why not: a reason of `SKIP_REASONS`. */
  why: "disabled" | "condition";
  /** Only people of this side are told; null: all. */
  only: NotificationSide | null;
  /** People whose accounts are blocked or deleted are told, too. */
  stopped: boolean;
  /** Mails go to proved addresses alone. */
  proved: boolean;
  /** Stays on the page until it is put away. */
  sticky: boolean;
  /** Whom it is still to be told to, once what happened is stored; see `news-later`. */
  later: LaterNotification | null;
  /** People may have turned it off. */
  muteable: boolean;
  /** Hours of the day in China between which mails wait, unless the person has chosen others. */
  quiet: { from: number; to: number } | null;
  /** Whether a repetition within 24 hours is counted on the unread message, and whether that spares the mails, too. */
  merge: "none" | "site" | "all";
  /** Instant, and the business day by which roles are held. */
  at: string;
  today: string;
  actor: string | null;
  actorName: string;
  to: readonly string[];
  roles: readonly string[];
  suppliers: readonly string[];
  watchers: boolean;
  /** Suppliers whose people may hear of it; null: no limit. */
  readers: readonly string[] | null;
  entity: string | null;
  record: string | null;
  number: string | null;
  composed: string | null;
  /** Where it leads in the portal, below the base path; null: to its record. */
  path: string | null;
  /** Where its mails lead, the same way; null: nowhere. */
  mailPath: string | null;
  /** How whoever has bound a channel and chosen nothing is told by it. */
  defaults?: Partial<Record<GatewayChannel, "now" | "off">>;
  internal: ChannelWords;
  supplier: ChannelWords;
}

/**
 * Finds who is to be told and writes inbox and outbox, in one statement and in the transaction of what happened. Whoever causes an
 * notification may not read accounts, nor write into other people's inboxes: both happen in the function.
 * @returns people who got a message in the portal
 */
export async function storeNotification(connection: Connection, notification: StoredNotification): Promise<number> {
  const { rows } = await sql<{ told: number }>`select announce(${JSON.stringify(notification)}::jsonb) as told`.execute(
    connection,
  );
  return rows[0]?.told ?? 0;
}

/** Stores several with one statement, in their order; those that nobody could hear cost next to nothing. */
export async function storeNotifications(
  connection: Connection,
  notifications: readonly StoredNotification[],
): Promise<void> {
  if (notifications.length === 0) return;
  await sql`select announce(e.value) from jsonb_array_elements(${JSON.stringify(notifications)}::jsonb) with ordinality as e (value, at)
    where is_heard(e.value) order by e.at`.execute(connection);
}

/** Something that is told once. */
export interface ToldOnce {
  scenario: string;
  /** What about: the id of a record, or words of the teller. */
  about: string;
  at: string;
  /** Entity and id of the record, where it is about one. */
  entity?: string;
  record?: string;
}

/**
 * Notes that something is told now, in the transaction that tells it.
 * @returns false when it was told before
 */
export async function noteNotified(connection: Connection, told: ToldOnce): Promise<boolean> {
  const { rows } =
    await sql`insert into news_once (scenario, about, at, entity, record_id) values (${told.scenario}, ${told.about}, ${told.at},
      ${told.entity ?? null}, ${told.record ?? null}) on conflict do nothing returning about`.execute(connection);
  return rows.length > 0;
}

/** Notes how many people were reached by what `noteNotified` has noted. */
export async function notePeopleNotified(connection: Connection, told: ToldOnce, people: number): Promise<void> {
  await sql`update news_once set people = ${people} where scenario = ${told.scenario} and about = ${told.about}`.execute(
    connection,
  );
}

/** Which of these were told before. */
export async function notifiedAmong(
  connection: Connection,
  scenario: string,
  abouts: readonly string[],
): Promise<ReadonlySet<string>> {
  if (abouts.length === 0) return new Set();
  const { rows } = await sql<{ about: string }>`select about from news_once
    where scenario = ${scenario} and about in (${sql.join(abouts)})`.execute(connection);
  return new Set(rows.map(({ about }) => about));
}

/** Purges what was told before the instant; called by a job. */
export async function purgeNotified(connection: Connection, before: string): Promise<void> {
  await sql`delete from news_once where at < ${before}`.execute(connection);
}
