import { sql } from "kysely";
import type { Connection } from "./database.server";

/** Whether a token was the last or the one before of a session, over or ended or not. */
export async function sessionExists(connection: Connection, tokenHash: string): Promise<boolean> {
  const { rows } = await sql`select 1 from session where token_hash = ${tokenHash} or prev_hash = ${tokenHash}`.execute(
    connection,
  );
  return rows.length > 0;
}

/**
 * Notes the fingerprint of the rights a session is drawn with. True when it had another one before: of several requests at once
 * exactly one is told.
 */
export async function noteRights(connection: Connection, idHash: string, rights: string): Promise<boolean> {
  const { rows } = await sql<{ before: string | null }>`
    update session s set seen_rights = ${rights} from (select id_hash, seen_rights as before from session where id_hash = ${idHash} for update) old
    where s.id_hash = old.id_hash and s.seen_rights is distinct from ${rights} returning old.before`.execute(
    connection,
  );
  return typeof rows[0]?.before === "string";
}

export interface MenuRow {
  name: string;
  title: string;
}

/** The menu entry that leads to an address; one that is stopped leads nowhere. */
export async function menuRowAt(connection: Connection, path: string): Promise<MenuRow | null> {
  const { rows } = await sql<MenuRow>`select name, title from resource
    where type = 'menu' and path = ${path} and enabled order by sort_no, name limit 1`.execute(connection);
  return rows[0] ?? null;
}

/** Names of the menu entries that are stopped, by themselves or with something above them. */
export async function stoppedMenus(connection: Connection): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    with recursive stopped as (
      select id, name, type from resource where not enabled
      union
      select r.id, r.name, r.type from resource r join stopped s on r.parent_id = s.id
    ) select name from stopped where type = 'menu'`.execute(connection);
  return rows.map(({ name }) => name);
}
