import { sql } from "kysely";
import { likeText } from "./condition-sql.server";
import type { Connection } from "./database.server";

/** Who may open one record, in the words of storage. Worked out by the engine from definition, record and wall. */
export interface ReaderRule {
  /** Permission ids of the screens that show the record; `get` on one of them is needed. */
  permissions: readonly string[];
  /** What the personal scope of staff is compared with, by kind; null: the record has no such value, only unlimited people see it. */
  scopes: readonly { kind: "factory" | "purchase_group" | "material_type"; target: string | null }[];
  /** People the record belongs to; null where whose it is does not count. */
  owners: readonly string[] | null;
  /** Suppliers whose people see the record. */
  suppliers: readonly string[];
  /** Narrows staff to these ids; null: all of them. */
  staff: readonly string[] | null;
  /** Whether accounts may be searched for; without it people are found by the names they are shown by. */
  byAccount: boolean;
  /** Business day: a role counts on the days it is given for. */
  today: string;
}

export interface Reader {
  id: string;
  name: string;
  account: string;
  supplierId: string | null;
}

const SCOPE_COLUMNS = {
  factory: "factory_scope",
  purchase_group: "purchase_group_scope",
  material_type: "material_scope",
} as const;

/**
 * People who may open a record, by name. Runs as owner: accounts and rights are closed to supplier logins, who get from here
 * only the names that the rule lets through.
 * @param by `inText`: whose name or account stands in the text behind an `@`; `like`: whose name, or account where that may be
 * searched for, holds these letters
 */
export async function selectReaders(
  connection: Connection,
  rule: ReaderRule,
  by: { inText: string } | { like: string },
  limit: number,
): Promise<Reader[]> {
  const named =
    "inText" in by
      ? sql`(position('@' || lower(u.username) in lower(${by.inText}::text)) > 0 or position('@' || lower(u.accountname) in lower(${by.inText}::text)) > 0)`
      : rule.byAccount
        ? sql`(u.username ilike ${likeText(by.like)} or u.accountname ilike ${likeText(by.like)})`
        : sql`u.username ilike ${likeText(by.like)}`;
  const listed = (kind: string, target: string | null) =>
    sql`exists (select 1 from user_scope s where s.user_id = u.id and s.kind = ${kind} and s.target_id = ${target}::uuid)`;
  const granted = rule.scopes.map(
    ({ kind, target }) => sql`and (${sql.ref(`u.${SCOPE_COLUMNS[kind]}`)} = 'all' or ${listed(kind, target)})`,
  );
  const group = rule.scopes.find(({ kind }) => kind === "purchase_group");
  // Whose a document is counts for documents alone; other rows are reached as the account says.
  const grouped =
    rule.owners && group
      ? sql`and (r.data_scope <> 'group' or u.purchase_group_id = ${group.target}::uuid or ${listed("purchase_group", group.target)})`
      : sql``;
  const owned = rule.owners ? sql`and (r.data_scope <> 'self' or u.id = any (${[...rule.owners]}::uuid[]))` : sql``;
  const reached = sql`(u.supplier_id is not null or r.data_scope = 'all' or (true ${sql.join(granted, sql` `)} ${grouped} ${owned}))`;
  const staff = rule.staff ? sql`and u.id = any (${[...rule.staff]}::uuid[])` : sql``;
  const { rows } = await sql<{ id: string; username: string; accountname: string; supplier_id: string | null }>`
    select u.id, u.username, u.accountname, u.supplier_id from app_user u
    where u.state in ('active', 'locked') and ${named}
      and exists (
        select 1 from user_role ur join role r on r.code = ur.role_code join role_permission p on p.role_code = r.code
        where ur.user_id = u.id and coalesce(ur.valid_from <= ${rule.today}::date, true) and coalesce(ur.valid_until >= ${rule.today}::date, true) and r.enabled and r.audience = (case when u.supplier_id is null then 'internal' else 'supplier' end)
          and p.action = 'get' and p.permission_id = any (${[...rule.permissions]}::text[])
          and exists (select 1 from resource x where x.name = p.permission_id and x.enabled
            and (x.allowed_actions is null or jsonb_exists(x.allowed_actions, p.action)))
          and ${reached})
      and ((u.supplier_id is null ${staff}) or u.supplier_id = any (${[...rule.suppliers]}::uuid[]))
    order by u.username, u.accountname limit ${limit}`.execute(connection);
  return rows.map((row) => ({
    id: row.id,
    name: row.username,
    account: row.accountname,
    supplierId: row.supplier_id,
  }));
}
