import { sql } from "kysely";
import type { Connection } from "./database.server";

export interface ActorRow {
  id: string;
  account: string;
  name: string;
  supplierId: string | null;
  supplierName: string | null;
  factoryScope: string;
  groupScope: string;
  materialScope: string;
  avatar: string | null;
  mainGroup: string | null;
  /** Named as the one in charge of a group of jobs. */
  ownsJobs: boolean;
}

/** What is stopped takes everything below it along; a circle ends because no row is counted twice. */
export const STOPPED = sql`with recursive stopped (id) as (
  select id from resource where not enabled
  union select r.id from resource r join stopped s on r.parent_id = s.id)`;

/**
 * A person with roles, permissions and personal scope, as one request of the access cache needs it. A grant counts on the
 * days it is given for; a material type covers the types below it.
 */
export async function selectActor(
  connection: Connection,
  userId: string,
  today: string,
): Promise<{
  user: ActorRow;
  roles: string[];
  /** The highest rank among them. */
  rank: number;
  permissions: RoleRight[];
  scopes: { kind: string; target: string }[];
  /** Path of the page the person lands on after signing in: of the highest role that names one it may open. */
  home: string | null;
} | null> {
  const users = await sql<{
    id: string;
    accountname: string;
    username: string;
    supplier_id: string | null;
    supplier_name: string | null;
    factory_scope: string;
    purchase_group_scope: string;
    material_scope: string;
    avatar: string | null;
    purchase_group_id: string | null;
    owns_jobs: boolean;
  }>`select u.id, u.accountname, u.username, u.supplier_id, s.name as supplier_name, u.factory_scope, u.purchase_group_scope, u.material_scope, u.avatar, u.purchase_group_id,
      u.supplier_id is null and exists (select 1 from job_group g where g.owner_id = u.id) as owns_jobs
    from app_user u left join supplier s on s.id = u.supplier_id where u.id = ${userId}`.execute(connection);
  const user = users.rows[0];
  if (!user) return null;
  const roles = await sql<{
    code: string;
    rank: number;
    home: string | null;
    home_name: string | null;
  }>`select r.code, r.rank, h.path as home, h.name as home_name
    from user_role ur join role r on r.code = ur.role_code left join resource h on h.id = r.home_id and h.type = 'menu'
    where ur.user_id = ${userId} and coalesce(ur.valid_from <= ${today}::date, true) and coalesce(ur.valid_until >= ${today}::date, true) and r.enabled and r.audience = ${user.supplier_id ? "supplier" : "internal"} order by r.rank desc, r.code`.execute(
    connection,
  );
  const codes = roles.rows.map((row) => row.code);
  const permissions = await selectRoleRights(connection, codes);
  const opens = new Set(permissions.flatMap(({ id, action }) => (action === "query" ? [id] : [])));
  const scopes = await sql<{
    kind: string;
    target: string;
  }>`select kind, target_id as target from user_scope where user_id = ${userId}
    union select 'material_type', m.id from user_scope s join material_type m on m.parent_id = s.target_id
    where s.user_id = ${userId} and s.kind = 'material_type'`.execute(connection);
  return {
    user: {
      id: user.id,
      account: user.accountname,
      name: user.username,
      supplierId: user.supplier_id,
      supplierName: user.supplier_name,
      factoryScope: user.factory_scope,
      groupScope: user.purchase_group_scope,
      materialScope: user.material_scope,
      avatar: user.avatar,
      mainGroup: user.purchase_group_id,
      ownsJobs: user.owns_jobs,
    },
    roles: codes,
    rank: Math.max(0, ...roles.rows.map((row) => row.rank)),
    permissions,
    scopes: scopes.rows,
    home: roles.rows.find(({ home_name }) => home_name !== null && opens.has(home_name))?.home ?? null,
  };
}

export interface RoleRight {
  id: string;
  action: string;
  /** Data scopes of the roles that give it. */
  reach: string[];
}

/** What roles give together: rights on what is not stopped, as far as the entry still has the action. */
export async function selectRoleRights(connection: Connection, codes: readonly string[]): Promise<RoleRight[]> {
  if (codes.length === 0) return [];
  const { rows } = await sql<RoleRight>`${STOPPED}
    select permission_id as id, action, array_agg(distinct o.data_scope) as reach
    from role_permission p join role o on o.code = p.role_code where role_code in (${sql.join(codes)})
      and exists (select 1 from resource r where r.name = p.permission_id and r.id not in (select id from stopped)
        and (r.allowed_actions is null or jsonb_exists(r.allowed_actions, p.action)))
    group by permission_id, action`.execute(connection);
  return rows;
}

/** Of rights that come with no role those that are not stopped, as far as the entry still has the action; they reach everywhere. */
export async function selectRightsInUse(
  connection: Connection,
  rights: readonly { id: string; action: string }[],
): Promise<RoleRight[]> {
  if (rights.length === 0) return [];
  const { rows } = await sql<RoleRight>`${STOPPED}
    select p.id, p.action, array['all'] as reach from jsonb_to_recordset(${JSON.stringify(rights)}::jsonb) as p(id text, action text)
    where exists (select 1 from resource r where r.name = p.id and r.id not in (select id from stopped)
      and (r.allowed_actions is null or jsonb_exists(r.allowed_actions, p.action)))`.execute(connection);
  return rows;
}

/** A row of the menu tree. It is named by its permission name: that is its id on the wire, and in the tree. */
export interface ResourceRow {
  id: string;
  /** Name of the row above; `0` for none. */
  parent_id: string;
  type: "top" | "dir" | "menu" | "link" | "perm";
  name: string;
  title: string;
  path: string | null;
  component: string | null;
  redirect: string | null;
  icon: string | null;
  sort_no: number;
  show: boolean;
  hide_children: boolean;
  hidden_header_content: boolean;
  target: string | null;
  keep_tab: boolean;
}

/** The whole tree of menus and sub-permissions that are not stopped, in order. */
export async function selectResources(connection: Connection): Promise<ResourceRow[]> {
  const { rows } = await sql<ResourceRow>`${STOPPED}
    select r.name as id, coalesce(p.name, '0') as parent_id, r.type, r.name, r.title, r.path, r.component, r.redirect, r.icon, r.sort_no,
      r.show, r.hide_children, r.hidden_header_content, r.target, r.keep_tab
    from resource r left join resource p on p.id = r.parent_id
    where r.id not in (select id from stopped) order by r.sort_no, r.name`.execute(connection);
  return rows;
}

export interface NewResource {
  /** Name of the row above; null for none. */
  parent: string | null;
  type: ResourceRow["type"];
  name: string;
  title: string;
  path: string | null;
  component: string | null;
  sortNo: number;
  show: boolean;
}

/** Adds resources that are not there yet; what an administrator changed stays. Answers the names that were added. */
export async function addResources(connection: Connection, resources: readonly NewResource[]): Promise<Set<string>> {
  const known = await sql<{ name: string }>`select name from resource`.execute(connection);
  const names = new Set(known.rows.map((row) => row.name));
  const missing = resources.filter((one) => !names.has(one.name));
  if (missing.length === 0) return new Set();
  const given = sql`jsonb_to_recordset(${JSON.stringify(missing)}::jsonb)
    as g(parent text, type text, name text, title text, path text, component text, "sortNo" integer, show boolean)`;
  const { rows } = await sql<{ name: string }>`
    insert into resource (type, name, title, path, component, sort_no, show, built_in)
    select type, name, title, path, component, "sortNo", show, true from ${given} on conflict do nothing returning name`.execute(
    connection,
  );
  // Parents may have come with the same statement.
  await sql`update resource r set parent_id = p.id from ${given} join resource p on p.name = g.parent
    where r.name = g.name and r.name = any (${rows.map((row) => row.name)}::text[])`.execute(connection);
  return new Set(rows.map((row) => row.name));
}

/** Puts entries below another one, as far as they still stand where they are thought to be; all three are names. */
export async function moveResources(
  connection: Connection,
  moves: readonly { name: string; from: string; to: string }[],
): Promise<void> {
  if (moves.length === 0) return;
  await sql`update resource r set parent_id = g.id from jsonb_to_recordset(${JSON.stringify(moves)}::jsonb) as m(name text, "from" text, "to" text)
    join resource d on d.name = m."from" join resource g on g.name = m."to"
    where r.name = m.name and r.built_in and r.parent_id = d.id`.execute(connection);
}

/** Adds the program's own roles that are not there yet. */
export async function addRoles(
  connection: Connection,
  roles: readonly { code: string; name: string; audience: string; rank: number }[],
): Promise<void> {
  const rows = roles.map((role) => ({ ...role, scope: role.audience === "supplier" ? "supplier" : "granted" }));
  await sql`insert into role (code, name, audience, rank, data_scope, built_in)
    select code, name, audience, rank, scope, true
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as r(code text, name text, audience text, rank int, scope text)
    on conflict do nothing`.execute(connection);
}

export async function addGrants(
  connection: Connection,
  grants: readonly { role: string; permission: string; action: string }[],
): Promise<void> {
  if (grants.length === 0) return;
  await sql`insert into role_permission (role_code, permission_id, action)
    select role, permission, action from jsonb_to_recordset(${JSON.stringify(grants)}::jsonb) as g(role text, permission text, action text)
    on conflict do nothing`.execute(connection);
}

/** Every change of users, roles, grants or resources calls this; the next request of everybody sees it. */
export async function raisePermissionVersion(connection: Connection): Promise<void> {
  await sql`update permission_version set version = version + 1 where id = 1`.execute(connection);
}

/** Makes others who ask for this wait until the transaction ends. */
export async function lockAccess(connection: Connection): Promise<void> {
  await sql`select version from permission_version where id = 1 for update`.execute(connection);
}

export async function permissionVersion(connection: Connection): Promise<number> {
  const { rows } = await sql<{ version: number }>`select version from permission_version where id = 1`.execute(
    connection,
  );
  return rows[0]?.version ?? 0;
}

export async function countUsers(connection: Connection): Promise<number> {
  const { rows } = await sql<{ count: number }>`select count(*)::int as count from app_user`.execute(connection);
  return rows[0]?.count ?? 0;
}
