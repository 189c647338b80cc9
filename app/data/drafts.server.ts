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

/** Keeps a draft in the place of an older one of the same person and form. @returns id of the draft */
export async function upsertDraft(connection: Connection, draft: DraftRow): Promise<string> {
  const { rows } = await sql<{ id: string }>`
    insert into form_draft (id, user_id, address, title, body, saved_at)
    values (${draft.id}, ${draft.userId}, ${draft.address}, ${draft.title}, ${JSON.stringify(draft.body)}::jsonb, ${draft.savedAt})
    on conflict (user_id, address) do update set title = excluded.title, body = excluded.body, saved_at = excluded.saved_at
    returning id`.execute(connection);
  return rows[0]?.id ?? draft.id;
}

/** The draft of this person for a form, if there is one. */
export async function selectDraft(connection: Connection, userId: string, address: string): Promise<DraftRow | null> {
  const { rows } = await sql<StoredDraft>`
    select id, user_id, address, title, body, saved_at from form_draft
    where user_id = ${userId} and address = ${address}`.execute(connection);
  return rows[0] ? draftOf(rows[0]) : null;
}

/** Drafts of this person, newest first. */
export async function selectDrafts(connection: Connection, userId: string, limit: number): Promise<DraftRow[]> {
  const { rows } = await sql<StoredDraft>`
    select id, user_id, address, title, '{}'::jsonb as body, saved_at from form_draft
    where user_id = ${userId} order by saved_at desc limit ${limit}`.execute(connection);
  return rows.map(draftOf);
}

/** Forgets the draft of a form; one that is not there is no error. */
export async function deleteDraft(connection: Connection, userId: string, address: string): Promise<void> {
  await sql`delete from form_draft where user_id = ${userId} and address = ${address}`.execute(connection);
}

/** Forgets drafts kept before the instant; called by housekeeping. */
export async function forgetDrafts(connection: Connection, before: string): Promise<void> {
  await sql`delete from form_draft where saved_at < ${before}`.execute(connection);
}
