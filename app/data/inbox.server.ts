import { sql } from "kysely";
import type { Connection } from "./database.server";
import type { Dismissal } from "./warnings.server";

/** `mention` and `watch` come from records, `security` is about the person's own account, `notice` is everything else announced. */
export type InboxKind = "mention" | "watch" | "security" | "notice";

export interface InboxRow {
  id: string;
  at: string;
  kind: InboxKind;
  /** `info`, `todo`, `warning` or `security`. */
  level: string;
  /** What it is about; null for what is about no record. */
  entity: string | null;
  recordId: string | null;
  /** Where it leads instead of the record, below the base path. */
  path: string | null;
  /** How often it happened while the entry was unread. */
  times: number;
  title: string;
  body: string;
  fromName: string;
  read: boolean;
  starred: boolean;
}

/** What one looks for among one's entries. */
export interface InboxSearch {
  /** All of these words stand in title or text. */
  words?: readonly string[];
  levels?: readonly string[];
  /** Codes of events. */
  scenarios?: readonly string[];
  /** From this instant on, and before that one. */
  from?: string;
  before?: string;
}

/**
 * Entries of a person's inbox, newest first, and how many of those that are looked for there are, in all, unread and starred.
 * @returns with `told` also the events of which the inbox tells at all
 */
export async function selectInbox(
  connection: Connection,
  wanted: InboxSearch & {
    userId: string;
    unreadOnly: boolean;
    starredOnly?: boolean;
    limit: number;
    offset: number;
    kinds?: readonly InboxKind[];
    told?: boolean;
  },
): Promise<{ rows: InboxRow[]; total: number; unread: number; starred: number; told: string[] }> {
  const unread = sql`${wanted.unreadOnly ? sql`and read_at is null` : sql``} ${wanted.starredOnly ? sql`and starred` : sql``}`;
  const searched = searchSql(wanted);
  const narrowed = wanted.kinds ? sql`${unread} and kind = any (${[...wanted.kinds]}::text[])` : unread;
  // The counts stand beside every row, and on one without an entry where the page is empty.
  const { rows } = await sql<{
    total: number;
    unread: number;
    marked: number;
    told: string[] | null;
    id: string | null;
    at: string;
    kind: InboxKind;
    level: string;
    entity: string | null;
    record_id: string | null;
    path: string | null;
    times: number;
    title: string;
    body: string;
    from_name: string;
    read: boolean;
    starred: boolean;
  }>`select c.total, c.unread, c.marked, ${wanted.told ? sql`(select json_agg(distinct scenario) from inbox where user_id = ${wanted.userId} and scenario is not null)` : sql`null::json`} as told, i.* from
    (select count(*)::int as total, (count(*) filter (where read_at is null))::int as unread,
      (count(*) filter (where starred))::int as marked from inbox where user_id = ${wanted.userId} ${searched}) c
    left join (select id, at, kind, level, entity, record_id, path, times, title, body, from_name, read_at is not null as read, starred from inbox
      where user_id = ${wanted.userId} ${searched} ${narrowed} order by at desc, id desc limit ${wanted.limit} offset ${wanted.offset}) i on true
    order by i.at desc, i.id desc`.execute(connection);
  return {
    total: rows[0]?.total ?? 0,
    unread: rows[0]?.unread ?? 0,
    starred: rows[0]?.marked ?? 0,
    told: rows[0]?.told ?? [],
    rows: rows.flatMap((row) =>
      row.id === null
        ? []
        : [
            {
              id: row.id,
              at: row.at,
              kind: row.kind,
              level: row.level,
              entity: row.entity,
              recordId: row.record_id,
              path: row.path,
              times: row.times,
              title: row.title,
              body: row.body,
              fromName: row.from_name,
              read: row.read,
              starred: row.starred,
            },
          ],
    ),
  };
}

/** Entries that stay on every page of a person until they are put away, the newest first. */
export async function selectStickyEntries(
  connection: Connection,
  userId: string,
  most: number,
): Promise<{ id: string; title: string; body: string; path: string | null }[]> {
  const { rows } = await sql<{ id: string; title: string; body: string; path: string | null }>`
    select id, title, body, path from inbox where user_id = ${userId} and sticky
      and not exists (select 1 from warning_dismissal d where d.user_id = ${userId} and d.kind = 'message' and d.object_id = inbox.id)
    order by at desc, id desc limit ${most}`.execute(connection);
  return rows;
}

function searchSql({ words = [], levels, scenarios, from, before }: InboxSearch) {
  const conditions = [
    ...words.map((word) => sql`and position(lower(${word}) in lower(title || ' ' || body)) > 0`),
    ...(levels === undefined ? [] : [sql`and level = any (${[...levels]}::text[])`]),
    ...(scenarios === undefined ? [] : [sql`and scenario = any (${[...scenarios]}::text[])`]),
    ...(from === undefined ? [] : [sql`and at >= ${from}::timestamptz`]),
    ...(before === undefined ? [] : [sql`and at < ${before}::timestamptz`]),
  ];
  return sql.join(conditions, sql` `);
}

/**
 * What every page shows of one person's own, in one statement: unread entries by kind, begun forms, and which warnings about these
 * records were put away.
 */
export async function selectPersonalMarks(
  connection: Connection,
  userId: string,
  warnedOf: readonly string[],
): Promise<{ watch: number; mention: number; drafts: number; dismissed: Dismissal[] }> {
  const dismissed =
    warnedOf.length === 0
      ? sql`null`
      : sql`(select json_agg(json_build_object('kind', kind, 'objectId', object_id, 'stage', stage)) from warning_dismissal
        where user_id = ${userId} and object_id = any (${[...warnedOf]}::uuid[]))`;
  const { rows } = await sql<{ watch: number; mention: number; drafts: number; dismissed: Dismissal[] | null }>`
    select (count(*) filter (where kind <> 'mention'))::int as watch, (count(*) filter (where kind = 'mention'))::int as mention,
      (select count(*)::int from form_draft where user_id = ${userId}) as drafts, ${dismissed} as dismissed
    from inbox where user_id = ${userId} and read_at is null`.execute(connection);
  const [row] = rows;
  return { watch: 0, mention: 0, drafts: 0, ...row, dismissed: row?.dismissed ?? [] };
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

/** Marks entries of everybody that are older than the instant as read some hours after they came. */
export async function markOldInboxRead(connection: Connection, before: string): Promise<void> {
  await sql`update inbox set read_at = at + interval '3 hours' where at < ${before}::timestamptz and read_at is null`.execute(
    connection,
  );
}

/** Puts a star on an entry of a person, or takes it away. */
export async function starInboxEntry(
  connection: Connection,
  mark: { userId: string; id: string; on: boolean },
): Promise<void> {
  await sql`update inbox set starred = ${mark.on} where user_id = ${mark.userId} and id = ${mark.id}::uuid`.execute(
    connection,
  );
}

/** Throws an entry of a person away; that it was sent stays in the records of sending. */
export async function removeInboxEntry(connection: Connection, entry: { userId: string; id: string }): Promise<void> {
  await sql`delete from inbox where user_id = ${entry.userId} and id = ${entry.id}::uuid`.execute(connection);
}

/** Removes entries older than the instant; called by a job. */
export async function purgeInbox(connection: Connection, before: string): Promise<void> {
  await sql`delete from inbox where at < ${before}`.execute(connection);
}
