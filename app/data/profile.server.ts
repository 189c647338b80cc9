import { sql } from "kysely";
import type { SearchDocument } from "~/shared/search";
import type { Connection } from "./database.server";

/** Columns of an account that its person may change; names come from here, never from a request. */
export const PROFILE_COLUMNS = [
  "username",
  "sex",
  "email",
  "cardid",
  "birthday",
  "educationalhistory",
  "professional",
  "position",
  "phone",
  "startfromdate",
  "description",
] as const;
export type ProfileColumn = (typeof PROFILE_COLUMNS)[number];

export type ProfileValues = Record<ProfileColumn, string | null>;

export interface ProfileRow {
  id: string;
  account: string;
  supplierId: string | null;
  source: string;
  avatar: string | null;
  version: number;
  values: ProfileValues;
}

type Stored = ProfileValues & {
  id: string;
  accountname: string;
  supplier_id: string | null;
  source: string;
  avatar: string | null;
  version: number;
};

/**
 * An account's profile, by id or by account name. Runs as owner: suppliers hold no right to the table, so whoever asks must have
 * been found to be the person, or to hold the right to look.
 */
export async function selectProfile(
  connection: Connection,
  wanted: { id: string } | { account: string },
): Promise<ProfileRow | null> {
  const which =
    "id" in wanted
      ? sql`id = ${wanted.id}::uuid`
      : sql`tenant_id = 1 and lower(accountname) = lower(${wanted.account})`;
  const { rows } = await sql<Stored>`
    select id, accountname, supplier_id, source, avatar, version, ${sql.join(PROFILE_COLUMNS.map((name) => sql.ref(name)))}
    from app_user where ${which} and state <> 'deleted'`.execute(connection);
  const [row] = rows;
  if (!row) return null;
  const { id, accountname, supplier_id, source, avatar, version, ...values } = row;
  return { id, account: accountname, supplierId: supplier_id, source, avatar, version, values };
}

/**
 * Stores what changed in the own profile, at the version the person saw.
 * @returns false when somebody else changed the account meanwhile
 */
export async function updateProfile(
  connection: Connection,
  own: { id: string; version: number; at: string; changed: Partial<ProfileValues>; search: SearchDocument },
): Promise<boolean> {
  const sets = PROFILE_COLUMNS.flatMap((name) =>
    name in own.changed ? [sql`${sql.ref(name)} = ${own.changed[name] ?? null}`] : [],
  );
  const { rows } = await sql`update app_user set ${sql.join([
    ...sets,
    sql`search_text = ${own.search.text}`,
    sql`search_grams = ${own.search.grams}::text[]`,
    sql`version = version + 1`,
    sql`updated_by = ${own.id}`,
    sql`updated_at = ${own.at}`,
  ])} where id = ${own.id} and version = ${own.version} returning id`.execute(connection);
  return rows.length > 0;
}

/** The picture of an account, by its name; null when there is none, or another one by now. */
export async function selectAvatar(
  connection: Connection,
  userId: string,
): Promise<{ name: string; supplierId: string | null; picture: Uint8Array } | null> {
  const { rows } = await sql<{ avatar: string; supplier_id: string | null; picture: Uint8Array }>`
    select u.avatar, u.supplier_id, a.picture from user_avatar a join app_user u on u.id = a.user_id
    where a.user_id = ${userId} and u.avatar is not null and u.state <> 'deleted'`.execute(connection);
  const [row] = rows;
  return row ? { name: row.avatar, supplierId: row.supplier_id, picture: row.picture } : null;
}

/** Puts a picture in the place of the present one, or takes it away. */
export async function storeAvatar(
  connection: Connection,
  userId: string,
  given: { name: string; picture: Uint8Array; at: string } | null,
): Promise<void> {
  if (given) {
    await sql`insert into user_avatar (user_id, picture, stored_at) values (${userId}, ${Buffer.from(given.picture)}, ${given.at})
      on conflict (user_id) do update set picture = excluded.picture, stored_at = excluded.stored_at`.execute(
      connection,
    );
  } else {
    await sql`delete from user_avatar where user_id = ${userId}`.execute(connection);
  }
  await sql`update app_user set avatar = ${given?.name ?? null} where id = ${userId}`.execute(connection);
}

/** Accounts of one supplier that are not deleted, by name. */
export async function selectColleagues(
  connection: Connection,
  supplierId: string,
): Promise<
  {
    id: string;
    account: string;
    name: string;
    phone: string | null;
    state: string;
    blockReason: string | null;
    version: number;
    lastSeen: string | null;
  }[]
> {
  const { rows } = await sql<{
    id: string;
    accountname: string;
    username: string;
    phone: string | null;
    state: string;
    block_reason: string | null;
    version: number;
    last_seen: string | null;
  }>`select u.id, u.accountname, u.username, u.phone, u.state, u.block_reason, u.version,
      (select max(s.last_seen_at) from session s where s.user_id = u.id) as last_seen
    from app_user u where u.supplier_id = ${supplierId} and u.state <> 'deleted'
    order by u.accountname collate "C" limit 200`.execute(connection);
  return rows.map((row) => ({
    id: row.id,
    account: row.accountname,
    name: row.username,
    phone: row.phone,
    state: row.state,
    blockReason: row.block_reason,
    version: row.version,
    lastSeen: row.last_seen,
  }));
}

/** Blocks an account of that supplier and ends its sessions. @returns false when it is not there, or blocked already */
export async function blockColleague(
  connection: Connection,
  wanted: { id: string; supplierId: string; reason: string; by: string; at: string },
): Promise<boolean> {
  const { rows } =
    await sql`update app_user set state = 'blocked', previous_state = state, block_reason = ${wanted.reason}, stopped_at = ${wanted.at}, version = version + 1,
      updated_by = ${wanted.by}, updated_at = ${wanted.at}
    where id = ${wanted.id} and supplier_id = ${wanted.supplierId} and state in ('active', 'locked') returning id`.execute(
      connection,
    );
  if (rows.length === 0) return false;
  await sql`update session set ended_at = ${wanted.at}, end_reason = 'blocked'
    where user_id = ${wanted.id} and ended_at is null`.execute(connection);
  return true;
}

/** What a person did last, newest first. */
export async function selectActivity(
  connection: Connection,
  userId: string,
  limit: number,
): Promise<{ at: string; entity: string; recordId: string; number: string | null; label: string }[]> {
  const { rows } = await sql<{
    at: string;
    entity: string;
    record_id: string;
    record_number: string | null;
    label: string;
  }>`select at, entity, record_id, record_number, label from audit_log where user_id = ${userId}
    order by at desc, id desc limit ${limit}`.execute(connection);
  return rows.map((row) => ({
    at: row.at,
    entity: row.entity,
    recordId: row.record_id,
    number: row.record_number,
    label: row.label,
  }));
}

/** Names of roles and of the rows of the personal scope, for reading. */
export async function selectRights(
  connection: Connection,
  userId: string,
): Promise<{ roles: { code: string; name: string }[]; scopes: { kind: string; name: string }[] }> {
  const roles = await sql<{ code: string; name: string }>`
    select r.code, r.name from user_role ur join role r on r.code = ur.role_code
    where ur.user_id = ${userId} and r.enabled order by r.rank desc, r.code`.execute(connection);
  const scopes = await sql<{ kind: string; name: string }>`
    select s.kind, coalesce(f.name, g.name, m.name) as name from user_scope s
    left join factory f on s.kind = 'factory' and f.id = s.target_id
    left join purchase_group g on s.kind = 'purchase_group' and g.id = s.target_id
    left join material_type m on s.kind = 'material_type' and m.id = s.target_id
    where s.user_id = ${userId} and coalesce(f.name, g.name, m.name) is not null
    order by s.kind, coalesce(f.code, g.code, m.code) collate "C"`.execute(connection);
  return { roles: roles.rows, scopes: scopes.rows };
}

/** Number by which a supplier is known. */
export async function selectSupplierCode(connection: Connection, supplierId: string): Promise<string | null> {
  const { rows } = await sql<{ code: string | null }>`select code from supplier where id = ${supplierId}`.execute(
    connection,
  );
  return rows[0]?.code ?? null;
}
