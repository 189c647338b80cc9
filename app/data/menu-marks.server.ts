import { sql } from "kysely";
import type { Connection } from "./database.server";

/** Menu entries by permission name: favourites in the order they were chosen, and the latest visits first. */
export interface MenuMarks {
  favourites: string[];
  visits: string[];
}

/** What a person keeps of the menus, in one statement. */
export async function selectMenuMarks(connection: Connection, userId: string, mostVisits: number): Promise<MenuMarks> {
  const { rows } = await sql<{ favourites: string[] | null; visits: string[] | null }>`
    select (select jsonb_agg(f.name order by f.added_at, f.name) from menu_favourite f where f.user_id = ${userId}) as favourites,
      (select jsonb_agg(v.name order by v.at desc, v.name) from
        (select name, at from menu_visit where user_id = ${userId} order by at desc, name limit ${mostVisits}) v) as visits`.execute(
    connection,
  );
  return { favourites: rows[0]?.favourites ?? [], visits: rows[0]?.visits ?? [] };
}

/**
 * Adds a favourite unless the person has so many already; one that is there stays where it is.
 * @returns false when there is no room
 */
export async function addFavourite(
  connection: Connection,
  favourite: { userId: string; name: string; at: string; most: number },
): Promise<boolean> {
  const { userId, name, at, most } = favourite;
  // Two windows of one person must not pass the limit together.
  await sql`select pg_advisory_xact_lock(hashtextextended(${`menu_favourite ${userId}`}, 0))`.execute(connection);
  const { rows } = await sql<{ there: boolean; count: number }>`
    select coalesce(bool_or(name = ${name}), false) as there, count(*)::int as count from menu_favourite where user_id = ${userId}`.execute(
    connection,
  );
  const [known] = rows;
  if (known?.there) return true;
  if ((known?.count ?? 0) >= most) return false;
  await sql`insert into menu_favourite (user_id, name, added_at) values (${userId}, ${name}, ${at}) on conflict do nothing`.execute(
    connection,
  );
  return true;
}

/** One that is not there is no error. */
export async function removeFavourite(connection: Connection, userId: string, name: string): Promise<void> {
  await sql`delete from menu_favourite where user_id = ${userId} and name = ${name}`.execute(connection);
}

/** Keeps that the person was there. */
export async function upsertVisit(connection: Connection, userId: string, name: string, at: string): Promise<void> {
  await sql`insert into menu_visit (user_id, name, at) values (${userId}, ${name}, ${at})
    on conflict (user_id, name) do update set at = greatest(menu_visit.at, excluded.at)`.execute(connection);
}
