import { sql } from "kysely";
import type { Connection } from "./database.server";

/** A page that a session has open. */
export interface TabRow {
  /** Path of the page with what names its record, below the base path. */
  key: string;
  /** Its address as it was left. */
  url: string;
  title: string;
  /** The top tab it belongs to; null for pages of no menu. */
  topId: string | null;
  pinned: boolean;
  /** When it was last gone to, in milliseconds. */
  lastAt: number;
}

/** A tab as `TABS_OF_SESSION` brings it. */
export interface StoredTab {
  key: string;
  url: string;
  title: string;
  top: string | null;
  pinned: boolean;
  at: string;
}

const COLUMNS = sql`json_agg(json_build_object('key', t.key, 'url', t.url, 'title', t.title, 'top', t.top_id,
  'pinned', t.pinned, 'at', t.last_at) order by t.position, t.last_at, t.key)`;

/** The tabs of the session `s`, as one value within the statement that reads the session. */
export const TABS_OF_SESSION = sql`(select ${COLUMNS} from user_tab t where t.session_hash = s.id_hash)`;

export function tabOf({ key, url, title, top, pinned, at }: StoredTab): TabRow {
  return { key, url, title, topId: top, pinned, lastAt: Date.parse(at) };
}

/** Writes that a page was gone to, and forgets others, in one statement. A new tab comes last. */
export async function upsertTab(
  connection: Connection,
  sessionHash: string,
  tab: TabRow,
  forgotten: readonly string[],
): Promise<void> {
  await sql`with gone as (delete from user_tab where session_hash = ${sessionHash} and key = any(${[...forgotten]}))
    insert into user_tab (session_hash, key, url, title, top_id, pinned, last_at, position)
    values (${sessionHash}, ${tab.key}, ${tab.url}, ${tab.title}, ${tab.topId}, ${tab.pinned}, ${new Date(tab.lastAt).toISOString()},
      coalesce((select max(position) + 1 from user_tab where session_hash = ${sessionHash}), 1))
    on conflict (session_hash, key) do update
      set url = excluded.url, title = excluded.title, top_id = excluded.top_id, last_at = excluded.last_at`.execute(
    connection,
  );
}

export async function deleteTabs(connection: Connection, sessionHash: string, keys: readonly string[]): Promise<void> {
  await sql`delete from user_tab where session_hash = ${sessionHash} and key = any(${[...keys]})`.execute(connection);
}

export async function deleteAllTabs(connection: Connection, sessionHash: string): Promise<void> {
  await sql`delete from user_tab where session_hash = ${sessionHash}`.execute(connection);
}

/** Writes the order of the tabs and which of them are pinned; one that is gone meanwhile stays gone. */
export async function arrangeTabs(
  connection: Connection,
  sessionHash: string,
  tabs: readonly Pick<TabRow, "key" | "pinned">[],
): Promise<void> {
  const placed = tabs.map(({ key, pinned }, index) => ({ key, pinned, position: index + 1 }));
  await sql`update user_tab t set position = p.position, pinned = p.pinned
    from jsonb_to_recordset(${JSON.stringify(placed)}::jsonb) as p(key text, pinned boolean, position integer)
    where t.session_hash = ${sessionHash} and t.key = p.key`.execute(connection);
}

/** The tabs of another session of this person: the one that was used last. */
export async function selectEarlierTabs(
  connection: Connection,
  userId: string,
  sessionHash: string,
): Promise<TabRow[]> {
  const { rows } = await sql<{ tabs: StoredTab[] | null }>`
    select ${COLUMNS} as tabs from user_tab t where t.session_hash = (
      select s.id_hash from session s join user_tab o on o.session_hash = s.id_hash
      where s.user_id = ${userId} and s.id_hash <> ${sessionHash} order by o.last_at desc, s.id_hash limit 1)`.execute(
    connection,
  );
  return (rows[0]?.tabs ?? []).map(tabOf);
}

/** Adds tabs behind those that are there; one that is open already stays as it is. */
export async function addTabs(connection: Connection, sessionHash: string, tabs: readonly TabRow[]): Promise<void> {
  const added = tabs.map(({ key, url, title, topId, pinned, lastAt }, index) => {
    return { key, url, title, top_id: topId, pinned, last_at: new Date(lastAt).toISOString(), place: index + 1 };
  });
  await sql`insert into user_tab (session_hash, key, url, title, top_id, pinned, last_at, position)
    select ${sessionHash}, a.key, a.url, a.title, a.top_id, a.pinned, a.last_at,
      a.place + coalesce((select max(position) from user_tab where session_hash = ${sessionHash}), 0)
    from jsonb_to_recordset(${JSON.stringify(added)}::jsonb)
      as a(key text, url text, title text, top_id text, pinned boolean, last_at timestamptz, place integer)
    on conflict (session_hash, key) do nothing`.execute(connection);
}

/** True for the first to ask in a session: that tabs close by themselves is told once. */
export async function tellTabLimit(connection: Connection, sessionHash: string): Promise<boolean> {
  const { rows } = await sql`update session set tab_limit_told = true
    where id_hash = ${sessionHash} and not tab_limit_told returning 1`.execute(connection);
  return rows.length > 0;
}

/** The pages of the session before are offered no more. */
export async function endOffer(connection: Connection, sessionHash: string): Promise<void> {
  await sql`update session set offers_tabs = false where id_hash = ${sessionHash}`.execute(connection);
}
