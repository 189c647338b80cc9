import { sql } from "kysely";
import type { Connection } from "./database.server";

export interface DueMail {
  id: string;
  createdAt: string;
  recipient: string;
  subject: string;
  body: string;
  /** Where the letter leads, below the portal's own address; null: nowhere. */
  path: string | null;
  linkKind: string | null;
  linkId: string | null;
  /** This attempt included. */
  attempts: number;
}

/**
 * Takes the oldest letter that is due. Whoever takes it has until the given instant; a process that dies with it leaves it to the
 * next one.
 */
export async function takeDueMail(
  connection: Connection,
  wanted: { now: string; until: string },
): Promise<DueMail | null> {
  const { rows } = await sql<{
    id: string;
    created_at: string;
    recipient: string;
    subject: string;
    body: string;
    path: string | null;
    link_kind: string | null;
    link_id: string | null;
    attempts: number;
  }>`update mail_outbox set state = 'sending', attempts = attempts + 1, next_at = ${wanted.until}
    where id = (select id from mail_outbox where state in ('queued', 'sending') and next_at <= ${wanted.now}::timestamptz
      order by next_at, id limit 1 for update skip locked)
    returning id, created_at, recipient, subject, body, path, link_kind, link_id, attempts`.execute(connection);
  const [row] = rows;
  return row
    ? {
        id: row.id,
        createdAt: row.created_at,
        recipient: row.recipient,
        subject: row.subject,
        body: row.body,
        path: row.path,
        linkKind: row.link_kind,
        linkId: row.link_id,
        attempts: row.attempts,
      }
    : null;
}

/** What became of an attempt. Only the attempt that holds the letter may say so. */
export async function settleMail(
  connection: Connection,
  outcome: {
    id: string;
    attempts: number;
    state: "sent" | "queued" | "failed" | "dropped";
    at: string;
    nextAt: string;
    error: string | null;
  },
): Promise<void> {
  await sql`update mail_outbox set state = ${outcome.state}, next_at = ${outcome.nextAt}, last_error = ${outcome.error},
      sent_at = case when ${outcome.state} = 'sent' then ${outcome.at}::timestamptz end
    where id = ${outcome.id} and state = 'sending' and attempts = ${outcome.attempts}`.execute(connection);
}

/** How many letters wait. */
export async function countWaitingMail(connection: Connection): Promise<number> {
  const { rows } = await sql<{
    count: number;
  }>`select count(*)::int as count from mail_outbox where state in ('queued', 'sending')`.execute(connection);
  return rows[0]?.count ?? 0;
}

/** Letters that have left, or never will, since before the instant; called by housekeeping. */
export async function forgetMail(connection: Connection, before: string): Promise<void> {
  await sql`delete from mail_outbox where state in ('sent', 'dropped') and created_at < ${before}`.execute(connection);
}
