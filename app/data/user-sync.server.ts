import { sql } from "kysely";
import type { Connection } from "./database.server";

/** An account as the synchronisation knows it. */
export interface KnownAccount {
  id: string;
  accountname: string;
  workNo: string | null;
  state: string;
  userType: string;
  source: string;
}

/** Accounts that have one of the work numbers or names. */
export async function selectKnownAccounts(
  connection: Connection,
  by: { workNos: readonly string[]; names: readonly string[] },
): Promise<KnownAccount[]> {
  const { rows } = await sql<{
    id: string;
    accountname: string;
    work_no: string | null;
    state: string;
    user_type: string;
    source: string;
  }>`select id, accountname, work_no, state, user_type, source from app_user
    where work_no = any (${[...by.workNos]}) or lower(accountname) = any (${by.names.map((name) => name.toLowerCase())})`.execute(
    connection,
  );
  return rows.map(({ work_no, user_type, ...row }) => ({ ...row, workNo: work_no, userType: user_type }));
}

export interface NewSyncRow {
  id: string;
  row_no: number;
  work_no: string | null;
  accountname: string | null;
  username: string | null;
  op: string | null;
  state: string;
  changes: string | null;
  error: string | null;
  user_id: string | null;
  /** What was sent; kept for rows that can still be carried out. */
  body: Readonly<Record<string, string>> | null;
}

/** Writes the rows of a batch in one statement, and what was sent about those that wait. */
export async function insertSyncRows(
  connection: Connection,
  batch: { id: string; at: string; by: string | null },
  rows: readonly NewSyncRow[],
): Promise<void> {
  const { id, at, by } = batch;
  const text = JSON.stringify(rows);
  await sql`insert into user_log_row (id, batch_id, row_no, work_no, accountname, username, op, state, changes, error, user_id, created_by, created_at, updated_by, updated_at)
    select r.id, ${id}::uuid, r.row_no, r.work_no, r.accountname, r.username, r.op, r.state, r.changes, r.error, r.user_id, ${by}::uuid, ${at}::timestamptz, ${by}::uuid, ${at}::timestamptz
    from jsonb_to_recordset(${text}::jsonb) as r (id uuid, row_no integer, work_no text, accountname text, username text, op text, state text, changes text, error text, user_id uuid)`.execute(
    connection,
  );
  await sql`insert into user_log_payload (row_id, body, stored_at)
    select r.id, r.body, ${at}::timestamptz from jsonb_to_recordset(${text}::jsonb) as r (id uuid, body jsonb)
    where jsonb_typeof(r.body) = 'object'`.execute(connection);
}

export interface SyncRow {
  id: string;
  rowNo: number;
  body: Record<string, string>;
}

/** Rows of a batch in a state that can still be carried out, in their order. */
export async function selectSyncRows(connection: Connection, batchId: string, state: string): Promise<SyncRow[]> {
  const { rows } = await sql<{
    id: string;
    row_no: number;
    body: Record<string, string>;
  }>`select r.id, r.row_no, p.body from user_log_row r join user_log_payload p on p.row_id = r.id
    where r.batch_id = ${batchId} and r.state = ${state} order by r.row_no`.execute(connection);
  return rows.map(({ id, row_no, body }) => ({ id, rowNo: row_no, body }));
}

/**
 * Takes a row that waits, for the rest of the transaction.
 * @returns false when somebody else has carried it out meanwhile
 */
export async function claimSyncRow(connection: Connection, id: string): Promise<boolean> {
  const { rows } = await sql`select 1 from user_log_row where id = ${id} and state = 'planned' for update`.execute(
    connection,
  );
  return rows.length > 0;
}

export interface SyncOutcome {
  state: "done" | "failed" | "skipped";
  op: string | null;
  changes: string | null;
  error: string | null;
  userId: string | null;
  at: string;
}

/** Writes how a row ended. What was sent about the person goes, unless it may be tried again. */
export async function endSyncRow(connection: Connection, id: string, outcome: SyncOutcome): Promise<void> {
  const { state, op, changes, error, userId, at } = outcome;
  await sql`update user_log_row set state = ${state}, previous_state = state, op = coalesce(${op}, op), changes = ${changes}, error = ${error},
    user_id = coalesce(${userId}::uuid, user_id), version = version + 1, updated_at = ${at}::timestamptz where id = ${id}`.execute(
    connection,
  );
  if (state !== "failed") await sql`delete from user_log_payload where row_id = ${id}`.execute(connection);
}

export interface SyncCounts {
  planned: number;
  insert: number;
  update: number;
  block: number;
  skip: number;
  fail: number;
}

/** Rows of a batch by what became, or is to become, of them. */
export async function countSyncRows(connection: Connection, batchId: string): Promise<SyncCounts> {
  const { rows } = await sql<SyncCounts>`select
    (count(*) filter (where state = 'planned'))::int as planned,
    (count(*) filter (where state in ('planned', 'done') and op = 'insert'))::int as insert,
    (count(*) filter (where state in ('planned', 'done') and op = 'update'))::int as update,
    (count(*) filter (where state in ('planned', 'done') and op = 'block'))::int as block,
    (count(*) filter (where state = 'skipped'))::int as skip,
    (count(*) filter (where state = 'failed'))::int as fail
    from user_log_row where batch_id = ${batchId}`.execute(connection);
  return rows[0] ?? { planned: 0, insert: 0, update: 0, block: 0, skip: 0, fail: 0 };
}

/** Rows that people look at first: those that failed, then as they came. */
export async function selectSyncPreview(connection: Connection, batchId: string, limit: number): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`select id from user_log_row where batch_id = ${batchId}
    order by (state = 'failed') desc, (state = 'skipped'), row_no limit ${limit}`.execute(connection);
  return rows.map(({ id }) => id);
}

/** Holds up whoever else begins a synchronisation until this transaction ends. */
export async function lockSync(connection: Connection): Promise<void> {
  await sql`select pg_advisory_xact_lock(${SYNC_LOCK}::bigint)`.execute(connection);
}
const SYNC_LOCK = 4_606_001;

/** From now on the personnel master data keeps name, position and first day of the account. */
export async function markKeptByMdm(connection: Connection, userId: string): Promise<void> {
  await sql`update app_user set source = 'mdm' where id = ${userId} and source <> 'mdm'`.execute(connection);
}

/** What was sent about the rows of a batch goes. */
export async function purgeBatchPayloads(connection: Connection, batchId: string): Promise<void> {
  await sql`delete from user_log_payload where row_id in (select id from user_log_row where batch_id = ${batchId})`.execute(
    connection,
  );
}

/** What was sent before the instant goes, whether it was carried out or not; called by a job. */
export async function purgePayloads(connection: Connection, before: string): Promise<void> {
  await sql`delete from user_log_payload where stored_at < ${before}::timestamptz`.execute(connection);
}
