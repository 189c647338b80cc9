import { type RawBuilder, sql } from "kysely";
import type { Connection } from "./database.server";
import { type StoredTab, TABS_OF_SESSION, type TabRow, tabOf } from "./tabs.server";

/** A live session with what every request must know about its owner. */
export interface SessionRow {
  idHash: string;
  userId: string;
  csrf: string;
  expiresAt: string;
  lastSeenAt: string;
  currentTop: string | null;
  userStatus: string;
  /** Version of users, roles and resources; actors cached under another version are read anew. */
  permissionVersion: number;
  preferences: Record<string, unknown>;
  /** When the password was last proven in it; null when it never was. */
  passwordProvenAt: string | null;
  /** Messages are waiting; most pages need not ask for them. */
  hasNotices: boolean;
  channel: "password" | "single";
  /** Since when the token is good. */
  tokenAt: string;
  /** Called by the token before the present one, which goes on for a moment. */
  isPreviousToken: boolean;
  password: PasswordState;
  /** Open pages, in the order of the strip. */
  tabs: TabRow[];
  /** Home may offer the pages of the session before. */
  offersTabs: boolean;
  /** Permission names of the menu entries the person keeps at hand. */
  favourites: string[];
  /** Lists the person arranged (columns or saved views), as `area/key`; most pages need not ask for what was chosen there. */
  arranged: string[];
}

/** What may press a person to change the password. */
export interface PasswordState {
  mustChange: boolean;
  isWeak: boolean;
  /** Null for an account without a password. */
  changedAt: string | null;
}

export interface NewSession {
  idHash: string;
  userId: string;
  csrf: string;
  issuedAt: string;
  expiresAt: string;
  ip: string;
  device: string;
  channel: "password" | "single";
  weakPassword?: boolean;
}

/** The session behind a token hash, if it lives. One read per request. */
export async function findSession(connection: Connection, tokenHash: string, now: string): Promise<SessionRow | null> {
  const { rows } = await sql<{
    id_hash: string;
    user_id: string;
    csrf: string;
    expires_at: string;
    last_seen_at: string;
    current_top: string | null;
    state: string;
    permission_version: number;
    preferences: Record<string, unknown> | null;
    has_notices: boolean;
    channel: "password" | "single";
    token_at: string;
    is_previous: boolean;
    weak_password: boolean;
    must_change: boolean | null;
    changed_at: string | null;
    proven_at: string | null;
    favourites: string[] | null;
    arranged: string[] | null;
    tabs: StoredTab[] | null;
    offers_tabs: boolean;
  }>`select s.id_hash, s.user_id, s.csrf, s.expires_at, s.last_seen_at, s.current_top, u.state, v.version as permission_version, p.preferences,
      coalesce(s.pwd_verified_at, case when s.channel = 'password' then s.issued_at end) as proven_at,
      exists (select 1 from notice n where n.session_hash = s.id_hash) as has_notices,
      (select jsonb_agg(f.name) from menu_favourite f where f.user_id = s.user_id) as favourites,
      (select jsonb_agg(distinct l.screen) from (select c.screen from list_columns c where c.user_id = s.user_id
        union all select w.screen from saved_view w where w.user_id = s.user_id) as l) as arranged,
      s.offers_tabs, ${TABS_OF_SESSION} as tabs,
      s.channel, s.token_at, s.token_hash <> ${tokenHash} as is_previous, s.weak_password, k.must_change, k.changed_at
    from session s join app_user u on u.id = s.user_id join permission_version v on v.id = 1
    left join user_preference p on p.user_id = s.user_id
    left join user_secret k on k.user_id = s.user_id
    where (s.token_hash = ${tokenHash} or (s.prev_hash = ${tokenHash} and s.prev_until > ${now}::timestamptz)) and s.ended_at is null and s.expires_at > ${now}::timestamptz`.execute(
    connection,
  );
  const row = rows[0];
  return row
    ? {
        idHash: row.id_hash,
        userId: row.user_id,
        csrf: row.csrf,
        expiresAt: row.expires_at,
        lastSeenAt: row.last_seen_at,
        currentTop: row.current_top,
        userStatus: row.state,
        permissionVersion: row.permission_version,
        preferences: row.preferences ?? {},
        passwordProvenAt: row.proven_at,
        hasNotices: row.has_notices,
        channel: row.channel,
        tokenAt: row.token_at,
        isPreviousToken: row.is_previous,
        password: { mustChange: row.must_change ?? false, isWeak: row.weak_password, changedAt: row.changed_at },
        tabs: (row.tabs ?? []).map(tabOf),
        offersTabs: row.offers_tabs,
        favourites: row.favourites ?? [],
        arranged: row.arranged ?? [],
      }
    : null;
}

/**
 * Gives a session another token and another life. The old token goes on until the given instant. False: another request was faster.
 */
export async function renewToken(
  connection: Connection,
  renewal: { from: string; to: string; at: string; before: string; expiresAt: string; previousUntil: string },
): Promise<boolean> {
  const { rows } =
    await sql`update session set prev_hash = token_hash, prev_until = ${renewal.previousUntil}, token_hash = ${renewal.to},
      token_at = ${renewal.at}, expires_at = ${renewal.expiresAt}
    where token_hash = ${renewal.from} and token_at < ${renewal.before}::timestamptz and ended_at is null returning 1`.execute(
      connection,
    );
  return rows.length > 0;
}

/** Lets a session run out earlier, as if that had been its life. */
export async function shortenSession(connection: Connection, idHash: string, expiresAt: string): Promise<void> {
  await sql`update session set expires_at = least(expires_at, ${expiresAt}::timestamptz) where id_hash = ${idHash} and ended_at is null`.execute(
    connection,
  );
}

/** Marks sessions that ran out by themselves as ended when they did; called by a job. */
export async function endRunOutSessions(connection: Connection, now: string, idleHours: number): Promise<void> {
  const over = sql`case when ${idleHours}::int > 0 then least(expires_at, last_seen_at + ${idleHours}::int * interval '1 hour') else expires_at end`;
  await sql`update session set ended_at = ${over}, expires_at = ${over}, end_reason = 'expired'
    where ended_at is null and ${over} <= ${now}::timestamptz`.execute(connection);
}

/** Owner, secret and end of a session that is over, whoever ended it. Without an owner: of an account that is not in good standing. */
export interface EndedSession {
  userId: string | null;
  csrf: string;
  endedAt: string;
  reason: string;
}

/** Null for a session that lives, and for one that is not known. */
export async function findEndedSession(
  connection: Connection,
  idHash: string,
  now: string,
): Promise<EndedSession | null> {
  const { rows } = await sql<{ user_id: string | null; csrf: string; ended_at: Date; end_reason: string }>`
    select case when u.state in ('active', 'locked') then s.user_id end as user_id, s.csrf,
      least(s.ended_at, s.expires_at) as ended_at,
      case when s.ended_at <= s.expires_at then coalesce(s.end_reason, 'kick') else 'expired' end as end_reason
    from session s join app_user u on u.id = s.user_id
    where s.id_hash = ${idHash} and (s.ended_at is not null or s.expires_at <= ${now}::timestamptz)`.execute(
    connection,
  );
  const [row] = rows;
  return row
    ? {
        userId: row.user_id,
        csrf: row.csrf,
        endedAt: new Date(row.ended_at).toISOString(),
        reason: row.end_reason,
      }
    : null;
}

/** Secrets of the latest sessions of a user, whether they live or not. */
export async function selectSecrets(connection: Connection, userId: string): Promise<string[]> {
  const { rows } = await sql<{ csrf: string }>`
    select csrf from session where user_id = ${userId} order by issued_at desc limit 20`.execute(connection);
  return rows.map(({ csrf }) => csrf);
}

export async function insertSession(connection: Connection, session: NewSession): Promise<void> {
  await sql`insert into session (id_hash, user_id, csrf, issued_at, expires_at, last_seen_at, ip, device, channel, weak_password)
    values (${session.idHash}, ${session.userId}, ${session.csrf}, ${session.issuedAt}, ${session.expiresAt}, ${session.issuedAt}, ${session.ip}, ${session.device}, ${session.channel}, ${session.weakPassword ?? false})`.execute(
    connection,
  );
}

export async function endSession(connection: Connection, idHash: string, now: string, reason: string): Promise<void> {
  await sql`update session set ended_at = ${now}, end_reason = ${reason} where id_hash = ${idHash} and ended_at is null`.execute(
    connection,
  );
}

/** Written at most once a minute: every write is a flush to disk on the embedded engine. */
export async function touchSession(connection: Connection, idHash: string, now: string): Promise<void> {
  await sql`update session set last_seen_at = ${now} where id_hash = ${idHash}`.execute(connection);
}

export async function setCurrentTop(connection: Connection, idHash: string, top: string): Promise<void> {
  await sql`update session set current_top = ${top} where id_hash = ${idHash}`.execute(connection);
}

/** Sessions that ended or ran out long ago, with their notices; called by a job. */
export async function purgeSessions(connection: Connection, before: string): Promise<void> {
  await sql`delete from session where expires_at < ${before}`.execute(connection);
}

export interface NoticeRow {
  id: string;
  level: "success" | "info" | "warning" | "error";
  title: string | null;
  body: string;
  msg: string | null;
  sticky: boolean;
}

export async function insertNotice(
  connection: Connection,
  notice: Omit<NoticeRow, "id"> & { id: string; sessionHash: string; createdAt: string },
): Promise<void> {
  await sql`insert into notice (id, session_hash, level, title, body, msg, created_at, sticky)
    values (${notice.id}, ${notice.sessionHash}, ${notice.level}, ${notice.title}, ${notice.body}, ${notice.msg}, ${notice.createdAt}, ${notice.sticky})`.execute(
    connection,
  );
}

/** Messages for the next page of a session, newest first. */
export async function selectNotices(connection: Connection, sessionHash: string): Promise<NoticeRow[]> {
  const { rows } =
    await sql<NoticeRow>`select id, level, title, body, msg, sticky from notice where session_hash = ${sessionHash} order by created_at desc, id desc limit 20`.execute(
      connection,
    );
  return rows;
}

/** Removes notices that were shown, or the one a person closed. */
export async function deleteNotices(
  connection: Connection,
  sessionHash: string,
  ids: readonly string[],
): Promise<void> {
  if (ids.length === 0) return;
  await sql`delete from notice where session_hash = ${sessionHash} and id in (${sql.join(ids)})`.execute(connection);
}

export interface LoginUser {
  id: string;
  account: string;
  name: string;
  supplierId: string | null;
  state: string;
  blockReason: string | null;
  passwordHash: string | null;
  mustChange: boolean;
}

/** An account with what is needed to judge a password; names are compared without case. A one-time password that ran out is none. */
export async function findLogin(connection: Connection, account: string, now: string): Promise<LoginUser | null> {
  const { rows } = await sql<{
    id: string;
    accountname: string;
    username: string;
    supplier_id: string | null;
    state: string;
    block_reason: string | null;
    password_hash: string | null;
    must_change: boolean | null;
  }>`select u.id, u.accountname, u.username, u.supplier_id, u.state, u.block_reason, s.must_change,
      case when s.expires_at <= ${now}::timestamptz then null else s.password_hash end as password_hash
    from app_user u left join user_secret s on s.user_id = u.id
    where u.tenant_id = 1 and lower(u.accountname) = lower(${account}) and u.state <> 'deleted'`.execute(connection);
  const row = rows[0];
  return row
    ? {
        id: row.id,
        account: row.accountname,
        name: row.username,
        supplierId: row.supplier_id,
        state: row.state,
        blockReason: row.block_reason,
        passwordHash: row.password_hash,
        mustChange: row.must_change ?? false,
      }
    : null;
}

/** Until when an account name is locked after wrong passwords, existing or not. */
export async function lockedUntil(connection: Connection, account: string, now: string): Promise<string | null> {
  const { rows } = await sql<{
    locked_until: string;
  }>`select locked_until from login_attempt where account = lower(${account}) and locked_until > ${now}::timestamptz`.execute(
    connection,
  );
  return rows[0]?.locked_until ?? null;
}

/** How much longer each wrong password beyond the limit makes the wait for the next attempt. */
export interface Wait {
  /** Wrong passwords without a wait. */
  limit: number;
  /** The wait after the last of them; each further one doubles it. */
  firstMs: number;
  mostMs: number;
}

/**
 * Counts a wrong password for an account name, existing or not, and sets the wait that follows from it. In one statement: of many at once
 * during a wait, or at its end, one is counted and the others are not.
 * @param failure.forgets whoever sat out a wait begins anew; else what was counted stands until it is older than `since`
 * @returns how many there are now and until when the next has to wait; null when this attempt itself came during a wait
 */
export async function countFailure(
  connection: Connection,
  failure: { account: string; now: string; since: string; wait: Wait; forgets: boolean },
): Promise<{ failed: number; lockedUntil: string | null } | null> {
  const { now, since, wait } = failure;
  const served = sql`coalesce(login_attempt.locked_until <= ${now}::timestamptz, false)`;
  // Who is made to wait is counted from the end of the last wait: otherwise the long ones would be forgotten first.
  const over = failure.forgets
    ? sql`(login_attempt.first_at < ${since}::timestamptz or ${served})`
    : sql`(greatest(login_attempt.first_at, login_attempt.locked_until) < ${since}::timestamptz)`;
  const { rows } = await sql<{
    failed: number;
    locked_until: string | null;
  }>`insert into login_attempt (account, failed, first_at) values (lower(${failure.account}), 1, ${now})
    on conflict (account) do update set
      failed = case when ${over} then 1 else login_attempt.failed + 1 end,
      first_at = case when ${over} then excluded.first_at else login_attempt.first_at end,
      locked_until = case when ${over} then null when login_attempt.failed + 1 >= ${wait.limit} then ${waitEnd(sql`login_attempt.failed + 1`, now, wait)} end
    where login_attempt.locked_until is null or login_attempt.locked_until <= ${now}::timestamptz
    returning failed, locked_until`.execute(connection);
  const [row] = rows;
  return row ? { failed: row.failed, lockedUntil: row.locked_until } : null;
}

/** The instant until which an attempt has to wait after so many wrong passwords. */
export function waitEnd(
  failed: RawBuilder<unknown>,
  now: string,
  { limit, firstMs, mostMs }: Wait,
): RawBuilder<unknown> {
  return sql`(${now}::timestamptz + least(${mostMs}::double precision, ${firstMs}::double precision * power(2::double precision, least(${failed} - ${limit}::int, 30))) * interval '1 millisecond')`;
}

/** Counters nobody added to since the instant; called by a job. */
export async function purgeFailures(connection: Connection, before: string): Promise<void> {
  await sql`delete from login_attempt where first_at < ${before}`.execute(connection);
}

export async function clearFailures(connection: Connection, account: string): Promise<void> {
  await sql`delete from login_attempt where account = lower(${account})`.execute(connection);
}
