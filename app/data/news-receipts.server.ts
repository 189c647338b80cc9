import { sql } from "kysely";
import { type Audience, isAddressed, namedSuppliers } from "./audience.server";
import type { Connection } from "./database.server";

/**
 * Writes down who is asked to read news from now on: a receipt per account that may sign in, and the suppliers that were chosen.
 * Those who read an earlier version are asked again.
 * @param given.today business day by which roles are held
 * @returns ids of the accounts
 */
export async function addressNews(
  connection: Connection,
  given: { newsId: string; readers: Audience; at: string; today: string },
): Promise<string[]> {
  const { newsId, readers, at, today } = given;
  await sql`delete from news_supplier where news_id = ${newsId}`.execute(connection);
  if (readers.kind === "listed")
    await sql`insert into news_supplier (news_id, supplier_id)
      select ${newsId}::uuid, n.id from (${namedSuppliers(readers)}) n`.execute(connection);
  const { rows } = await sql<{ user_id: string }>`
    insert into news_receipt (id, news_id, user_id, supplier_id, told_at)
    select gen_random_uuid(), ${newsId}::uuid, u.id, u.supplier_id, ${at}::timestamptz from app_user u
    where ${isAddressed(readers, today)}
    on conflict (tenant_id, news_id, user_id) do update set told_at = excluded.told_at, read_at = null, confirmed_at = null
    returning user_id`.execute(connection);
  return rows.map(({ user_id }) => user_id);
}

/** Readers who have not done yet what is asked of them. */
export async function selectLateReaders(
  connection: Connection,
  newsId: string,
  mustConfirm: boolean,
): Promise<string[]> {
  const open = mustConfirm ? sql`confirmed_at is null` : sql`read_at is null`;
  const { rows } = await sql<{ user_id: string }>`
    select user_id from news_receipt where news_id = ${newsId} and ${open}`.execute(connection);
  return rows.map(({ user_id }) => user_id);
}

/** Notes that a person reads news that are published now, and with `confirms` that it says so. Runs under whichever role. */
export async function noteNewsRead(
  connection: Connection,
  given: { newsId: string; userId: string; at: string; confirms: boolean },
): Promise<void> {
  await sql`select read_news(${given.newsId}::uuid, ${given.userId}::uuid, ${given.at}::timestamptz, ${given.confirms})`.execute(
    connection,
  );
}

/** A person's own receipts among the news. */
export async function selectOwnReceipts(
  connection: Connection,
  userId: string,
  newsIds: readonly string[],
): Promise<Map<string, { read: boolean; confirmed: boolean }>> {
  const { rows } = await sql<{ news_id: string; read_at: string | null; confirmed_at: string | null }>`
    select * from own_news_receipts(${userId}::uuid, ${[...newsIds]}::uuid[])`.execute(connection);
  return new Map(
    rows.map((row) => [row.news_id, { read: row.read_at !== null, confirmed: row.confirmed_at !== null }]),
  );
}

/** A place of news on the home page that applies on the day. */
export interface NewsPlacement {
  newsId: string;
  slot: string;
  /** Stands there for the title. */
  shortTitle: string | null;
}

/** Where these news stand on the home page on that day, in order, and the person's own receipts of them. */
export async function selectNewsOnHome(
  connection: Connection,
  given: { userId: string; today: string; newsIds: readonly string[] },
): Promise<{ placements: NewsPlacement[]; receipts: Map<string, { read: boolean; confirmed: boolean }> }> {
  const { rows } = await sql<{
    news_id: string;
    slot: string | null;
    short_title: string | null;
    asked: boolean;
    read_at: string | null;
    confirmed_at: string | null;
  }>`select * from news_on_home(${given.userId}::uuid, ${given.today}::date, ${[...given.newsIds]}::uuid[])`.execute(
    connection,
  );
  const asked = rows.filter((row) => row.asked);
  return {
    placements: rows.flatMap(({ news_id: newsId, slot, short_title: shortTitle }) =>
      slot === null ? [] : [{ newsId, slot, shortTitle }],
    ),
    receipts: new Map(
      asked.map((row) => [row.news_id, { read: row.read_at !== null, confirmed: row.confirmed_at !== null }]),
    ),
  };
}
