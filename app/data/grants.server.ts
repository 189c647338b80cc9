import { sql } from "kysely";
import { STOPPED } from "./access.server";
import type { ScopeKind } from "./accounts.server";
import { likeText } from "./condition-sql.server";
import type { Connection } from "./database.server";

/** An account whose roles and scopes are looked at or changed. */
export interface AssigneeRow {
  id: string;
  account: string;
  name: string;
  userType: "internal" | "supplier";
  supplierName: string | null;
  state: string;
  rank: number;
  version: number;
  factoryScope: "all" | "listed";
  groupScope: "all" | "listed";
  materialScope: "all" | "listed";
  mainGroupId: string | null;
}

/** One account by id or account name; `lock` makes other changes of it wait. */
export async function selectAssignee(
  connection: Connection,
  by: { id: string } | { account: string },
  lock = false,
): Promise<AssigneeRow | null> {
  const which = "id" in by ? sql`u.id = ${by.id}::uuid` : sql`lower(u.accountname) = lower(${by.account})`;
  const { rows } = await sql<AssigneeRow>`
    select u.id, u.accountname as account, u.username as name, u.user_type as "userType", u.state, u.rank, u.version,
      (select s.name from supplier s where s.id = u.supplier_id) as "supplierName",
      u.factory_scope as "factoryScope", u.purchase_group_scope as "groupScope", u.material_scope as "materialScope",
      u.purchase_group_id as "mainGroupId"
    from app_user u where u.tenant_id = 1 and ${which} ${lock ? sql`for update` : sql``}`.execute(connection);
  return rows[0] ?? null;
}

/** A role, and the grant of it to one person where there is one. Days are text. */
export interface RoleRow {
  code: string;
  name: string;
  audience: "internal" | "supplier";
  rank: number;
  enabled: boolean;
}
export interface GrantRow extends RoleRow {
  from: string | null;
  until: string | null;
  grantedBy: string | null;
}

/** All roles, the highest first. */
export async function selectRoles(connection: Connection): Promise<RoleRow[]> {
  const { rows } =
    await sql<RoleRow>`select code, name, audience, rank, enabled from role order by rank desc, code`.execute(
      connection,
    );
  return rows;
}

/** Roles given to a person, also those whose days are not come or over. */
export async function selectGrants(connection: Connection, userId: string): Promise<GrantRow[]> {
  const { rows } = await sql<GrantRow>`
    select r.code, r.name, r.audience, r.rank, r.enabled, g.valid_from::text as "from", g.valid_until::text as until,
      (select username from app_user b where b.id = g.granted_by) as "grantedBy"
    from user_role g join role r on r.code = g.role_code where g.user_id = ${userId} order by r.rank desc, r.code`.execute(
    connection,
  );
  return rows;
}

/** A grant that ends on a day to come, of somebody who may sign in. */
export interface EndingGrant {
  userId: string;
  code: string;
  role: string;
  until: string;
  by: string | null;
}

/** Grants with a last day, from a day on. */
export async function selectEndingGrants(connection: Connection, today: string): Promise<EndingGrant[]> {
  const { rows } = await sql<EndingGrant>`
    select g.user_id as "userId", r.code, r.name as role, g.valid_until::text as until, g.granted_by as by
    from user_role g join role r on r.code = g.role_code join app_user u on u.id = g.user_id
    where g.valid_until >= ${today}::date and r.enabled and u.state in ('active', 'locked')
    order by g.user_id, r.code`.execute(connection);
  return rows;
}

/** Pairs of roles that nobody may hold together. */
export async function selectExclusive(connection: Connection): Promise<{ one: string; other: string }[]> {
  const { rows } = await sql<{ one: string; other: string }>`select role_code as one, other_code as other
    from role_exclusive order by 1, 2`.execute(connection);
  return rows;
}

/** Gives a role, or changes the days of one already given. */
export async function upsertGrant(
  connection: Connection,
  grant: { userId: string; role: string; from: string | null; until: string | null; by: string | null; at: string },
): Promise<void> {
  await sql`insert into user_role (user_id, role_code, valid_from, valid_until, granted_by, granted_at)
    values (${grant.userId}, ${grant.role}, ${grant.from}::date, ${grant.until}::date, ${grant.by}, ${grant.at})
    on conflict (user_id, role_code) do update set valid_from = excluded.valid_from, valid_until = excluded.valid_until,
      granted_by = excluded.granted_by, granted_at = excluded.granted_at`.execute(connection);
}

/** A role that waits for a second person, with the days it is to count on. */
export interface GrantProposal {
  code: string;
  from: string | null;
  until: string | null;
  by: string;
}

/** What others proposed to give a person and nobody has confirmed. */
export async function selectProposals(connection: Connection, userId: string): Promise<GrantProposal[]> {
  const { rows } =
    await sql<GrantProposal>`select r.code, p.valid_from::text as "from", p.valid_until::text as until, p.proposed_by as by
    from app_user_grant_proposals p join role r on r.id = p.role_id where p.root_id = ${userId} order by p.line_no`.execute(
      connection,
    );
  return rows;
}

/** Notes a proposal in the place of one for the same role. */
export async function upsertProposal(
  connection: Connection,
  proposal: GrantProposal & { id: string; userId: string; at: string },
): Promise<void> {
  await takeProposals(connection, proposal.userId, proposal.code);
  await sql`insert into app_user_grant_proposals (id, root_id, line_no, role_id, valid_from, valid_until, proposed_by, proposed_at)
    select ${proposal.id}::uuid, ${proposal.userId}::uuid,
      1 + coalesce((select max(line_no) from app_user_grant_proposals where root_id = ${proposal.userId}), 0),
      id, ${proposal.from}::date, ${proposal.until}::date, ${proposal.by}::uuid, ${proposal.at}::timestamptz
    from role where code = ${proposal.code}`.execute(connection);
}

/** Forgets what was proposed for a person, or for one role of it. */
export async function takeProposals(connection: Connection, userId: string, code?: string): Promise<void> {
  await sql`delete from app_user_grant_proposals where root_id = ${userId}
    ${code === undefined ? sql`` : sql`and role_id = (select id from role where code = ${code})`}`.execute(connection);
}

/** Whether somebody else could confirm today: holds one of the roles, and is neither of these people. */
export async function hasOtherHolder(
  connection: Connection,
  asked: { roles: readonly string[]; except: readonly string[]; today: string },
): Promise<boolean> {
  const { rows } = await sql`select 1 from user_role g join app_user u on u.id = g.user_id
    where g.role_code = any (${asked.roles}::text[]) and u.id <> all (${asked.except}::uuid[]) and u.state in ('active', 'locked')
      and coalesce(g.valid_from <= ${asked.today}::date, true) and coalesce(g.valid_until >= ${asked.today}::date, true) limit 1`.execute(
    connection,
  );
  return rows.length > 0;
}

export async function takeGrant(connection: Connection, userId: string, role: string): Promise<void> {
  await sql`delete from user_role where user_id = ${userId} and role_code = ${role}`.execute(connection);
}

/** What a person may be limited to, as a tree: groups of rows are not chosen themselves. */
export interface ScopeNode {
  id: string;
  parentId: string | null;
  code: string;
  name: string;
  /** False for the company above factories, the organisation above groups. */
  choosable: boolean;
  enabled: boolean;
}

const TREES = {
  factory: sql`
    select id, null::uuid as "parentId", code, name, false as choosable, enabled from company
    union all select id, company_id, code, name, true, enabled from factory`,
  material_type: sql`select id, parent_id as "parentId", code, name, true as choosable, enabled from material_type`,
  purchase_group: sql`
    select id, parent_id as "parentId", code, name, false as choosable, true as enabled from purchase_org
    union all select id, purchase_org_id, code, name, true, enabled from purchase_group`,
};

/** All rows of a kind of scope with what stands above them, by code. */
export async function selectScopeNodes(connection: Connection, kind: ScopeKind): Promise<ScopeNode[]> {
  const { rows } = await sql<ScopeNode>`select * from (${TREES[kind]}) nodes order by code, id`.execute(connection);
  return rows;
}

export async function selectScopeIds(connection: Connection, userId: string, kind: ScopeKind): Promise<string[]> {
  const { rows } = await sql<{
    id: string;
  }>`select target_id as id from user_scope where user_id = ${userId} and kind = ${kind} order by 1`.execute(
    connection,
  );
  return rows.map(({ id }) => id);
}

const MODE_COLUMNS = {
  factory: "factory_scope",
  material_type: "material_scope",
  purchase_group: "purchase_group_scope",
};

/** Replaces the list of one kind of scope. */
export async function upsertScope(
  connection: Connection,
  scope: { userId: string; kind: ScopeKind; mode: "all" | "listed"; add: readonly string[]; remove: readonly string[] },
): Promise<void> {
  const { userId, kind, mode, add, remove } = scope;
  await sql`update app_user set ${sql.ref(MODE_COLUMNS[kind])} = ${mode} where id = ${userId}`.execute(connection);
  await sql`delete from user_scope where user_id = ${userId} and kind = ${kind} and target_id = any (${[...remove]}::uuid[])`.execute(
    connection,
  );
  await sql`insert into user_scope (user_id, kind, target_id) select ${userId}, ${kind}, unnest(${[...add]}::uuid[])
    on conflict do nothing`.execute(connection);
}

export async function upsertMainGroup(connection: Connection, userId: string, groupId: string | null): Promise<void> {
  await sql`update app_user set purchase_group_id = ${groupId} where id = ${userId}`.execute(connection);
}

/** Counts a change of the account's rights as a change of the account. */
export async function raiseAccountVersion(
  connection: Connection,
  change: { userId: string; by: string | null; at: string },
): Promise<void> {
  await sql`update app_user set version = version + 1, updated_by = ${change.by}, updated_at = ${change.at}
    where id = ${change.userId}`.execute(connection);
}

/** Which roles give an action on a permission, and whether its menu entry or right is not stopped. */
export async function selectPermissionRoles(
  connection: Connection,
  permission: string,
  action: string,
): Promise<{ exists: boolean; enabled: boolean; roles: string[] }> {
  const resources = await sql<{ enabled: boolean }>`${STOPPED}
    select r.id not in (select id from stopped) and (r.allowed_actions is null or jsonb_exists(r.allowed_actions, ${action})) as enabled
    from resource r where r.name = ${permission}`.execute(connection);
  const roles = await sql<{ code: string }>`select role_code as code from role_permission
    where permission_id = ${permission} and action = ${action}`.execute(connection);
  return {
    exists: resources.rows.length > 0,
    enabled: resources.rows[0]?.enabled ?? false,
    roles: roles.rows.map(({ code }) => code),
  };
}

/** Roles of several people, by person. */
export async function selectRolesOf(
  connection: Connection,
  userIds: readonly string[],
): Promise<{ userId: string; code: string; name: string }[]> {
  const { rows } = await sql<{ userId: string; code: string; name: string }>`
    select g.user_id as "userId", r.code, r.name from user_role g join role r on r.code = g.role_code
    where g.user_id = any (${[...userIds]}::uuid[]) order by r.rank desc, r.code`.execute(connection);
  return rows;
}

/** People as others choose them: whom a list may name is said by the caller. */
export interface PeopleFilter {
  /** `internal`, `supplier`, or both. */
  types: readonly string[];
  /** Only people of this supplier. */
  supplierId: string | null;
  keyword: string;
  role: string | null;
  factoryId: string | null;
  groupId: string | null;
  states: readonly string[];
}
export interface PickedPerson {
  id: string;
  account: string;
  name: string;
  supplierName: string | null;
  position: string | null;
  avatar: string | null;
}

/** One page of people by name, and how many there are. */
export async function selectPeople(
  connection: Connection,
  filter: PeopleFilter,
  page: { limit: number; offset: number },
): Promise<{ rows: PickedPerson[]; total: number }> {
  const inScope = (kind: ScopeKind, mode: string, target: string) =>
    sql`and (${sql.ref(`u.${mode}`)} = 'all' or exists (select 1 from user_scope s where s.user_id = u.id and s.kind = ${kind} and s.target_id = ${target}::uuid))`;
  const matching = sql`from app_user u where u.tenant_id = 1 and u.user_type = any (${[...filter.types]}::text[])
    and u.state = any (${[...filter.states]}::text[])
    ${filter.supplierId ? sql`and u.supplier_id = ${filter.supplierId}::uuid` : sql``}
    ${filter.keyword ? sql`and (u.username ilike ${likeText(filter.keyword)} or u.accountname ilike ${likeText(filter.keyword)})` : sql``}
    ${filter.role ? sql`and exists (select 1 from user_role g where g.user_id = u.id and g.role_code = ${filter.role})` : sql``}
    ${filter.factoryId ? inScope("factory", "factory_scope", filter.factoryId) : sql``}
    ${filter.groupId ? inScope("purchase_group", "purchase_group_scope", filter.groupId) : sql``}`;
  const { rows } = await sql<PickedPerson>`select u.id, u.accountname as account, u.username as name,
    u.position, u.avatar, (select s.name from supplier s where s.id = u.supplier_id) as "supplierName" ${matching}
    order by u.username, u.id limit ${page.limit} offset ${page.offset}`.execute(connection);
  const counted = await sql<{ total: number }>`select count(*)::int as total ${matching}`.execute(connection);
  return { rows, total: counted.rows[0]?.total ?? 0 };
}
