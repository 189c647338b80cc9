import { sql } from "kysely";
import type { Connection } from "./database.server";

/*
 * The lines of which documents are made beside the page, kept beside their task. The task itself is an entity; these are not, because nobody
 * looks at them but through the task.
 */

export type ConversionRowState = "new" | "done" | "failed";

export interface ConversionRow {
  id: string;
  rowNo: number;
  lineId: string;
  label: string;
  /** Lines of the same group may stand on one document. */
  groupKey: string;
  /** As it was proposed or typed: judged when the document is made. */
  quantity: string;
  state: ConversionRowState;
  reason: string | null;
  recordId: string | null;
  recordNumber: string | null;
}

export interface ConversionCounts {
  total: number;
  left: number;
  done: number;
  fail: number;
  documents: number;
}

const COLUMNS = sql`id, row_no as "rowNo", line_id as "lineId", label, group_key as "groupKey", quantity, state, reason,
  record_id as "recordId", record_number as "recordNumber"`;

/** Writes all lines of a task in one statement. */
export async function insertConversionRows(
  connection: Connection,
  taskId: string,
  rows: readonly Pick<ConversionRow, "id" | "rowNo" | "lineId" | "label" | "groupKey" | "quantity">[],
): Promise<void> {
  await sql`insert into conversion_row (id, task_id, row_no, line_id, label, group_key, quantity, state)
    select r.id, ${taskId}::uuid, r."rowNo", r."lineId", r.label, r."groupKey", r.quantity, 'new'
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
      as r (id uuid, "rowNo" integer, "lineId" uuid, label text, "groupKey" text, quantity text)`.execute(connection);
}

/** The next lines of one document: those of the group of the first that waits. */
export async function nextConversionRows(
  connection: Connection,
  taskId: string,
  limit: number,
): Promise<ConversionRow[]> {
  const { rows } = await sql<ConversionRow>`select ${COLUMNS} from conversion_row
    where task_id = ${taskId}::uuid and state = 'new' and group_key = (
      select group_key from conversion_row where task_id = ${taskId}::uuid and state = 'new' order by row_no limit 1)
    order by row_no limit ${limit}`.execute(connection);
  return rows;
}

/** Lines of a task in this state, in their order. */
export async function conversionRows(
  connection: Connection,
  taskId: string,
  { state, limit }: { state: ConversionRowState; limit: number },
): Promise<ConversionRow[]> {
  const { rows } = await sql<ConversionRow>`select ${COLUMNS} from conversion_row
    where task_id = ${taskId}::uuid and state = ${state} order by row_no limit ${limit}`.execute(connection);
  return rows;
}

/** Documents that were made for a task, with how many of its lines each holds. */
export async function conversionDocuments(
  connection: Connection,
  taskId: string,
  limit: number,
): Promise<{ id: string; number: string | null; lines: number }[]> {
  const { rows } = await sql<{ id: string; number: string | null; lines: number }>`
    select record_id as id, min(record_number) as number, count(*)::int as lines from conversion_row
    where task_id = ${taskId}::uuid and record_id is not null group by record_id order by min(row_no) limit ${limit}`.execute(
    connection,
  );
  return rows;
}

/** Writes what became of lines. */
export async function endConversionRows(
  connection: Connection,
  rows: readonly Pick<ConversionRow, "id" | "state" | "reason" | "recordId" | "recordNumber">[],
): Promise<void> {
  await sql`update conversion_row t set state = r.state, reason = r.reason, record_id = r."recordId", record_number = r."recordNumber"
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
      as r (id uuid, state text, reason text, "recordId" uuid, "recordNumber" text)
    where t.id = r.id`.execute(connection);
}

/** How far tasks have come, by id. */
export async function countConversionRows(
  connection: Connection,
  taskIds: readonly string[],
): Promise<Map<string, ConversionCounts>> {
  const { rows } = await sql<ConversionCounts & { id: string }>`select task_id as id, count(*)::int as total,
    (count(*) filter (where state = 'new'))::int as "left",
    (count(*) filter (where state = 'done'))::int as done,
    (count(*) filter (where state = 'failed'))::int as fail,
    count(distinct record_id)::int as documents
    from conversion_row where task_id = any (${[...taskIds]}::uuid[]) group by task_id`.execute(connection);
  return new Map(rows.map(({ id, ...counts }) => [id, counts]));
}

/** One work at a time on a task, for the rest of the transaction. @returns false while another process is at it */
export async function lockConversion(connection: Connection, taskId: string): Promise<boolean> {
  const { rows } = await sql<{
    taken: boolean;
  }>`select pg_try_advisory_xact_lock(hashtextextended(${taskId}, 460632)) as taken`.execute(connection);
  return rows[0]?.taken === true;
}

/** Tasks that are under way, oldest first; those of blocked accounts wait until their owners are back. */
export async function runningConversions(connection: Connection, limit: number): Promise<{ id: string; by: string }[]> {
  const { rows } = await sql<{ id: string; by: string }>`select t.id, t.created_by as by from conversion_task t
    join app_user u on u.id = t.created_by and u.state in ('active', 'locked')
    where t.state = 'running' order by t.created_at limit ${limit}`.execute(connection);
  return rows;
}
