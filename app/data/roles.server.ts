import { sql } from "kysely";
import type { Connection } from "./database.server";

/** The highest rank among roles that are in force; null for none. */
export async function highestRank(connection: Connection, codes: readonly string[]): Promise<number | null> {
  if (codes.length === 0) return null;
  const { rows } = await sql<{ rank: number | null }>`
    select max(rank) as rank from role where enabled and code in (${sql.join(codes)})`.execute(connection);
  return rows[0]?.rank ?? null;
}

/** How many accounts hold each role; deleted ones do not count. */
export async function countMembers(connection: Connection, codes: readonly string[]): Promise<Map<string, number>> {
  if (codes.length === 0) return new Map();
  const { rows } = await sql<{ code: string; count: number }>`
    select r.role_code as code, count(*)::int as count from user_role r join app_user u on u.id = r.user_id
    where r.role_code in (${sql.join(codes)}) and u.state <> 'deleted' group by r.role_code`.execute(connection);
  return new Map(rows.map((row) => [row.code, row.count]));
}

/** The same by id of the role. */
export async function countMembersById(connection: Connection, ids: readonly string[]): Promise<Map<string, number>> {
  if (ids.length === 0) return new Map();
  const { rows } = await sql<{ id: string; count: number }>`
    select r.id, count(u.id)::int as count from role r
    left join user_role g on g.role_code = r.code left join app_user u on u.id = g.user_id and u.state <> 'deleted'
    where r.id in (${sql.join(ids)}) group by r.id`.execute(connection);
  return new Map(rows.map((row) => [row.id, row.count]));
}

export interface MemberRow {
  id: string;
  account: string;
  name: string;
  supplier: string | null;
  state: string;
}

/** Accounts that hold a role, by account name. */
export async function selectMembers(
  connection: Connection,
  code: string,
  page: { limit: number; offset: number },
): Promise<MemberRow[]> {
  const { rows } = await sql<MemberRow>`
    select u.id, u.accountname as account, u.username as name, s.name as supplier, u.state
    from user_role r join app_user u on u.id = r.user_id left join supplier s on s.id = u.supplier_id
    where r.role_code = ${code} and u.state <> 'deleted'
    order by u.accountname limit ${page.limit} offset ${page.offset}`.execute(connection);
  return rows;
}

export interface RoleHead {
  code: string;
  name: string;
  audience: "internal" | "supplier";
  enabled: boolean;
}

export async function findRole(connection: Connection, code: string): Promise<RoleHead | null> {
  const { rows } = await sql<RoleHead>`select code, name, audience, enabled from role where code = ${code}`.execute(
    connection,
  );
  return rows[0] ?? null;
}

/** All roles, the highest first. */
export async function selectRoleHeads(connection: Connection): Promise<RoleHead[]> {
  const { rows } = await sql<RoleHead>`select code, name, audience, enabled from role order by rank desc, code`.execute(
    connection,
  );
  return rows;
}

/** Rights of a role as `permission.action`. */
export async function selectGrants(connection: Connection, code: string): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select permission_id || '.' || action as name from role_permission where role_code = ${code}`.execute(connection);
  return rows.map((row) => row.name);
}

export interface Grant {
  permission: string;
  action: string;
}

/** Takes rights from a role and gives it others. */
export async function changeGrants(
  connection: Connection,
  code: string,
  changes: { added: readonly Grant[]; removed: readonly Grant[] },
): Promise<void> {
  const rows = (grants: readonly Grant[]) =>
    sql`jsonb_to_recordset(${JSON.stringify(grants)}::jsonb) as g(permission text, action text)`;
  if (changes.removed.length > 0)
    await sql`delete from role_permission p using ${rows(changes.removed)}
      where p.role_code = ${code} and p.permission_id = g.permission and p.action = g.action`.execute(connection);
  if (changes.added.length > 0)
    await sql`insert into role_permission (role_code, permission_id, action)
      select ${code}, permission, action from ${rows(changes.added)} on conflict do nothing`.execute(connection);
}

/** How many accounts hold this role and each of the others, whatever the days; deleted accounts hold none. */
export async function countHoldersOfBoth(
  connection: Connection,
  code: string,
  others: readonly string[],
): Promise<Map<string, number>> {
  if (others.length === 0) return new Map();
  const { rows } = await sql<{ code: string; count: number }>`
    select b.role_code as code, count(*)::int as count from user_role a
    join user_role b on b.user_id = a.user_id and b.role_code = any (${[...others]}::text[])
    where a.role_code = ${code} group by b.role_code`.execute(connection);
  return new Map(rows.map((row) => [row.code, row.count]));
}

/** Adds and takes away pairs of roles that exclude each other; each pair stands once, in order of its codes. */
export async function upsertExclusive(
  connection: Connection,
  code: string,
  changes: { added: readonly string[]; removed: readonly string[] },
): Promise<void> {
  const { added, removed } = changes;
  if (removed.length > 0)
    await sql`delete from role_exclusive where (role_code = ${code} and other_code = any (${[...removed]}::text[]))
      or (other_code = ${code} and role_code = any (${[...removed]}::text[]))`.execute(connection);
  if (added.length > 0)
    await sql`insert into role_exclusive (role_code, other_code)
      select least(${code}::text, o), greatest(${code}::text, o) from unnest(${[...added]}::text[]) as o on conflict do nothing`.execute(
      connection,
    );
}

/** Accounts that hold a role and can sign in or be let in again. */
export async function selectMemberIds(connection: Connection, code: string): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select u.id from user_role r join app_user u on u.id = r.user_id
    where r.role_code = ${code} and u.state <> 'deleted'`.execute(connection);
  return rows.map((row) => row.id);
}

/** What the matrix of rights is drawn from: every resource, stopped ones too. */
export interface RightRow {
  /** The permission name, as in the menu tree. */
  id: string;
  parent_id: string;
  type: "top" | "dir" | "menu" | "link" | "perm";
  name: string;
  title: string;
  /** The actions it has; null for all that make sense. */
  actions: string[] | null;
}

export async function selectRights(connection: Connection): Promise<RightRow[]> {
  const { rows } = await sql<RightRow>`
    select r.name as id, coalesce(p.name, '0') as parent_id, r.type, r.name, r.title, r.allowed_actions as actions
    from resource r left join resource p on p.id = r.parent_id order by r.sort_no, r.name`.execute(connection);
  return rows;
}
