import { sql } from "kysely";
import type { Connection } from "./database.server";

export interface Dismissal {
  kind: string;
  objectId: string;
  stage: string;
}

/** Which warnings about these records a person has put away. */
export async function selectDismissals(
  connection: Connection,
  userId: string,
  objectIds: readonly string[],
): Promise<Dismissal[]> {
  const { rows } = await sql<{ kind: string; object_id: string; stage: string }>`
    select kind, object_id, stage from warning_dismissal
    where user_id = ${userId} and object_id = any (${[...objectIds]}::uuid[])`.execute(connection);
  return rows.map((row) => ({ kind: row.kind, objectId: row.object_id, stage: row.stage }));
}

/** Remembers that a person has put warnings away; again is no error. */
export async function dismissWarnings(
  connection: Connection,
  wanted: { userId: string; kind: string; at: string; warnings: readonly { objectId: string; stage: string }[] },
): Promise<void> {
  const { userId, kind, at, warnings } = wanted;
  if (warnings.length === 0) return;
  const rows = warnings.map(
    ({ objectId, stage }) => sql`(${userId}::uuid, ${kind}, ${objectId}::uuid, ${stage}, ${at}::timestamptz)`,
  );
  await sql`insert into warning_dismissal (user_id, kind, object_id, stage, at) values ${sql.join(rows)}
    on conflict do nothing`.execute(connection);
}
