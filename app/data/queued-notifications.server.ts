import { sql } from "kysely";
import type { Connection } from "./database.server";

/** An event as it is still to be told to people whom administrators named. */
export interface LaterNotification {
  scenario: string;
  values: Readonly<Record<string, string>>;
  entity: string | null;
  record: string | null;
  number: string | null;
  path: string | null;
  actor: string | null;
  actorName: string;
}

export interface QueuedNotification {
  id: string;
  at: string;
  wish: LaterNotification;
}

/**
 * Takes the oldest event out of the queue, in the caller's transaction: rolled back, it waits there again. Two processes take different
 * ones.
 * @param of.mostAttempts those that failed as often are left for people to look at
 * @param of.except ids that are not to be taken now
 */
export async function takeQueuedNotification(
  connection: Connection,
  { mostAttempts, except }: { mostAttempts: number; except: readonly string[] },
): Promise<QueuedNotification | null> {
  const { rows } = await sql<QueuedNotification>`delete from news_later where id = (
      select id from news_later where attempts < ${mostAttempts} and id <> all (${[...except]}::bigint[]) order by attempts, id limit 1 for update skip locked)
    returning id::text, at, wish`.execute(connection);
  return rows[0] ?? null;
}

/** Notes that telling failed. */
export async function noteLaterFailure(connection: Connection, id: string): Promise<void> {
  await sql`update news_later set attempts = attempts + 1 where id = ${id}::bigint`.execute(connection);
}

/** Accounts that were told of the event at that moment, or in whose records of sending it stands why not. */
export async function selectNotifiedAt(
  connection: Connection,
  event: { scenario: string; record: string | null; at: string },
): Promise<Set<string>> {
  const { rows } = await sql<{ user_id: string }>`select user_id
    from told_of(${event.scenario}, ${event.record}::uuid, ${event.at}::timestamptz) as t (user_id)`.execute(
    connection,
  );
  return new Set(rows.map(({ user_id }) => user_id));
}

/** Active accounts of staff among these, and everybody of the staff who holds one of these roles on the day. */
export async function selectStaffNamed(
  connection: Connection,
  named: { users: readonly string[]; roles: readonly string[]; today: string },
): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`select u.id from app_user u
    where u.supplier_id is null and u.state in ('active', 'locked') and (u.id = any (${[...named.users]}::uuid[])
      or exists (select 1 from user_role g join role r on r.code = g.role_code and r.enabled
        where g.user_id = u.id and g.role_code = any (${[...named.roles]}::text[])
          and coalesce(g.valid_from <= ${named.today}::date, true) and coalesce(g.valid_until >= ${named.today}::date, true)))
    order by u.id`.execute(connection);
  return rows.map(({ id }) => id);
}

/** Active accounts of a supplier. */
export async function selectSupplierAccounts(connection: Connection, supplierId: string): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`select id from app_user
    where supplier_id = ${supplierId}::uuid and state in ('active', 'locked') order by id`.execute(connection);
  return rows.map(({ id }) => id);
}

/** People who have an open task about a record. */
export async function selectOpenAssignees(
  connection: Connection,
  about: { entity: string; record: string },
): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`select distinct assignee_id as id from task
    where document_entity = ${about.entity} and document_id = ${about.record} and state in ('open', 'claimed')
      and assignee_id is not null`.execute(connection);
  return rows.map(({ id }) => id);
}
