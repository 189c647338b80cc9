import { sql } from "kysely";
import type { Connection } from "./database.server";

/** Stands in a stored mail for a link that is made when it leaves: what opens an account is kept nowhere. */
export const HIDDEN_LINK = "【链接只在发出的邮件中，不在此显示】";
/** The same for a password. */
export const HIDDEN_PASSWORD = "【密码只在发出的邮件中，不在此显示】";

/** The same for the access code of an application. */
export const HIDDEN_ACCESS = "【查询码只在发出的邮件中，不在此显示】";

/** Stands in what the program writes for the address of the portal, which only the process that sends mails knows. */
export const PORTAL_ADDRESS = "【平台网址】";

export interface NewMail {
  id: string;
  at: string;
  by: string | null;
  recipient: string;
  subject: string;
  body: string;
  /** What the link stands for that is made when the mail leaves, in the place of `HIDDEN_LINK`. */
  link?: { kind: string; id: string };
  /** Where the mail leads, below the portal's own address; the full address stands at its end. */
  path?: string;
  /** Files that go with it, as a record names them. */
  attachments?: readonly MailFile[];
  /** The mail that somebody wrote, of which this is the one to another address. */
  firstId?: string;
  supplierId?: string | null;
  /** What was planned, and when it may leave at the earliest; default: at once. */
  sendAfter?: string | null;
  nextAt?: string;
}

/** A file that goes with a mail; size in bytes. */
export interface MailFile {
  id: string;
  name: string;
  size: number;
  type: string;
}

/** Puts mails somebody wrote into the outbox; they leave after the caller's transaction. */
export async function insertMail(connection: Connection, mail: NewMail): Promise<void> {
  const files = mail.attachments?.length ? JSON.stringify(mail.attachments) : null;
  await sql`insert into mail_outbox (id, created_at, created_by, updated_at, updated_by, recipient, subject, body, link_kind, link_id, path,
      attachments, first_id, supplier_id, send_after, next_at)
    values (${mail.id}, ${mail.at}, ${mail.by}, ${mail.at}, ${mail.by}, ${mail.recipient}, ${mail.subject}, ${mail.body},
      ${mail.link?.kind ?? null}, ${mail.link?.id ?? null}::uuid, ${mail.path ?? null}, ${files}::jsonb, ${mail.firstId ?? null}::uuid,
      ${mail.supplierId ?? null}::uuid, ${mail.sendAfter ?? null}::timestamptz, ${mail.nextAt ?? mail.at})`.execute(
    connection,
  );
}

export interface DueMail {
  id: string;
  /** By which channel it leaves. */
  channel: string;
  /** The account it is for, where it is for one. */
  userId: string | null;
  recipient: string;
  subject: string;
  body: string;
  /** Where the mail leads, below the portal's own address; null: nowhere. */
  path: string | null;
  linkKind: string | null;
  linkId: string | null;
  createdAt: string;
  attachments: readonly MailFile[];
  /** Whoever wrote it; null for what the program says. */
  createdBy: string | null;
}

/**
 * Takes the oldest mails that are due, under a name only this taker has. What a process that died had taken is due again when
 * its time is over; where it had begun to hand a mail over, the mail is marked: the mail server may have it.
 */
export async function takeDueMail(
  connection: Connection,
  wanted: { now: string; until: string; claim: string; most: number; channels: readonly string[] },
): Promise<DueMail[]> {
  const { rows } = await sql<{
    id: string;
    channel: string;
    userId: string | null;
    recipient: string;
    subject: string;
    body: string;
    path: string | null;
    link_kind: string | null;
    link_id: string | null;
    created_at: string;
    attachments: MailFile[] | null;
    created_by: string | null;
  }>`update mail_outbox set state = 'sending', previous_state = state, version = version + 1, claim = ${wanted.claim},
      is_uncertain = is_uncertain or handed_at is not null, handed_at = null, next_at = ${wanted.until}
    where id in (select id from mail_outbox where state in ('queued', 'sending') and next_at <= ${wanted.now}::timestamptz
        and channel = any (${[...wanted.channels]}::text[])
      order by next_at, id limit ${wanted.most} for update skip locked)
    returning id, channel, user_id as "userId", recipient, subject, body, path, link_kind, link_id, created_at, attachments, created_by`.execute(
    connection,
  );
  return rows.map(
    ({ link_kind: linkKind, link_id: linkId, created_at: createdAt, created_by: createdBy, attachments, ...row }) => ({
      ...row,
      linkKind,
      linkId,
      createdAt,
      createdBy,
      attachments: attachments ?? [],
    }),
  );
}

/**
 * Notes that a mail is being handed over from now on.
 * @returns how many times that has been tried, this one included; null when somebody else has the mail by now
 */
export async function beginHandOver(
  connection: Connection,
  mail: { id: string; claim: string; at: string; until: string },
): Promise<number | null> {
  const { rows } = await sql<{ attempts: number }>`update mail_outbox
    set attempts = coalesce(attempts, 0) + 1, handed_at = ${mail.at}, next_at = ${mail.until}
    where id = ${mail.id} and claim = ${mail.claim} and state = 'sending' and next_at > ${mail.at}::timestamptz
    returning attempts`.execute(connection);
  return rows[0]?.attempts ?? null;
}

/** What became of an attempt. Only the attempt that holds the mail may say so. @returns whether it did */
export async function settleMail(
  connection: Connection,
  outcome: {
    id: string;
    claim: string;
    state: "sent" | "queued" | "failed" | "cancelled";
    at: string;
    nextAt: string;
    error: string | null;
    /** The mail server may have taken it over. */
    uncertain: boolean;
  },
): Promise<boolean> {
  const { numAffectedRows } =
    await sql`update mail_outbox set state = ${outcome.state}, previous_state = state, version = version + 1, claim = null, handed_at = null,
      is_uncertain = ${outcome.uncertain} or (is_uncertain and ${outcome.state} <> 'cancelled'),
      next_at = ${outcome.nextAt}, last_error = ${outcome.error}, updated_at = ${outcome.at},
      sent_at = case when ${outcome.state} = 'sent' then ${outcome.at}::timestamptz end
    where id = ${outcome.id} and state = 'sending' and claim = ${outcome.claim}`.execute(connection);
  return numAffectedRows === 1n;
}

/** Gives back what was taken and not begun. Without a name: everything, because only one process can use this database. */
export async function returnMail(connection: Connection, now: string, claim?: string): Promise<void> {
  const whose = claim === undefined ? sql`` : sql`and claim = ${claim} and handed_at is null`;
  await sql`update mail_outbox set next_at = ${now} where state = 'sending' ${whose}`.execute(connection);
}

/** How many mails wait. */
export async function countWaitingMail(connection: Connection): Promise<number> {
  const { rows } = await sql<{
    count: number;
  }>`select count(*)::int as count from mail_outbox where state in ('queued', 'sending') and channel = 'email'`.execute(
    connection,
  );
  return rows[0]?.count ?? 0;
}

/** Mails that have left, or never will, since before the instant; called by a job. */
export async function purgeMail(connection: Connection, before: string): Promise<void> {
  await sql`delete from mail_outbox where state in ('sent', 'cancelled') and created_at < ${before}`.execute(
    connection,
  );
}

/** Records of sending from before the instant; called by a job. */
export async function purgeSendRecords(connection: Connection, before: string): Promise<void> {
  await sql`delete from msg_send_record where at < ${before}`.execute(connection);
}
