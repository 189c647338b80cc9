import { sql } from "kysely";
import type { Connection } from "./database.server";

/**
 * Notes that somebody asked for a new password and puts the mail for it into the outbox, both only where account and address fit and
 * not too many were asked for lately. One statement either way, so that its time tells nothing.
 */
export async function askRecovery(
  connection: Connection,
  asked: {
    id: string;
    mailId: string;
    account: string;
    email: string;
    at: string;
    since: string;
    most: number;
    ip: string;
    scenario: string;
    /** `{{receiver}}` is filled in. */
    subject: string;
    body: string;
  },
): Promise<void> {
  await sql`
    with person as (
      select u.id, coalesce(s.recover_email, u.email) as email, u.username from app_user u join user_secret s on s.user_id = u.id
      where u.tenant_id = 1 and lower(u.accountname) = lower(${asked.account}) and lower(coalesce(s.recover_email, u.email)) = lower(${asked.email}) and u.state in ('active', 'locked')
        and (select count(*) from password_recovery r where r.user_id = u.id and r.asked_at > ${asked.since}::timestamptz) < ${asked.most}
    ), asked as (
      insert into password_recovery (id, user_id, asked_at, ip) select ${asked.id}::uuid, id, ${asked.at}, ${asked.ip} from person
    ), written as (
      insert into mail_outbox (id, created_at, updated_at, user_id, recipient, subject, body, scenario, link_kind, link_id, next_at)
      select ${asked.mailId}::uuid, ${asked.at}::timestamptz, ${asked.at}::timestamptz, id, email, replace(${asked.subject}, '{{receiver}}', username), replace(${asked.body}, '{{receiver}}', username), ${asked.scenario}, 'recover', ${asked.id}::uuid, ${asked.at}::timestamptz from person
      returning user_id, recipient, subject, body
    )
    insert into msg_send_record (id, at, scenario, channel, user_id, receiver, address, title, content, mail_id)
    select gen_random_uuid(), ${asked.at}::timestamptz, ${asked.scenario}, 'email', p.id, p.username, masked_address(w.recipient), w.subject, w.body, ${asked.mailId}::uuid
    from written w join person p on p.id = w.user_id`.execute(connection);
}

/** A request that may still lead to a new password: not used, and the password is the one it was asked for. */
export async function isRecoveryOpen(connection: Connection, id: string, since: string): Promise<boolean> {
  const { rows } = await sql`select 1 from password_recovery r
    join app_user u on u.id = r.user_id and u.state in ('active', 'locked')
    join user_secret s on s.user_id = r.user_id and s.changed_at <= r.asked_at
    where r.id = ${id} and r.used_at is null and r.asked_at > ${since}::timestamptz`.execute(connection);
  return rows.length > 0;
}

export async function insertRecoveryLink(
  connection: Connection,
  link: { hash: string; recoveryId: string; expiresAt: string },
): Promise<void> {
  await sql`insert into password_recovery_link (hash, recovery_id, expires_at)
    values (${link.hash}, ${link.recoveryId}, ${link.expiresAt})`.execute(connection);
}

export interface Recovery {
  id: string;
  userId: string;
  supplierId: string | null;
  account: string;
  passwordHash: string;
}

/** Whose new password a link stands for. @param lock others who use it wait until the transaction ends */
export async function findRecovery(
  connection: Connection,
  wanted: { hash: string; now: string },
  lock = false,
): Promise<Recovery | null> {
  const { rows } = await sql<{
    id: string;
    user_id: string;
    supplier_id: string | null;
    accountname: string;
    password_hash: string;
  }>`select r.id, r.user_id, u.supplier_id, u.accountname, s.password_hash
    from password_recovery_link l join password_recovery r on r.id = l.recovery_id
    join app_user u on u.id = r.user_id and u.state in ('active', 'locked')
    join user_secret s on s.user_id = r.user_id and s.changed_at <= r.asked_at
    where l.hash = ${wanted.hash} and l.expires_at > ${wanted.now}::timestamptz and r.used_at is null
    ${lock ? sql`for update of r, s` : sql``}`.execute(connection);
  const [row] = rows;
  return row
    ? {
        id: row.id,
        userId: row.user_id,
        supplierId: row.supplier_id,
        account: row.accountname,
        passwordHash: row.password_hash,
      }
    : null;
}

/** Uses all requests of a person up, ends all sessions, and forgets wrong passwords, after the new password is stored. */
export async function finishRecovery(
  connection: Connection,
  recovery: { userId: string; account: string; at: string },
): Promise<void> {
  await sql`update password_recovery set used_at = ${recovery.at} where user_id = ${recovery.userId} and used_at is null`.execute(
    connection,
  );
  await sql`update session set ended_at = ${recovery.at}, end_reason = 'recover'
    where user_id = ${recovery.userId} and ended_at is null`.execute(connection);
  await sql`delete from login_attempt where account = lower(${recovery.account})`.execute(connection);
}

/** Requests from before the instant, with their links; called by a job. */
export async function purgeRecoveries(connection: Connection, before: string): Promise<void> {
  await sql`delete from password_recovery where asked_at < ${before}`.execute(connection);
}
