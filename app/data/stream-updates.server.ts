import { sql } from "kysely";
import type { Connection } from "./database.server";

/** What is new for the person of a session that is still open. */
export interface SessionUpdate {
  idHash: string;
  lastSeenAt: string;
  watch: number;
  mention: number;
  drafts: number;
  /** Of the tasks of exporting of the last day: when one last changed, as it may end between two looks, and how far those are that are open. */
  work: string;
}

/** The tables that `selectSessionUpdates` reads. */
export const UPDATE_TABLES = ["session", "app_user", "inbox", "form_draft", "export_task", "export_work"] as const;

/**
 * What is new for each of these sessions, in one statement for all of them. One that has ended, has run out or whose person is
 * blocked or deleted is left out.
 * @param now ISO string in UTC
 */
export async function selectSessionUpdates(
  connection: Connection,
  idHashes: readonly string[],
  now: string,
): Promise<SessionUpdate[]> {
  if (idHashes.length === 0) return [];
  const { rows } = await sql<SessionUpdate>`
    select s.id_hash as "idHash", s.last_seen_at as "lastSeenAt", i.watch, i.mention, d.drafts, w.work
    from session s join app_user u on u.id = s.user_id,
      lateral (select (count(*) filter (where kind <> 'mention'))::int as watch, (count(*) filter (where kind = 'mention'))::int as mention
        from inbox where user_id = s.user_id and read_at is null) i,
      lateral (select count(*)::int as drafts from form_draft where user_id = s.user_id) d,
      lateral (select concat_ws(',', max(t.updated_at),
          string_agg(concat_ws(':', t.id, t.state, e.done, e.expected), ',' order by t.id) filter (where t.state in ('queued', 'running'))) as work
        from export_task t left join export_work e on e.task_id = t.id
        where t.created_by = s.user_id and t.created_at > ${now}::timestamptz - interval '1 day') w
    where s.id_hash = any (${[...idHashes]}) and s.ended_at is null and s.expires_at > ${now}::timestamptz
      and u.state not in ('blocked', 'deleted')`.execute(connection);
  return rows;
}
