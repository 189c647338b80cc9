import { sql } from "kysely";
import type { Connection } from "./database.server";

export interface ResultPageRow {
  id: string;
  sessionHash: string;
  kind: "success" | "error";
  /** What the page shows; `engine/screen/result-page.server.ts` knows its shape. */
  body: unknown;
  expiresAt: string;
}

export async function insertResultPage(connection: Connection, page: ResultPageRow): Promise<void> {
  await sql`insert into result_page (id, session_hash, kind, body, expires_at)
    values (${page.id}, ${page.sessionHash}, ${page.kind}, ${JSON.stringify(page.body)}::jsonb, ${page.expiresAt})
    on conflict do nothing`.execute(connection);
}

/** The page of this session that still stands; null for anybody else's. */
export async function selectResultPage(
  connection: Connection,
  wanted: { id: string; sessionHash: string; now: string },
): Promise<{ kind: "success" | "error"; body: unknown } | null> {
  const { rows } = await sql<{ kind: "success" | "error"; body: unknown }>`
    select kind, body from result_page
    where id = ${wanted.id}::uuid and session_hash = ${wanted.sessionHash} and expires_at > ${wanted.now}::timestamptz`.execute(
    connection,
  );
  return rows[0] ?? null;
}

/** Removes pages that ran out; called by a job. */
export async function purgeResultPages(connection: Connection, before: string): Promise<void> {
  await sql`delete from result_page where expires_at < ${before}`.execute(connection);
}
