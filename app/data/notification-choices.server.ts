import { sql } from "kysely";
import type { GatewayChannel } from "~/shared/channels";
import type { Connection } from "./database.server";

/** When mails of a scenario leave: at once, gathered in the daily one, or never. */
export type MailChoice = "now" | "daily" | "off";

/** What a person chose about being told; scenarios that are not named are wanted at once, by every way they go. */
export interface NotificationChoices {
  /** Where mails go; null: nowhere. */
  email: string | null;
  /** Hours of the day in China between which mails wait; null: those of the company. The same twice: none. */
  quiet: { from: number; to: number } | null;
  scenarios: ReadonlyMap<
    string,
    { wanted: boolean; mail: MailChoice } & Readonly<Record<GatewayChannel, MailChoice | null>>
  >;
  /** Channels beside mail that the person has bound. */
  bound: ReadonlySet<GatewayChannel>;
}

/** What a person chose, in one statement. Runs as owner: suppliers hold no right to accounts. */
export async function selectNotificationChoices(connection: Connection, userId: string): Promise<NotificationChoices> {
  const { rows } = await sql<{
    email: string | null;
    quiet_from: number | null;
    quiet_to: number | null;
    scenario: string | null;
    wanted: boolean | null;
    mail: MailChoice | null;
    wecom: MailChoice | null;
    sms: MailChoice | null;
    bound: GatewayChannel[] | null;
  }>`select nullif(u.email, '') as email, n.quiet_from, n.quiet_to, c.scenario, c.wanted, c.mail, c.wecom, c.sms,
      (select jsonb_agg(distinct b.app) from app_user_chat_bindings b where b.root_id = u.id and b.app in ('wecom', 'sms')) as bound
    from app_user u
    left join notification_person n on n.user_id = u.id left join notification_choice c on c.user_id = u.id
    where u.id = ${userId}`.execute(connection);
  const [first] = rows;
  const { quiet_from: from = null, quiet_to: to = null } = first ?? {};
  return {
    email: first?.email ?? null,
    quiet: from === null || to === null ? null : { from, to },
    scenarios: new Map(
      rows.flatMap(({ scenario, wanted, mail, wecom, sms }) =>
        scenario === null ? [] : [[scenario, { wanted: wanted ?? true, mail: mail ?? "now", wecom, sms }]],
      ),
    ),
    bound: new Set(first?.bound ?? []),
  };
}

export async function storeChoice(
  connection: Connection,
  choice: { userId: string; scenario: string; wanted: boolean; mail: MailChoice } & Record<
    GatewayChannel,
    MailChoice | null
  >,
): Promise<void> {
  await sql`insert into notification_choice (user_id, scenario, wanted, mail, wecom, sms)
    values (${choice.userId}, ${choice.scenario}, ${choice.wanted}, ${choice.mail}, ${choice.wecom}, ${choice.sms})
    on conflict (user_id, scenario) do update set wanted = excluded.wanted, mail = excluded.mail,
      wecom = coalesce(excluded.wecom, notification_choice.wecom), sms = coalesce(excluded.sms, notification_choice.sms)`.execute(
    connection,
  );
}

/** Keeps a person's own quiet hours; null goes back to those of the company. */
export async function storeQuietHours(
  connection: Connection,
  userId: string,
  quiet: { from: number; to: number } | null,
): Promise<void> {
  await (quiet
    ? sql`insert into notification_person (user_id, quiet_from, quiet_to) values (${userId}, ${quiet.from}, ${quiet.to})
        on conflict (user_id) do update set quiet_from = excluded.quiet_from, quiet_to = excluded.quiet_to`
    : sql`delete from notification_person where user_id = ${userId}`
  ).execute(connection);
}

/** What was kept for somebody's daily digest. */
export interface HeldNotification {
  id: string;
  at: string;
  title: string;
  content: string;
  /** Where its mail would have led, below the base path; null: nowhere. */
  path: string | null;
}

/** A person something is kept for, and by which channel it will leave. */
export interface HeldReader {
  userId: string;
  channel: string;
}

/** People something is kept for, up to so many. */
export async function selectHeldReaders(connection: Connection, most: number): Promise<HeldReader[]> {
  const { rows } = await sql<HeldReader>`select distinct user_id as "userId", channel from msg_send_record
    where is_held and mail_id is null and skip_reason is null and user_id is not null limit ${most}`.execute(
    connection,
  );
  return rows;
}

/** Where a person's mails go now, and the account's state; locked, so that two daily digests cannot be written at once. */
export async function lockReader(
  connection: Connection,
  userId: string,
): Promise<{ name: string; email: string | null } | null> {
  const { rows } = await sql<{ username: string; email: string | null }>`
    select username, nullif(email, '') as email from app_user
    where id = ${userId} and state in ('active', 'locked') for update`.execute(connection);
  const [row] = rows;
  return row ? { name: row.username, email: row.email } : null;
}

/** What is kept for a person, oldest first. */
export async function selectHeld(connection: Connection, { userId, channel }: HeldReader): Promise<HeldNotification[]> {
  const { rows } = await sql<HeldNotification>`select id, at, title, content, path from msg_send_record
    where user_id = ${userId} and channel = ${channel} and is_held and mail_id is null and skip_reason is null order by at, id`.execute(
    connection,
  );
  return rows;
}

/** Writes the daily digest and notes it with everything it tells; it leaves when the person's quiet hours are over. */
export async function writeDailyDigest(
  connection: Connection,
  mail: {
    id: string;
    at: string;
    userId: string;
    channel: string;
    /** As it is kept: what leaves by a gateway is addressed when it does. */
    recipient: string;
    subject: string;
    body: string;
    held: readonly string[];
  },
): Promise<void> {
  await sql`insert into mail_outbox (id, created_at, updated_at, user_id, channel, recipient, subject, body, path, next_at)
    select ${mail.id}, ${mail.at}::timestamptz, ${mail.at}::timestamptz, u.id, ${mail.channel}, ${mail.recipient}, ${mail.subject}, ${mail.body},
      '/account/inbox', quiet_end(${mail.at}::timestamptz, n.quiet_from, n.quiet_to)
    from app_user u left join notification_person n on n.user_id = u.id where u.id = ${mail.userId}`.execute(
    connection,
  );
  await sql`update msg_send_record set mail_id = ${mail.id} where id = any (${[...mail.held]}::uuid[])`.execute(
    connection,
  );
}

/** Notes that what was kept for a person reaches nobody. */
export async function dropHeld(connection: Connection, { userId, channel }: HeldReader): Promise<void> {
  await sql`update msg_send_record set skip_reason = 'no_address', is_held = false
    where user_id = ${userId} and channel = ${channel} and is_held and mail_id is null and skip_reason is null`.execute(
    connection,
  );
}
