import { sql } from "kysely";
import type { Connection } from "./database.server";

/**
 * Takes a message somebody wrote back from all who have not read it; whoever reads it at the same moment keeps it.
 * @returns how many inboxes it was taken from
 */
export async function takeBackUnread(
  connection: Connection,
  wanted: { composedId: string; at: string; by: string | null },
): Promise<number> {
  // Rows the trigger of the view leaves alone are not counted.
  const { numAffectedRows } = await sql`update site_message
    set state = 'recalled', version = version + 1, updated_by = ${wanted.by}::uuid, updated_at = ${wanted.at}
    where composed_id = ${wanted.composedId} and state = 'unread'`.execute(connection);
  return Number(numAffectedRows ?? 0);
}

/** The record that a message in the portal is about; null where it is about none, or was written before that was kept. */
export async function selectSubject(
  connection: Connection,
  messageId: string,
): Promise<{ entity: string; recordId: string } | null> {
  const { rows } = await sql<{
    entity: string;
    recordId: string;
  }>`select entity, record_id as "recordId" from site_message
    where id = ${messageId} and entity is not null and record_id is not null`.execute(connection);
  return rows[0] ?? null;
}
