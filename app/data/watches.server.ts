import { sql } from "kysely";
import type { Connection } from "./database.server";
import { type UndeliveredCall, undeliveredSql } from "./integrations.server";

/** A record, whatever it is of. */
export interface RecordKey {
  entity: string;
  recordId: string;
}

/** Begins or ends watching, for the person of the transaction; doing it twice changes nothing. */
export async function setWatch(
  connection: Connection,
  { entity, recordId }: RecordKey,
  watch: { userId: string; on: boolean; at: string },
): Promise<void> {
  if (watch.on) {
    await sql`insert into record_watch (user_id, entity, record_id, since) values (${watch.userId}, ${entity}, ${recordId}, ${watch.at})
      on conflict do nothing`.execute(connection);
  } else {
    await sql`delete from record_watch where user_id = ${watch.userId} and entity = ${entity} and record_id = ${recordId}`.execute(
      connection,
    );
  }
}

/**
 * Who watches a record, by name; a supplier's transaction finds itself only. What the person's inbox says about the record is
 * marked as read with it: it is being looked at.
 * @param person.state of a document whose calls to other systems are asked for: those that did not arrive come with the answer. Null
 *   where there are none, and for suppliers, who may not know of them
 */
export async function lookAt(
  connection: Connection,
  { entity, recordId }: RecordKey,
  person: { userId: string; at: string; read: boolean; state: string | null },
): Promise<{ people: { id: string; name: string }[]; undelivered: UndeliveredCall[] }> {
  const seen = person.read
    ? sql`with seen as (update inbox set read_at = ${person.at}
        where user_id = ${person.userId} and record_id = ${recordId} and entity = ${entity} and read_at is null)`
    : sql``;
  const undelivered =
    person.state === null ? sql`null` : undeliveredSql({ id: sql`${recordId}`, state: sql`${person.state}` });
  const { rows } = await sql<{
    people: { id: string; name: string }[] | null;
    undelivered: UndeliveredCall[] | null;
  }>`${seen}
    select (select json_agg(json_build_object('id', w.user_id, 'name', u.username) order by w.since, w.user_id)
      from record_watch w join app_user_title u on u.id = w.user_id where w.record_id = ${recordId} and w.entity = ${entity}) as people,
      ${undelivered} as undelivered`.execute(connection);
  return { people: rows[0]?.people ?? [], undelivered: rows[0]?.undelivered ?? [] };
}

/**
 * People who were named watch from now on, and who watched already keeps the mention only, where one was wanted: one entry per
 * person and change.
 * Runs as owner, because nobody writes other people's rows; harmless when it is done twice.
 */
export async function followMentioned(
  connection: Connection,
  people: readonly string[],
  notification: RecordKey & { at: string; from: string },
): Promise<void> {
  const ids = [...people];
  await sql`insert into record_watch (user_id, entity, record_id, since)
    select id, ${notification.entity}, ${notification.recordId}::uuid, ${notification.at}::timestamptz from app_user where id = any (${ids}::uuid[])
    on conflict do nothing`.execute(connection);
  await sql`delete from inbox i where user_id = any (${ids}::uuid[]) and kind = 'watch' and entity = ${notification.entity}
    and record_id = ${notification.recordId}::uuid and at = ${notification.at}::timestamptz and from_user = ${notification.from}::uuid
    and exists (select 1 from inbox m where m.user_id = i.user_id and m.kind = 'mention' and m.entity = i.entity
      and m.record_id = i.record_id and m.at = i.at and m.from_user = i.from_user)`.execute(connection);
}
