import { sql } from "kysely";
import type { Connection } from "./database.server";

/** `security` is about the person's own account, not about a record. */
export type InboxKind = "mention" | "watch" | "security";

export interface InboxRow {
  id: string;
  at: string;
  kind: InboxKind;
  entity: string;
  recordId: string;
  title: string;
  body: string;
  fromName: string;
  read: boolean;
}

/** Entries of a person's inbox, newest first, and how many there are, in all and unread. */
export async function selectInbox(
  connection: Connection,
  wanted: { userId: string; unreadOnly: boolean; limit: number; offset: number },
): Promise<{ rows: InboxRow[]; total: number; unread: number }> {
  const narrowed = wanted.unreadOnly ? sql`and read_at is null` : sql``;
  // The counts stand beside every row, and on one without an entry where the page is empty.
  const { rows } = await sql<{
    total: number;
    unread: number;
    id: string | null;
    at: string;
    kind: InboxKind;
    entity: string;
    record_id: string;
    title: string;
    body: string;
    from_name: string;
    read: boolean;
  }>`select c.total, c.unread, i.* from
    (select count(*)::int as total, (count(*) filter (where read_at is null))::int as unread from inbox where user_id = ${wanted.userId}) c
    left join (select id, at, kind, entity, record_id, title, body, from_name, read_at is not null as read from inbox
      where user_id = ${wanted.userId} ${narrowed} order by at desc, id desc limit ${wanted.limit} offset ${wanted.offset}) i on true
    order by i.at desc, i.id desc`.execute(connection);
  return {
    total: rows[0]?.total ?? 0,
    unread: rows[0]?.unread ?? 0,
    rows: rows.flatMap((row) =>
      row.id === null
        ? []
        : [
            {
              id: row.id,
              at: row.at,
              kind: row.kind,
              entity: row.entity,
              recordId: row.record_id,
              title: row.title,
              body: row.body,
              fromName: row.from_name,
              read: row.read,
            },
          ],
    ),
  };
}

/** Marks one entry of a person as read, or all of them. */
export async function markInboxRead(
  connection: Connection,
  mark: { userId: string; id: string | null; at: string },
): Promise<void> {
  const one = mark.id === null ? sql`` : sql`and id = ${mark.id}::uuid`;
  await sql`update inbox set read_at = ${mark.at} where user_id = ${mark.userId} and read_at is null ${one}`.execute(
    connection,
  );
}

/** Removes entries older than the instant; called by housekeeping. */
export async function forgetInbox(connection: Connection, before: string): Promise<void> {
  await sql`delete from inbox where at < ${before}`.execute(connection);
}
