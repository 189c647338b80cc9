import { sql } from "kysely";
import type { Connection } from "./database.server";

/** What is kept of a record as it was shown: the comparison at its award, the page for those who decide elsewhere. */
export type SnapshotKind = "comparison" | "page";

export interface SnapshotOf {
  entity: string;
  recordId: string;
  kind: SnapshotKind;
}

export interface NewSnapshot extends SnapshotOf {
  id: string;
  cause: string;
  content: unknown;
  by: string | null;
  at: string;
}

/** A kept snapshot; `content` is parsed by who reads it. */
export interface SnapshotRow {
  id: string;
  version: number;
  cause: string;
  content: unknown;
  at: string;
}

/** Keeps one more; of one cause the first stays. */
export async function insertSnapshot(connection: Connection, row: NewSnapshot): Promise<void> {
  const { id, entity, recordId, kind, cause, content, by, at } = row;
  await sql`insert into record_snapshot (id, entity, record_id, kind, version, cause, content, made_by, made_at)
    values (${id}, ${entity}, ${recordId}, ${kind}, (select coalesce(max(s.version), 0) + 1 from record_snapshot s
      where s.entity = ${entity} and s.record_id = ${recordId} and s.kind = ${kind}),
      ${cause}, ${JSON.stringify(content)}::jsonb, ${by}, ${at})
    on conflict on constraint record_snapshot_cause do nothing`.execute(connection);
}

/** The one that was kept last. */
export async function newestSnapshot(connection: Connection, of: SnapshotOf): Promise<SnapshotRow | null> {
  const { rows } = await sql<SnapshotRow>`select id, version, cause, content, made_at as at from record_snapshot
    where entity = ${of.entity} and record_id = ${of.recordId} and kind = ${of.kind} order by version desc limit 1`.execute(
    connection,
  );
  return rows[0] ?? null;
}
