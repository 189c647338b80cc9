import { sql } from "kysely";
import type { SearchDocument } from "~/shared/search";
import type { Connection } from "./database.server";

/** Kinds of personal scope and where an account says whether it is limited to a list. */
const SCOPE_KINDS = ["factory", "purchase_group", "material_type"] as const;
export type ScopeKind = (typeof SCOPE_KINDS)[number];

export interface NewAccount {
  id: string;
  /** Name typed at sign-in; unique whatever its case. */
  account: string;
  /** Name of the person. */
  name: string;
  userType: "internal" | "supplier";
  /** Set exactly for supplier accounts. */
  supplierId: string | null;
  email: string | null;
  phone: string | null;
  /** Null: the account exists, and nobody can sign in with it until a password is set. */
  passwordHash: string | null;
  mustChangePassword: boolean;
  /** Role codes. */
  roles: readonly string[];
  /** `all`, or ids of the rows the person works with. */
  scopes: Record<ScopeKind, "all" | readonly string[]>;
  /** Instant of creation, ISO text. */
  at: string;
}

/**
 * Adds an account with password, roles and personal scope. Runs as owner or staff, in the transaction of the caller.
 * @param search what the person is found by; `engine/session/account.server.ts` makes it
 * @throws StorageError("unique") when the account name is taken
 */
export async function insertAccount(
  connection: Connection,
  account: NewAccount,
  search: SearchDocument,
): Promise<void> {
  const { id, scopes, at } = account;
  const mode = (kind: ScopeKind) => (scopes[kind] === "all" ? "all" : "listed");
  await sql`insert into app_user (id, accountname, username, user_type, supplier_id, email, phone, factory_scope, purchase_group_scope, material_scope, created_at, updated_at, search_text, search_grams)
    values (${id}, ${account.account}, ${account.name}, ${account.userType}, ${account.supplierId}, ${account.email}, ${account.phone},
      ${mode("factory")}, ${mode("purchase_group")}, ${mode("material_type")}, ${at}, ${at}, ${search.text}, ${search.grams}::text[])`.execute(
    connection,
  );
  if (account.passwordHash !== null) {
    await sql`insert into user_secret (user_id, password_hash, must_change, changed_at)
      values (${id}, ${account.passwordHash}, ${account.mustChangePassword}, ${at})`.execute(connection);
  }
  for (const role of account.roles) {
    await sql`insert into user_role (user_id, role_code) values (${id}, ${role})`.execute(connection);
  }
  for (const kind of SCOPE_KINDS) {
    const rows = scopes[kind];
    for (const target of rows === "all" ? [] : rows) {
      await sql`insert into user_scope (user_id, kind, target_id) values (${id}, ${kind}, ${target})`.execute(
        connection,
      );
    }
  }
}

/** True when an account of that name exists, whatever its case. */
export async function hasAccount(connection: Connection, account: string): Promise<boolean> {
  const { rows } = await sql`select 1 from app_user where lower(accountname) = lower(${account}) limit 1`.execute(
    connection,
  );
  return rows.length > 0;
}

/** How many people have a row in their personal scope. */
export async function countScopeUsers(connection: Connection, kind: ScopeKind, targetId: string): Promise<number> {
  const { rows } = await sql<{
    count: number;
  }>`select count(*)::int as count from user_scope where kind = ${kind} and target_id = ${targetId}`.execute(
    connection,
  );
  return rows[0]?.count ?? 0;
}

/** Somebody who buys for a group: the group stands in the own list. */
export interface GroupMember {
  id: string;
  account: string;
  name: string;
  position: string | null;
  state: string;
  isMain: boolean;
}

/** Who buys for a group, its main people first. */
export async function selectGroupMembers(connection: Connection, groupId: string): Promise<GroupMember[]> {
  const { rows } =
    await sql<GroupMember>`select u.id, u.accountname as account, u.username as name, u.position, u.state,
      u.purchase_group_id is not distinct from s.target_id as "isMain"
    from user_scope s join app_user u on u.id = s.user_id
    where s.kind = 'purchase_group' and s.target_id = ${groupId}::uuid and u.state <> 'deleted'
    order by "isMain" desc, u.username, u.id`.execute(connection);
  return rows;
}

/** How many buy for each of these groups. */
export async function countGroupMembers(
  connection: Connection,
  ids: readonly string[],
): Promise<ReadonlyMap<string, number>> {
  const { rows } = await sql<{ id: string; count: number }>`select s.target_id as id, count(*)::int as count
    from user_scope s join app_user u on u.id = s.user_id
    where s.kind = 'purchase_group' and s.target_id = any (${[...ids]}::uuid[]) and u.state <> 'deleted'
    group by s.target_id`.execute(connection);
  return new Map(rows.map(({ id, count }) => [id, count]));
}

/** A password somebody else made: it must be changed at the first sign-in and is of no use after the instant. */
export async function setOneTimePassword(
  connection: Connection,
  password: { userId: string; hash: string; at: string; expiresAt: string },
): Promise<void> {
  // In two steps: what an upsert compares it must be allowed to read, and staff reads no password.
  const { numAffectedRows } =
    await sql`update user_secret set password_hash = ${password.hash}, must_change = true, changed_at = ${password.at},
    expires_at = ${password.expiresAt} where user_id = ${password.userId}`.execute(connection);
  if (numAffectedRows) return;
  await sql`insert into user_secret (user_id, password_hash, must_change, changed_at, expires_at)
    values (${password.userId}, ${password.hash}, true, ${password.at}, ${password.expiresAt})`.execute(connection);
}

/**
 * Puts another one-time password in the place of one that nobody knows, as its mail leaves. Runs as owner.
 * @param password.since when the one it replaces was made
 * @returns false when the person has a password by now or was given another one, or the address is no longer known to be the person's
 */
export async function replaceOneTimePassword(
  connection: Connection,
  password: { userId: string; hash: string; since: string; recipient: string; now: string },
): Promise<boolean> {
  const { rows } = await sql`update user_secret s set password_hash = ${password.hash} from app_user u
    where s.user_id = ${password.userId}::uuid and u.id = s.user_id and s.must_change and s.changed_at = ${password.since}::timestamptz
      and s.expires_at > ${password.now}::timestamptz and u.email = ${password.recipient} and u.mail_proved_at is not null
      and u.state in ('active', 'locked')
    returning s.user_id`.execute(connection);
  return rows.length > 0;
}

/** A password its owner chose before there was an account: from now on it is that of the account. */
export async function setOwnPassword(
  connection: Connection,
  password: { userId: string; hash: string; at: string },
): Promise<void> {
  await sql`update user_secret set password_hash = ${password.hash}, must_change = false, changed_at = ${password.at}, expires_at = null
    where user_id = ${password.userId}`.execute(connection);
}

/** The next sign-in leads to a new password. */
export async function demandNewPassword(connection: Connection, userId: string): Promise<void> {
  await sql`update user_secret set must_change = true where user_id = ${userId}`.execute(connection);
}

/** Ends all sessions of a person at once; a supplier's transaction reaches its own people only. */
export async function endUserSessions(
  connection: Connection,
  ended: { userId: string; at: string; reason: string },
): Promise<void> {
  await sql`select end_user_sessions(${ended.userId}::uuid, ${ended.at}::timestamptz, ${ended.reason})`.execute(
    connection,
  );
}

/** Purges wrong passwords, and with them the lock, of an account. */
export async function clearLock(connection: Connection, account: string): Promise<void> {
  // Browsers that know the account are counted under `known:`, a hash of its name, and their own.
  await sql`delete from login_attempt where account = lower(${account})
    or account like 'known:' || left(encode(sha256(convert_to(lower(${account}::text), 'UTF8')), 'hex'), 32) || ':%'`.execute(
    connection,
  );
}

/** Accounts whose lock has run out are in good standing again; called by a job. */
export async function releaseLocks(connection: Connection, now: string): Promise<void> {
  await sql`update app_user set state = 'active', previous_state = 'locked' where state = 'locked' and not exists (
    select 1 from login_attempt a where a.account = lower(app_user.accountname) and a.locked_until > ${now}::timestamptz)`.execute(
    connection,
  );
}

/** Takes all roles of a person away. */
export async function takeRoles(connection: Connection, userId: string): Promise<void> {
  await sql`delete from user_role where user_id = ${userId}`.execute(connection);
}

/** Names of roles and rank of those whose grants ended since the day; called by a job. */
export async function refreshEndedRoles(connection: Connection, since: string): Promise<void> {
  await sql`select refresh_user_roles(user_id) from (
    select distinct user_id from user_role where valid_until >= ${since}::date) ended`.execute(connection);
}

/** How many other people hold a role for good and may sign in. */
export async function countOtherHolders(connection: Connection, role: string, userId: string, today: string) {
  const { rows } = await sql<{
    count: number;
  }>`select count(*)::int as count from user_role r join app_user u on u.id = r.user_id
    where r.role_code = ${role} and r.user_id <> ${userId} and u.state in ('active', 'locked')
      and r.valid_until is null and coalesce(r.valid_from <= ${today}::date, true)`.execute(connection);
  return rows[0]?.count ?? 0;
}

/** True when a person has the role, whether it counts today or not. */
export async function hasRole(connection: Connection, role: string, userId: string): Promise<boolean> {
  const { rows } = await sql`select 1 from user_role where role_code = ${role} and user_id = ${userId}`.execute(
    connection,
  );
  return rows.length > 0;
}

/** True when somebody of a supplier who may sign in holds a role on a day. */
export async function hasHolderOf(
  connection: Connection,
  { role, supplierId, today }: { role: string; supplierId: string; today: string },
): Promise<boolean> {
  const { rows } = await sql`select 1 from user_role r join app_user u on u.id = r.user_id
    where r.role_code = ${role} and u.supplier_id = ${supplierId}::uuid and u.state in ('active', 'locked')
      and coalesce(r.valid_from <= ${today}::date, true) and coalesce(r.valid_until >= ${today}::date, true) limit 1`.execute(
    connection,
  );
  return rows.length > 0;
}

/** Number of rows in the personal scope of people, by person and kind. */
export async function countScopes(
  connection: Connection,
  userIds: readonly string[],
): Promise<{ userId: string; kind: ScopeKind; count: number }[]> {
  const { rows } = await sql<{
    user_id: string;
    kind: ScopeKind;
    count: number;
  }>`select user_id, kind, count(*)::int as count from user_scope where user_id = any (${[...userIds]}::uuid[]) group by user_id, kind`.execute(
    connection,
  );
  return rows.map(({ user_id, kind, count }) => ({ userId: user_id, kind, count }));
}
