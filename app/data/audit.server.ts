import { type RawBuilder, sql } from "kysely";
import type { Connection } from "./database.server";

/** One changed value, as stored and as people read it at the time. */
export interface Change {
  /** `amount`, or `items.10.qty` for the line with that number. */
  path: string;
  label: string;
  from: unknown;
  to: unknown;
  fromText: string;
  toText: string;
  /** Of rows that the staff see by their scope: whose the row was before and after, by the columns that say so. */
  rowScope?: Readonly<Record<string, readonly string[]>>;
}

/** A warning that somebody passed by saying why. */
export interface PassedWarning {
  check: string;
  text: string;
  /** Code of the rule of an administrator that asked for it. */
  rule?: string;
}

export interface AuditRow {
  id: string;
  at: string;
  userId: string | null;
  userName: string;
  userSupplierId: string | null;
  entity: string;
  recordId: string;
  recordNumber: string | null;
  action: string;
  label: string;
  changes: Change[];
  reason: string | null;
  /** Changes of fields that suppliers may not read; kept in a column their role holds no right to. */
  staffChanges: Change[];
  staffReason: string | null;
  requestId: string;
  ip: string;
  channel: string;
  /** Warnings that were passed by the reason; none unless it says so. Suppliers hold no right to read them. */
  passed?: readonly PassedWarning[];
  /**
   * Whose staff reads the warnings that were passed, as far as the record says it; else that of what it hangs on. Kept with these alone.
   * Suppliers hold no right to read it.
   */
  scope?: { factoryId: string | null; purchaseGroupId: string | null };
  /** Suppliers that may read this row. */
  suppliers: string[];
}

/** Appends to the audit trail, inside the transaction of the change itself. */
export async function insertAudit(connection: Connection, row: AuditRow): Promise<void> {
  await oneAudit(row).execute(connection);
}

/** Appends what happened to several records at once, with one statement. */
export async function insertAudits(connection: Connection, rows: readonly AuditRow[]): Promise<void> {
  if (rows.length > 0) await everyAudit(rows).execute(connection);
}

/**
 * The same, and asks with it which of the records somebody else watches: of most nobody does, and then nothing need be worded for anybody.
 * @returns ids of those that are watched
 */
export async function insertAuditsHeard(connection: Connection, rows: readonly AuditRow[]): Promise<Set<string>> {
  if (rows.length === 0) return new Set();
  const nobody = { to: [], roles: [], suppliers: [], later: null };
  const asked = rows.map(({ entity, recordId, userId }) => ({
    ...nobody,
    ...{ watchers: true, entity, record: recordId, actor: userId },
  }));
  const heard = await sql<{ id: string }>`with kept as (${everyAudit(rows)})
    select distinct e.value ->> 'record' as id from jsonb_array_elements(${JSON.stringify(asked)}::jsonb) as e where is_heard(e.value)`.execute(
    connection,
  );
  return new Set(heard.rows.map(({ id }) => id));
}

function everyAudit(rows: readonly AuditRow[]): RawBuilder<unknown> {
  const [first, second] = rows;
  return first && !second ? oneAudit(first) : manyAudits(rows);
}

function oneAudit(row: AuditRow): RawBuilder<unknown> {
  const { entity, recordId, passed = [], scope } = row;
  const [factoryId, groupId] = [scope?.factoryId ?? null, scope?.purchaseGroupId ?? null];
  const part = (column: "factory" | "purchase_group", known: string | null) =>
    passed.length === 0 || known !== null
      ? sql`${known}::uuid`
      : sql`(select ${sql.ref(column)} from scope_of_warned(${entity}, ${recordId}::uuid))`;
  return sql`insert into audit_log (id, at, user_id, user_name, user_supplier_id, entity, record_id, record_number, action, label, changes, reason, staff_changes, staff_reason, request_id, ip, channel, passed, factory_id, purchase_group_id, suppliers)
    values (${row.id}, ${row.at}, ${row.userId}, ${row.userName}, ${row.userSupplierId}, ${row.entity}, ${row.recordId}, ${row.recordNumber}, ${row.action}, ${row.label}, ${JSON.stringify(row.changes)}::jsonb, ${row.reason}, ${JSON.stringify(row.staffChanges)}::jsonb, ${row.staffReason}, ${row.requestId}, ${row.ip}, ${row.channel}, ${JSON.stringify(passed)}::jsonb, ${part("factory", factoryId)}, ${part("purchase_group", groupId)}, ${row.suppliers}::uuid[])`;
}

function manyAudits(rows: readonly AuditRow[]): RawBuilder<unknown> {
  const stored = rows.map((row) => ({
    ...{ id: row.id, at: row.at, user_id: row.userId, user_name: row.userName, user_supplier_id: row.userSupplierId },
    ...{ entity: row.entity, record_id: row.recordId, record_number: row.recordNumber, action: row.action },
    ...{ label: row.label, changes: row.changes, reason: row.reason, staff_changes: row.staffChanges },
    ...{ staff_reason: row.staffReason, request_id: row.requestId, ip: row.ip, channel: row.channel },
    ...{ passed: row.passed ?? [], factory_id: row.scope?.factoryId, purchase_group_id: row.scope?.purchaseGroupId },
    suppliers: row.suppliers,
  }));
  // Whose staff reads a warning is only asked where one was passed: a lateral join would call the function for every row.
  const isWarned = rows.some(({ passed = [] }) => passed.length > 0);
  const [factory, group, hangsOn] = isWarned
    ? [
        sql`coalesce(factory_id, hangs_on.factory)`,
        sql`coalesce(purchase_group_id, hangs_on.purchase_group)`,
        sql`left join lateral (
        select found.factory, found.purchase_group from scope_of_warned(happened.entity, happened.record_id) as found
        where happened.passed <> '[]') as hangs_on on true`,
      ]
    : [sql`factory_id`, sql`purchase_group_id`, sql``];
  return sql`insert into audit_log (id, at, user_id, user_name, user_supplier_id, entity, record_id, record_number, action, label, changes, reason, staff_changes, staff_reason, request_id, ip, channel, passed, factory_id, purchase_group_id, suppliers)
    select id, at, user_id, user_name, user_supplier_id, entity, record_id, record_number, action, label, changes, reason, staff_changes, staff_reason, request_id, ip, channel, passed,
      ${factory}, ${group}, suppliers
    from jsonb_populate_recordset(null::audit_log, ${JSON.stringify(stored)}::jsonb) as happened ${hangsOn}`;
}

/**
 * Appends the row, unless the same person did the same to the same record for the same reason since an instant. Requests that come at once
 * wait for each other.
 */
export async function insertAuditOnce(connection: Connection, row: AuditRow, since: string): Promise<void> {
  const { entity, recordId, action, userId, staffReason } = row;
  await sql`select pg_advisory_xact_lock(hashtextextended(${`audit ${action} ${userId} ${recordId}`}, 0))`.execute(
    connection,
  );
  const { rows } = await sql<{ id: string }>`
    select id from audit_log where record_id = ${recordId} and entity = ${entity} and action = ${action}
      and user_id is not distinct from ${userId} and staff_reason is not distinct from ${staffReason} and at > ${since} limit 1`.execute(
    connection,
  );
  if (rows.length === 0) await insertAudit(connection, row);
}

export interface AuditEntry {
  id: string;
  at: string;
  userName: string;
  userSupplierId: string | null;
  action: string;
  label: string;
  changes: Change[];
  reason: string | null;
}

/** The newest entries of a record, newest first. `supplierId` narrows to what that supplier may read. */
export async function selectAudit(
  connection: Connection,
  wanted: { entity: string; recordId: string; supplierId: string | null; limit: number; offset?: number },
): Promise<AuditEntry[]> {
  // A supplier's role holds no right to the staff columns: naming them would be refused.
  const [wall, changes, reason] = wanted.supplierId
    ? [sql`and ${wanted.supplierId}::uuid = any (suppliers)`, sql`changes`, sql`reason`]
    : [sql``, sql`changes || staff_changes as changes`, sql`coalesce(staff_reason, reason) as reason`];
  const { rows } = await sql<{
    id: string;
    at: string;
    user_name: string;
    user_supplier_id: string | null;
    action: string;
    label: string;
    changes: Change[];
    reason: string | null;
  }>`select id, at, user_name, user_supplier_id, action, label, ${changes}, ${reason} from audit_log
    where record_id = ${wanted.recordId} and entity = ${wanted.entity} ${wall} order by at desc, id desc limit ${wanted.limit} offset ${wanted.offset ?? 0}`.execute(
    connection,
  );
  return rows.map((row) => ({
    id: row.id,
    at: row.at,
    userName: row.user_name,
    userSupplierId: row.user_supplier_id,
    action: row.action,
    label: row.label,
    changes: row.changes,
    reason: row.reason,
  }));
}

/** A warning of a record that was passed: what it said, who passed it, when, by which move and why. */
export interface PassedOfRecord {
  text: string;
  userName: string;
  at: string;
  label: string;
  reason: string;
}

/** Warnings of a record that were passed, each as it was passed last. Suppliers hold no right to the columns. */
export async function selectPassed(
  connection: Connection,
  { entity, recordId }: { entity: string; recordId: string },
): Promise<PassedOfRecord[]> {
  const { rows } = await sql<PassedOfRecord>`
    select distinct on (found->>'text') found->>'text' as text, a.user_name as "userName", a.at, a.label,
      coalesce(a.staff_reason, a.reason, '') as reason
    from audit_log a cross join lateral jsonb_array_elements(a.passed) as found
    where a.record_id = ${recordId} and a.entity = ${entity} and a.passed <> '[]' order by found->>'text', a.at desc`.execute(
    connection,
  );
  return rows;
}

/** A row of the trail with what it is about. */
export interface TrailRow {
  id: string;
  entity: string;
  recordId: string;
  recordNumber: string | null;
  action: string;
  changes: Change[];
}

/** Rows of the trail by id, for whoever may read all of it. */
export async function selectTrail(connection: Connection, ids: readonly string[]): Promise<TrailRow[]> {
  const { rows } = await sql<{
    id: string;
    entity: string;
    record_id: string;
    record_number: string | null;
    action: string;
    changes: Change[];
  }>`select id, entity, record_id, record_number, action, changes from audit_entry where id = any (${[...ids]}::uuid[])`.execute(
    connection,
  );
  return rows.map(({ record_id, record_number, ...row }) => ({
    ...row,
    recordId: record_id,
    recordNumber: record_number,
  }));
}
