import { sql } from "kysely";
import type { Connection } from "./database.server";

/*
 * What a task of exporting is about and how far it has come, kept beside it: the task itself is an entity, this changes every second
 * while it is made and would leave a version behind each time.
 */

/** How far a file has come. `expected` is null until the rows were counted. */
export interface ExportProgress {
  done: number;
  expected: number | null;
}

/** A task that waits or is under way, and whose it is. */
export interface OpenExport {
  id: string;
  by: string;
  state: "queued" | "running";
  attempt: number;
  /** A process works on it and says so. */
  isAlive: boolean;
  /** The owner may still sign in. */
  isActive: boolean;
}

/** Keeps what is asked for. @param mark the same for the same request */
export async function insertExportWork(
  connection: Connection,
  work: { taskId: string; wish: unknown; mark: string; expected: number | null },
): Promise<void> {
  await sql`insert into export_work (task_id, wish, mark, done, expected, attempt)
    values (${work.taskId}::uuid, ${JSON.stringify(work.wish)}::jsonb, ${work.mark}, 0, ${work.expected}, 0)`.execute(
    connection,
  );
}

/** What a task asks for, and under which rights its file was made; null once that is forgotten. */
export async function selectExportWork(
  connection: Connection,
  taskId: string,
): Promise<{ wish: unknown; rights: string | null } | null> {
  const { rows } = await sql<{
    wish: unknown;
    rights: string | null;
  }>`select wish, rights from export_work where task_id = ${taskId}::uuid`.execute(connection);
  return rows[0] ?? null;
}

/** How far tasks have come, by id. */
export async function exportProgress(
  connection: Connection,
  ids: readonly string[],
): Promise<Map<string, ExportProgress>> {
  if (ids.length === 0) return new Map();
  const { rows } = await sql<
    ExportProgress & { id: string }
  >`select task_id as id, done, expected from export_work where task_id = any (${[...ids]}::uuid[])`.execute(
    connection,
  );
  return new Map(rows.map(({ id, done, expected }) => [id, { done, expected }]));
}

/** How many tasks of a person wait or are under way, and whether one of them asks for the same. One at a time per person, for the rest of the transaction. */
export async function openExportsOf(
  connection: Connection,
  userId: string | null,
  mark: string,
): Promise<{ open: number; same: boolean }> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${userId ?? ""}, 460071))`.execute(connection);
  const { rows } = await sql<{ open: number; same: boolean }>`select count(*)::int as open,
      coalesce(bool_or(w.mark = ${mark}), false) as same
    from export_task t join export_work w on w.task_id = t.id
    where t.created_by = ${userId}::uuid and t.state in ('queued', 'running')`.execute(connection);
  return rows[0] ?? { open: 0, same: false };
}

/** All tasks that wait or are under way, the oldest first. @param aliveSince a process that was silent for longer is dead */
export async function openExports(connection: Connection, aliveSince: string, limit: number): Promise<OpenExport[]> {
  const { rows } = await sql<OpenExport>`select t.id, t.created_by as by, t.state, w.attempt,
      coalesce(w.beat_at >= ${aliveSince}::timestamptz, false) as "isAlive",
      coalesce(u.state in ('active', 'locked'), false) as "isActive"
    from export_task t join export_work w on w.task_id = t.id left join app_user u on u.id = t.created_by
    where t.state in ('queued', 'running') order by t.created_at, t.id limit ${limit}`.execute(connection);
  return rows;
}

/** A process takes a task: from now on only `worker` may say how far it is. */
export async function takeExport(
  connection: Connection,
  work: { taskId: string; worker: string; at: string },
): Promise<void> {
  await sql`update export_work set worker = ${work.worker}, beat_at = ${work.at}::timestamptz, done = 0, attempt = attempt + 1,
      rights = null where task_id = ${work.taskId}::uuid`.execute(connection);
}

/**
 * Says how far it is, and that the process lives.
 * @returns false when the task is somebody else's by now, or was cancelled: what was made is thrown away then
 */
export async function beatExport(
  connection: Connection,
  work: { taskId: string; worker: string; at: string; done: number; expected: number | null },
): Promise<boolean> {
  const { rows } = await sql`update export_work w set beat_at = ${work.at}::timestamptz, done = ${work.done},
      expected = coalesce(${work.expected}::int, w.expected)
    from export_task t where t.id = w.task_id and t.state = 'running' and w.worker = ${work.worker}
      and w.task_id = ${work.taskId}::uuid returning 1`.execute(connection);
  return rows.length > 0;
}

/** Ends the work on a task; `rights` names those under which its file was made. */
export async function endExport(
  connection: Connection,
  work: { taskId: string; done: number; rights: string | null },
): Promise<void> {
  await sql`update export_work set worker = null, beat_at = null, done = ${work.done}, rights = ${work.rights}
    where task_id = ${work.taskId}::uuid`.execute(connection);
}

/** A task begins anew: its attempts are counted from here. */
export async function renewExport(connection: Connection, taskId: string): Promise<void> {
  await sql`update export_work set worker = null, beat_at = null, done = 0, attempt = 0, rights = null
    where task_id = ${taskId}::uuid`.execute(connection);
}

/** Tasks whose files have been kept long enough. */
export async function expiredExports(
  connection: Connection,
  now: string,
  limit: number,
): Promise<{ id: string; fileId: string | null }[]> {
  const { rows } = await sql<{
    id: string;
    fileId: string | null;
  }>`select id, file -> 0 ->> 'id' as "fileId" from export_task
    where state = 'done' and expires_at < ${now}::timestamptz order by expires_at limit ${limit}`.execute(connection);
  return rows;
}
