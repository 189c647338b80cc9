import { sql } from "kysely";
import type { Connection } from "./database.server";

/** A list as a person left it and named it. */
export interface SavedView {
  id: string;
  name: string;
  /** The query part of the list's address, without `?`. */
  query: string;
  isDefault: boolean;
}

/** What a person keeps about one list. */
export interface ListWork {
  /** Chosen columns in order; null when nothing was chosen. */
  columns: string[] | null;
  /** By name. */
  views: SavedView[];
}

/** Whose list: every statement names the person, because a member of staff reads without row-level security. */
export interface ListOwner {
  userId: string;
  /** `area/key`. */
  screen: string;
}

/** Columns and views of one person for one list, in one statement. */
export async function selectListWork(connection: Connection, { userId, screen }: ListOwner): Promise<ListWork> {
  const { rows } = await sql<{ columns: string[] | null; views: SavedView[] | null }>`
    select (select to_jsonb(c.columns) from list_columns c where c.user_id = ${userId} and c.screen = ${screen}) as columns,
      (select jsonb_agg(jsonb_build_object('id', v.id, 'name', v.name, 'query', v.query, 'isDefault', v.is_default) order by v.name)
        from saved_view v where v.user_id = ${userId} and v.screen = ${screen}) as views`.execute(connection);
  return { columns: rows[0]?.columns ?? null, views: rows[0]?.views ?? [] };
}

/** Keeps the columns a person chose. */
export async function upsertColumns(
  connection: Connection,
  { userId, screen }: ListOwner,
  columns: readonly string[],
): Promise<void> {
  await sql`insert into list_columns (user_id, screen, columns) values (${userId}, ${screen}, ${[...columns]}::text[])
    on conflict (user_id, screen) do update set columns = excluded.columns`.execute(connection);
}

/** Purges them: the list looks as it was defined. */
export async function deleteColumns(connection: Connection, { userId, screen }: ListOwner): Promise<void> {
  await sql`delete from list_columns where user_id = ${userId} and screen = ${screen}`.execute(connection);
}

/** @throws StorageError("unique") when the person has a view of that name on this list */
export async function insertView(
  connection: Connection,
  { userId, screen }: ListOwner,
  view: { id: string; name: string; query: string; at: string },
): Promise<void> {
  await sql`insert into saved_view (id, user_id, screen, name, query, created_at)
    values (${view.id}, ${userId}, ${screen}, ${view.name}, ${view.query}, ${view.at})`.execute(connection);
}

/**
 * Gives a view another name; false when the person has no such view.
 * @throws StorageError("unique") when another one is called so
 */
export async function renameView(
  connection: Connection,
  { userId, screen }: ListOwner,
  id: string,
  name: string,
): Promise<boolean> {
  const result =
    await sql`update saved_view set name = ${name} where id = ${id} and user_id = ${userId} and screen = ${screen}`.execute(
      connection,
    );
  return Number(result.numAffectedRows ?? 0) > 0;
}

/** False when the person has no such view. */
export async function deleteView(connection: Connection, { userId, screen }: ListOwner, id: string): Promise<boolean> {
  const result =
    await sql`delete from saved_view where id = ${id} and user_id = ${userId} and screen = ${screen}`.execute(
      connection,
    );
  return Number(result.numAffectedRows ?? 0) > 0;
}

/** Makes one view the default of its list, or none with null. Two statements: only one row may carry the mark. */
export async function upsertDefaultView(
  connection: Connection,
  { userId, screen }: ListOwner,
  id: string | null,
): Promise<void> {
  await sql`update saved_view set is_default = false where user_id = ${userId} and screen = ${screen} and is_default`.execute(
    connection,
  );
  if (id === null) return;
  await sql`update saved_view set is_default = true where id = ${id} and user_id = ${userId} and screen = ${screen}`.execute(
    connection,
  );
}
