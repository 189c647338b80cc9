import { type RawBuilder, sql } from "kysely";
import type { Connection } from "./database.server";

/** For whom something is that the company tells: everybody of a kind, or those named by id. */
export interface Audience {
  kind: "all" | "internal" | "supplier_all" | "listed";
  /** All accounts of these suppliers, and of those of these classes. */
  suppliers: readonly string[];
  supplierClasses: readonly string[];
  /** Everybody who holds one of these roles on the day. */
  roles: readonly string[];
  /** Members of staff who see the rows of one of these factories. */
  factories: readonly string[];
  /** Accounts. */
  people: readonly string[];
}

const ids = (given: readonly string[]) => sql`${[...given]}::uuid[]`;

/** Suppliers that are named, one by one or by their class. */
export function namedSuppliers({ suppliers, supplierClasses }: Audience): RawBuilder<unknown> {
  return sql`select id from supplier where id = any (${ids(suppliers)}) or supplier_class_id = any (${ids(supplierClasses)})`;
}

/**
 * Whether the account `u` is addressed: it may sign in and belongs to the audience.
 * @param today business day by which roles are held
 */
export function isAddressed(audience: Audience, today: string): RawBuilder<unknown> {
  const { kind, roles, factories, people } = audience;
  return sql`u.state in ('active', 'locked') and case ${kind}::text
    when 'all' then true
    when 'internal' then u.supplier_id is null
    when 'supplier_all' then u.supplier_id is not null
    else u.id = any (${ids(people)}) or u.supplier_id in (${namedSuppliers(audience)})
      or exists (select 1 from user_role g join role r on r.code = g.role_code
        where g.user_id = u.id and r.enabled and r.id = any (${ids(roles)})
          and coalesce(g.valid_from <= ${today}::date, true) and coalesce(g.valid_until >= ${today}::date, true))
      or (u.supplier_id is null and cardinality(${ids(factories)}) > 0 and (u.factory_scope = 'all'
        or exists (select 1 from user_scope s where s.user_id = u.id and s.kind = 'factory' and s.target_id = any (${ids(factories)})))) end`;
}

/** Ids of the accounts an audience means today. */
export async function selectAudience(connection: Connection, audience: Audience, today: string): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`select u.id from app_user u where ${isAddressed(audience, today)}`.execute(
    connection,
  );
  return rows.map(({ id }) => id);
}
