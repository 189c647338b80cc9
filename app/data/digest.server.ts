import { sql } from "kysely";
import type { Connection } from "./database.server";

/** Messages a daily letter names; what is beyond is counted. */
const NAMED = 50;

/** Writes one letter to each person something was held for before the instant. Runs as owner. @returns how many */
export async function sendHeld(connection: Connection, wanted: { at: string; before: string }): Promise<number> {
  const { rows } = await sql`with held as (
      select r.id, r.user_id, r.title, r.at, row_number() over (partition by r.user_id order by r.at, r.id) as place
      from msg_send_record r where r.is_held and r.mail_id is null and r.at < ${wanted.before}::timestamptz
    ), letters as materialized (
      select gen_random_uuid() as mail_id, u.id, u.email, u.username, count(*) as total,
        string_agg(h.place || '. ' || h.title, E'\n' order by h.place) filter (where h.place <= ${NAMED}) as lines
      from held h join app_user u on u.id = h.user_id
      where u.state in ('active', 'locked') and coalesce(u.email, '') <> '' group by u.id
    ), written as (
      insert into mail_outbox (id, created_at, updated_at, user_id, recipient, subject, body, path, next_at)
      select mail_id, ${wanted.at}::timestamptz, ${wanted.at}::timestamptz, id, email, '【供应商平台】每日消息汇总（' || total || '条）',
        username || '，您好：' || E'\n\n' || lines || case when total > ${NAMED} then E'\n……共' || total || '条' else '' end,
        '/account/inbox', ${wanted.at}::timestamptz
      from letters
    )
    update msg_send_record r set mail_id = l.mail_id from held h join letters l on l.id = h.user_id
    where r.id = h.id returning r.mail_id`.execute(connection);
  return new Set(rows.map((row) => JSON.stringify(row))).size;
}
