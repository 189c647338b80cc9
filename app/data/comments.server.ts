import { sql } from "kysely";
import type { Connection } from "./database.server";

/** A comment as it was written. `body` names people as `@{id}`, so that it reads right whatever they are called later. */
export interface NewComment {
  id: string;
  at: string;
  userId: string;
  userName: string;
  userSupplierId: string | null;
  entity: string;
  recordId: string;
  body: string;
  staffOnly: boolean;
  mentions: readonly string[];
  /** Suppliers that may read it. */
  suppliers: readonly string[];
}

/** Adds a comment; there is no grant to change or remove one. */
export async function insertComment(connection: Connection, row: NewComment): Promise<void> {
  await sql`insert into record_comment (id, at, user_id, user_name, user_supplier_id, entity, record_id, body, staff_only, mentions, suppliers)
    values (${row.id}, ${row.at}, ${row.userId}, ${row.userName}, ${row.userSupplierId}, ${row.entity}, ${row.recordId}, ${row.body}, ${row.staffOnly}, ${[...row.mentions]}::uuid[], ${[...row.suppliers]}::uuid[])`.execute(
    connection,
  );
}

export interface CommentRow {
  id: string;
  at: string;
  userId: string;
  userName: string;
  userSupplierId: string | null;
  body: string;
  staffOnly: boolean;
  mentions: string[];
  /** Present names of the people the body names, by id. */
  names: Readonly<Record<string, string>>;
}

/**
 * The newest comments of a record, newest first, and how many there are in all. `supplierId` narrows to what that supplier
 * may read; the policy of the table says the same.
 */
export async function selectComments(
  connection: Connection,
  wanted: { entity: string; recordId: string; supplierId: string | null; limit: number; offset?: number },
): Promise<{ rows: CommentRow[]; total: number }> {
  const wall = wanted.supplierId ? sql`and not staff_only and ${wanted.supplierId}::uuid = any (suppliers)` : sql``;
  const { rows } = await sql<{
    id: string;
    at: string;
    user_id: string;
    user_name: string;
    user_supplier_id: string | null;
    body: string;
    staff_only: boolean;
    mentions: string[];
    names: Record<string, string> | null;
    total: number;
  }>`select id, at, user_id, user_name, user_supplier_id, body, staff_only, mentions::text[] as mentions,
      (select jsonb_object_agg(u.id, u.username) from app_user_title u where u.id = any (c.mentions)) as names,
      count(*) over ()::int as total
    from record_comment c where record_id = ${wanted.recordId} and entity = ${wanted.entity} ${wall}
    order by at desc, id desc limit ${wanted.limit} offset ${wanted.offset ?? 0}`.execute(connection);
  return {
    total: rows[0]?.total ?? 0,
    rows: rows.map((row) => ({
      id: row.id,
      at: row.at,
      userId: row.user_id,
      userName: row.user_name,
      userSupplierId: row.user_supplier_id,
      body: row.body,
      staffOnly: row.staff_only,
      mentions: row.mentions,
      names: row.names ?? {},
    })),
  };
}
