import { sql } from "kysely";
import type { Connection } from "./database.server";

/** One time that a report was taken away, or made at its time for somebody. */
export interface NewReportRun {
  id: string;
  reportId: string;
  reportName: string;
  userId: string | null;
  runBy: "manual" | "schedule";
  format: string;
  /** Under which conditions, as people read them; null: none. */
  conditions: string | null;
  /** The task of the export center that makes the file; null: it is made while it is sent. */
  taskId: string | null;
  status: "queued" | "running" | "done" | "failed";
  rowCount: number | null;
  /** Why there is no file. */
  message: string | null;
  at: string;
}

/** Notes a run; of one task there is one. */
export async function insertReportRun(connection: Connection, run: NewReportRun): Promise<void> {
  const ended = run.status === "done" || run.status === "failed" ? run.at : null;
  await sql`insert into report_run (id, report_id, report_name, user_id, run_by, format, conditions, task_id, status, row_count, message,
      started_at, ended_at)
    values (${run.id}::uuid, ${run.reportId}::uuid, ${run.reportName}, ${run.userId}::uuid, ${run.runBy}, ${run.format}, ${run.conditions},
      ${run.taskId}::uuid, ${run.status}, ${run.rowCount}, ${run.message}, ${run.at}::timestamptz, ${ended}::timestamptz)
    on conflict (task_id) do nothing`.execute(connection);
}

/** Notes how a run ended that was made while it was sent. */
export async function endReportRun(
  connection: Connection,
  end: { id: string; status: "done" | "failed"; rowCount: number | null; message: string | null; at: string },
): Promise<void> {
  await sql`update report_run set status = ${end.status}, row_count = ${end.rowCount}, message = ${end.message}, ended_at = ${end.at}::timestamptz
    where id = ${end.id}::uuid and status = 'running'`.execute(connection);
}

/** When reports were last run, by report. */
export async function lastReportRuns(
  connection: Connection,
  reportIds: readonly string[],
): Promise<Map<string, string>> {
  if (reportIds.length === 0) return new Map();
  const { rows } = await sql<{ id: string; at: string }>`select report_id as id, max(started_at) as at from report_run
    where report_id = any (${[...reportIds]}::uuid[]) group by report_id`.execute(connection);
  return new Map(rows.map(({ id, at }) => [id, at]));
}

/**
 * Removes runs that are older than the instant, and ends those whose process went away while it sent them.
 * @param lostBefore what was begun before this instant and is not ended nobody sends any more
 */
export async function purgeReportRuns(connection: Connection, before: string, lostBefore: string): Promise<void> {
  await sql`delete from report_run where started_at < ${before}::timestamptz`.execute(connection);
  await sql`update report_run set status = 'failed', message = '生成时中断', ended_at = started_at
    where status = 'running' and task_id is null and started_at < ${lostBefore}::timestamptz`.execute(connection);
}
