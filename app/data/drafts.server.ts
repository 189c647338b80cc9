import { sql } from "kysely";
import type { Connection } from "./database.server";

/** What was typed into a form and not yet saved. */
export interface DraftRow {
  id: string;
  userId: string;
  /** Path of the form below the base path. */
  address: string;
  title: string;
  body: unknown;
  savedAt: string;
}

interface StoredDraft {
  id: string;
  user_id: string;
  address: string;
  title: string;
  body: unknown;
  saved_at: string;
}

function draftOf(row: StoredDraft): DraftRow {
  const { id, address, title, body } = row;
  return { id, userId: row.user_id, address, title, body, savedAt: row.saved_at };
}

/**
 * Keeps a draft in the place of what was kept under the same id, as far as that is of the same person and form.
 * @returns false when the id belongs to somebody or something else; nothing is kept then
 */
export async function upsertDraft(connection: Connection, draft: DraftRow): Promise<boolean> {
  const body = JSON.stringify(draft.body);
  // An id that is taken is left alone first: one of somebody else must not even be noticed as such.
  const made = await sql`
    insert into form_draft (id, user_id, address, title, body, saved_at)
    values (${draft.id}, ${draft.userId}, ${draft.address}, ${draft.title}, ${body}::jsonb, ${draft.savedAt})
    on conflict (id) do nothing`.execute(connection);
  if (made.numAffectedRows === 1n) return true;
  const changed = await sql`
    update form_draft set title = ${draft.title}, body = ${body}::jsonb, saved_at = ${draft.savedAt}
    where id = ${draft.id} and user_id = ${draft.userId} and address = ${draft.address}`.execute(connection);
  return changed.numAffectedRows === 1n;
}

export interface TrimDraftsInput {
  userId: string;
  address: string;
  most: number;
  keep: string;
}

/** Purges the oldest drafts of this person and form beyond so many; `keep` always stays. */
export async function trimDrafts(
  connection: Connection,
  { userId, address, most, keep }: TrimDraftsInput,
): Promise<void> {
  await sql`
    delete from form_draft where id in (
      select id from form_draft where user_id = ${userId} and address = ${address} and id <> ${keep}
      order by saved_at desc, id desc offset ${Math.max(0, most - 1)}
    )`.execute(connection);
}

/** The draft with that id, if it is of this person and form. */
export async function selectDraft(
  connection: Connection,
  userId: string,
  address: string,
  id: string,
): Promise<DraftRow | null> {
  const { rows } = await sql<StoredDraft>`
    select id, user_id, address, title, body, saved_at from form_draft
    where id = ${id} and user_id = ${userId} and address = ${address}`.execute(connection);
  return rows[0] ? draftOf(rows[0]) : null;
}

/** Drafts of this person for a form with what stands in them, newest first. */
export async function selectDraftsOf(
  connection: Connection,
  userId: string,
  address: string,
  limit: number,
): Promise<DraftRow[]> {
  const { rows } = await sql<StoredDraft>`
    select id, user_id, address, title, body, saved_at from form_draft
    where user_id = ${userId} and address = ${address} order by saved_at desc, id desc limit ${limit}`.execute(
    connection,
  );
  return rows.map(draftOf);
}

/** Drafts of this person, newest first. */
export async function selectDrafts(connection: Connection, userId: string, limit: number): Promise<DraftRow[]> {
  const { rows } = await sql<StoredDraft>`
    select id, user_id, address, title, '{}'::jsonb as body, saved_at from form_draft
    where user_id = ${userId} order by saved_at desc limit ${limit}`.execute(connection);
  return rows.map(draftOf);
}

/** Purges a draft of this person; one that is not there is no error. */
export async function deleteDraft(connection: Connection, userId: string, id: string): Promise<void> {
  await sql`delete from form_draft where user_id = ${userId} and id = ${id}`.execute(connection);
}

/** Purges drafts kept before the instant; called by a job. */
export async function purgeDrafts(connection: Connection, before: string): Promise<void> {
  await sql`delete from form_draft where saved_at < ${before}`.execute(connection);
}
