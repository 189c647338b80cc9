import { sql } from "kysely";
import type { Connection } from "./database.server";

/*
 * Who wrote a document that somebody else decides on: a row for each of the staff who changed its content or submitted it. Suppliers hold
 * no right to it; what they decide on is never written by one of their own side.
 */

/**
 * Notes that a person wrote a document.
 * @param row.isContent what was accepted before is another matter from now on: who wrote only that is let go
 */
export async function noteHand(
  connection: Connection,
  row: { entity: string; recordId: string; userId: string; at: string; isContent: boolean },
): Promise<void> {
  const { entity, recordId, userId, at, isContent } = row;
  await sql`
    with gone as (
      delete from document_hand where record_id = ${recordId} and accepted and ${isContent} and user_id <> ${userId}
    )
    insert into document_hand (record_id, user_id, entity, accepted, at) values (${recordId}, ${userId}, ${entity}, false, ${at})
    on conflict (record_id, user_id) do update set accepted = false, at = excluded.at`.execute(connection);
}

/** Notes that what the document says was accepted, or turned back after all. */
export async function markHands(connection: Connection, recordId: string, accepted: boolean): Promise<void> {
  await sql`update document_hand set accepted = ${accepted} where record_id = ${recordId}`.execute(connection);
}

/** Lets go of all who wrote a document: what follows is another matter. */
export async function dropHands(connection: Connection, recordId: string): Promise<void> {
  await sql`delete from document_hand where record_id = ${recordId}`.execute(connection);
}

/** Everybody who wrote a document. */
export async function selectHands(connection: Connection, recordId: string): Promise<string[]> {
  const { rows } = await sql<{ user_id: string }>`
    select user_id from document_hand where record_id = ${recordId}`.execute(connection);
  return rows.map(({ user_id }) => user_id);
}
