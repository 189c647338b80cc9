import { sql } from "kysely";
import type { Connection } from "./database.server";

/** A row of the menu tree as those who keep it see it: stopped and misplaced ones too. */
export interface TreeEntry {
  id: string;
  parent_id: string | null;
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
  target: string | null;
  enabled: boolean;
  built_in: boolean;
  /** Roles that hold any right on it. */
  roles: number;
}

/** The whole tree in menu order. */
export async function selectTree(connection: Connection): Promise<TreeEntry[]> {
  const { rows } = await sql<TreeEntry>`
    select r.id, r.parent_id, r.type, r.name, r.title, r.path, r.component, r.redirect, r.icon, r.sort_no, r.show, r.hide_children,
      r.target, r.enabled, r.built_in, coalesce(g.roles, 0)::int as roles
    from resource r left join (select permission_id, count(distinct role_code) as roles from role_permission group by permission_id) g
      on g.permission_id = r.name
    order by r.sort_no, r.name`.execute(connection);
  return rows;
}

/** Names of the roles that hold a right on an entry, the highest first. */
export async function selectHolders(connection: Connection, name: string): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select r.name from role r where exists (select 1 from role_permission p where p.role_code = r.code and p.permission_id = ${name})
    order by r.rank desc, r.code`.execute(connection);
  return rows.map((row) => row.name);
}

/** Who holds which right on an entry, the highest role first. */
export async function selectHolding(connection: Connection, name: string): Promise<{ action: string; role: string }[]> {
  const { rows } = await sql<{ action: string; role: string }>`
    select p.action, r.name as role from role_permission p join role r on r.code = p.role_code
    where p.permission_id = ${name} order by r.rank desc, r.code`.execute(connection);
  return rows;
}

/** The number behind the last entry below a parent. */
export async function lastSortNo(connection: Connection, parentId: string | null): Promise<number> {
  const { rows } = await sql<{ last: number | null }>`
    select max(sort_no) as last from resource where parent_id is not distinct from ${parentId}::uuid`.execute(
    connection,
  );
  return rows[0]?.last ?? 0;
}

/** Puts entries at their numbers; whoever has one of them open on a form learns that it changed. */
export async function updateSortNos(
  connection: Connection,
  places: readonly { id: string; sortNo: number }[],
  by: { userId: string | null; at: string },
): Promise<void> {
  if (places.length === 0) return;
  await sql`update resource r set sort_no = g."sortNo", version = r.version + 1, updated_by = ${by.userId}, updated_at = ${by.at}
    from jsonb_to_recordset(${JSON.stringify(places)}::jsonb) as g(id uuid, "sortNo" integer) where r.id = g.id`.execute(
    connection,
  );
}
