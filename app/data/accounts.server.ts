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
