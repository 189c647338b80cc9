import { sql } from "kysely";
import type { Connection } from "./database.server";

/*
 * What a file said, kept beside its batch until it is carried out or given up. The batch itself is an entity; this is not,
 * because nobody looks at it but through the batch.
 */

export interface ImportFile {
  headings: string[];
  paths: string[];
}

export interface ImportRow {
  id: string;
  rowNo: number;
  cells: string[][];
  state: ImportRowState;
  op: "insert" | "update" | "skip" | null;
  label: string | null;
  changes: string | null;
  error: string | null;
  recordId: string | null;
}

/** `new` was not looked at yet. */
export type ImportRowState = "new" | "planned" | "failed" | "same" | "done";

export interface ImportCounts {
  total: number;
  fresh: number;
  planned: number;
  insert: number;
  update: number;
  same: number;
  fail: number;
  done: number;
}

export interface InsertImportInput {
  batchId: string;
  file: ImportFile;
  rows: readonly { id: string; rowNo: number; cells: string[][] }[];
  at: string;
}

/** Writes the heading and all rows of a file, in one statement each. */
export async function insertImport(
  connection: Connection,
  { batchId, file, rows, at }: InsertImportInput,
): Promise<void> {
  await sql`insert into import_file (batch_id, headings, paths, stored_at)
    values (${batchId}::uuid, ${JSON.stringify(file.headings)}::jsonb, ${JSON.stringify(file.paths)}::jsonb, ${at}::timestamptz)`.execute(
    connection,
  );
  await sql`insert into import_row (id, batch_id, row_no, cells, state)
    select r.id, ${batchId}::uuid, r."rowNo", r.cells, 'new'
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as r (id uuid, "rowNo" integer, cells jsonb)`.execute(
    connection,
  );
}

/** What a file's columns are; null once it was forgotten. */
export async function selectImportFile(connection: Connection, batchId: string): Promise<ImportFile | null> {
  const { rows } =
    await sql<ImportFile>`select headings, paths from import_file where batch_id = ${batchId}::uuid`.execute(
      connection,
    );
  return rows[0] ?? null;
}

/** The next rows of a batch in these states, in the order of the file. */
export async function selectImportRows(
  connection: Connection,
  batchId: string,
  request: { states: readonly ImportRowState[]; after?: number; limit: number; failedFirst?: boolean },
): Promise<ImportRow[]> {
  const { states, after = 0, limit, failedFirst = false } = request;
  const { rows } =
    await sql<ImportRow>`select id, row_no as "rowNo", cells, state, op, label, changes, error, record_id as "recordId"
    from import_row where batch_id = ${batchId}::uuid and state = any (${[...states]}) and row_no > ${after}
    order by ${failedFirst ? sql`(state = 'failed') desc,` : sql``} row_no limit ${limit}`.execute(connection);
  return rows;
}

/**
 * Takes a row that waits in this state, for the rest of the transaction.
 * @returns false when somebody else has seen to it meanwhile
 */
export async function claimImportRow(connection: Connection, id: string, state: ImportRowState): Promise<boolean> {
  const { rows } = await sql`select 1 from import_row where id = ${id}::uuid and state = ${state} for update`.execute(
    connection,
  );
  return rows.length > 0;
}

/** Writes how rows were judged or ended. */
export async function endImportRows(
  connection: Connection,
  rows: readonly Pick<ImportRow, "id" | "state" | "op" | "label" | "changes" | "error" | "recordId">[],
): Promise<void> {
  await sql`update import_row t set state = r.state, op = r.op, label = coalesce(r.label, t.label), changes = r.changes,
      error = r.error, record_id = coalesce(r."recordId", t.record_id)
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
      as r (id uuid, state text, op text, label text, changes text, error text, "recordId" uuid)
    where t.id = r.id`.execute(connection);
}

/** Rows of a batch by what became, or is to become, of them. */
export async function countImportRows(connection: Connection, batchId: string): Promise<ImportCounts> {
  const { rows } = await sql<ImportCounts>`select count(*)::int as total,
    (count(*) filter (where state = 'new'))::int as fresh,
    (count(*) filter (where state = 'planned'))::int as planned,
    (count(*) filter (where state in ('planned', 'done') and op = 'insert'))::int as insert,
    (count(*) filter (where state in ('planned', 'done') and op = 'update'))::int as update,
    (count(*) filter (where state = 'same'))::int as same,
    (count(*) filter (where state = 'failed'))::int as fail,
    (count(*) filter (where state = 'done'))::int as done
    from import_row where batch_id = ${batchId}::uuid`.execute(connection);
  return rows[0] ?? { total: 0, fresh: 0, planned: 0, insert: 0, update: 0, same: 0, fail: 0, done: 0 };
}

/** Of all rows of a batch, which come first with each text in one column: a key that stands twice is found by it. */
export async function firstRowsBy(
  connection: Connection,
  batchId: string,
  column: number,
): Promise<Map<string, number>> {
  const { rows } = await sql<{ key: string; first: number }>`select lower(btrim(cells -> 0 ->> ${column}::int)) as key,
      min(row_no)::int as first
    from import_row where batch_id = ${batchId}::uuid and coalesce(btrim(cells -> 0 ->> ${column}::int), '') <> ''
    group by 1 having count(*) > 1`.execute(connection);
  return new Map(rows.map(({ key, first }) => [key, first]));
}

/** One work at a time on a batch, for the rest of the transaction. @returns false while another process is at it */
export async function lockImport(connection: Connection, batchId: string): Promise<boolean> {
  const { rows } = await sql<{
    taken: boolean;
  }>`select pg_try_advisory_xact_lock(hashtextextended(${batchId}, 460631)) as taken`.execute(connection);
  return rows[0]?.taken === true;
}

/** What a file said goes; what became of its rows stays. */
export async function purgeImport(connection: Connection, batchId: string): Promise<void> {
  await sql`delete from import_file where batch_id = ${batchId}::uuid`.execute(connection);
  await sql`update import_row set cells = '[]'::jsonb where batch_id = ${batchId}::uuid`.execute(connection);
}

/** What a file said of rows that are not failed goes; the others can still be taken back and put right. */
export async function purgeImported(connection: Connection, batchId: string): Promise<void> {
  await sql`update import_row set cells = '[]'::jsonb where batch_id = ${batchId}::uuid and state <> 'failed'`.execute(
    connection,
  );
}

/** The same as `purgeImport` for all files that were stored before the instant; called by a job. */
export async function purgeImports(connection: Connection, before: string): Promise<void> {
  await sql`update import_row set cells = '[]'::jsonb where cells <> '[]'::jsonb
    and batch_id in (select batch_id from import_file where stored_at < ${before}::timestamptz)`.execute(connection);
  await sql`delete from import_file where stored_at < ${before}::timestamptz`.execute(connection);
}

/** Batches that are under way, oldest first; those of blocked accounts wait until their owners are back. */
export async function unfinishedImports(connection: Connection, limit: number): Promise<{ id: string; by: string }[]> {
  const { rows } = await sql<{ id: string; by: string }>`select b.id, b.created_by as by from import_batch b
    join app_user u on u.id = b.created_by and u.state in ('active', 'locked')
    where b.state in ('checking', 'running') order by b.created_at limit ${limit}`.execute(connection);
  return rows;
}
