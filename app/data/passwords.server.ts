import { sql } from "kysely";
import type { Connection } from "./database.server";

export interface SecretRow {
  passwordHash: string;
  mustChange: boolean;
  changedAt: string;
  recoverEmail: string | null;
}

/** The secret of an account. Runs as owner. @param lock others who change it wait until the transaction ends */
export async function selectSecret(connection: Connection, userId: string, lock = false): Promise<SecretRow | null> {
  const { rows } = await sql<{
    password_hash: string;
    must_change: boolean;
    changed_at: string;
    recover_email: string | null;
  }>`select password_hash, must_change, changed_at, recover_email from user_secret where user_id = ${userId}
    ${lock ? sql`for update` : sql``}`.execute(connection);
  const [row] = rows;
  return row
    ? {
        passwordHash: row.password_hash,
        mustChange: row.must_change,
        changedAt: row.changed_at,
        recoverEmail: row.recover_email,
      }
    : null;
}

/** Hashes that were in use before the present one, newest first. */
export async function selectPastHashes(connection: Connection, userId: string, limit: number): Promise<string[]> {
  const { rows } = await sql<{ password_hash: string }>`
    select password_hash from password_history where user_id = ${userId} order by ended_at desc, id desc limit ${limit}`.execute(
    connection,
  );
  return rows.map((row) => row.password_hash);
}

/** Puts a new hash in the place of the present one, which becomes history; `keep` of the past ones stay. */
export async function replacePassword(
  connection: Connection,
  change: { id: string; userId: string; before: string; hash: string; at: string; keep: number },
): Promise<void> {
  await sql`insert into password_history (id, user_id, password_hash, ended_at)
    values (${change.id}, ${change.userId}, ${change.before}, ${change.at})`.execute(connection);
  await sql`delete from password_history where user_id = ${change.userId} and id not in (
      select id from password_history where user_id = ${change.userId} order by ended_at desc, id desc limit ${change.keep})`.execute(
    connection,
  );
  await sql`update user_secret set password_hash = ${change.hash}, must_change = false, changed_at = ${change.at}, expires_at = null
    where user_id = ${change.userId}`.execute(connection);
}

export async function storeRecoverEmail(connection: Connection, userId: string, email: string | null): Promise<void> {
  await sql`update user_secret set recover_email = ${email} where user_id = ${userId}`.execute(connection);
}

/** When this session last proved the password; null when it never did. */
export async function selectVerifiedAt(connection: Connection, sessionHash: string): Promise<string | null> {
  const { rows } = await sql<{ at: string | null }>`
    select coalesce(pwd_verified_at, case when channel = 'password' then issued_at end) as at
    from session where id_hash = ${sessionHash}`.execute(connection);
  return rows[0]?.at ?? null;
}

export async function markVerified(connection: Connection, sessionHash: string, at: string): Promise<void> {
  await sql`update session set pwd_verified_at = ${at} where id_hash = ${sessionHash}`.execute(connection);
}

/** Gives a session another token, proven just now with a good password: the tokens before it are worth nothing from now on. */
export async function replaceToken(
  connection: Connection,
  change: { idHash: string; to: string; at: string; expiresAt: string },
): Promise<void> {
  await sql`update session set token_hash = ${change.to}, token_at = ${change.at}, prev_hash = null, prev_until = null,
      expires_at = ${change.expiresAt}, pwd_verified_at = ${change.at}, weak_password = false
    where id_hash = ${change.idHash}`.execute(connection);
}

export interface OwnSession {
  /** Beginning of the hash; names the session to its owner and is worth nothing as a token. */
  id: string;
  present: boolean;
  issuedAt: string;
  lastSeenAt: string;
  ip: string | null;
  device: string | null;
  channel: string;
  endedAt: string | null;
  endReason: string | null;
}

const ID_LENGTH = 16;

/** Sessions of an account, newest first: those that live, or all that are still remembered. */
export async function selectSessions(
  connection: Connection,
  wanted: { userId: string; present: string; liveAt: string | null; limit: number },
): Promise<OwnSession[]> {
  const live =
    wanted.liveAt === null ? sql`` : sql`and ended_at is null and expires_at > ${wanted.liveAt}::timestamptz`;
  const { rows } = await sql<{
    id: string;
    present: boolean;
    issued_at: string;
    last_seen_at: string;
    ip: string | null;
    device: string | null;
    channel: string;
    ended_at: string | null;
    end_reason: string | null;
  }>`select left(id_hash, ${sql.lit(ID_LENGTH)}) as id, id_hash = ${wanted.present} as present, issued_at, last_seen_at, ip, device, channel, ended_at, end_reason
    from session where user_id = ${wanted.userId} ${live}
    order by id_hash = ${wanted.present} desc, last_seen_at desc, id_hash limit ${wanted.limit}`.execute(connection);
  return rows.map((row) => ({
    id: row.id,
    present: row.present,
    issuedAt: row.issued_at,
    lastSeenAt: row.last_seen_at,
    ip: row.ip,
    device: row.device,
    channel: row.channel,
    endedAt: row.ended_at,
    endReason: row.end_reason,
  }));
}

/**
 * Ends live sessions of an account, except the one that asks.
 * @param ids as `selectSessions` names them; `all` for every other one
 * @returns how many were ended
 */
export async function endOtherSessions(
  connection: Connection,
  wanted: { userId: string; present: string; ids: readonly string[] | "all"; at: string; reason: string },
): Promise<number> {
  const which =
    wanted.ids === "all" ? sql`` : sql`and left(id_hash, ${sql.lit(ID_LENGTH)}) = any (${[...wanted.ids]}::text[])`;
  const { rows } = await sql`update session set ended_at = ${wanted.at}, end_reason = ${wanted.reason}
    where user_id = ${wanted.userId} and id_hash <> ${wanted.present} and ended_at is null ${which} returning 1`.execute(
    connection,
  );
  return rows.length;
}
