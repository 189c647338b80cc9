import { sql } from "kysely";
import type { Connection } from "./database.server";

/*
 * Tasks that the program opens and closes. Whoever moves a document may write no task of others: a supplier's transaction sees its
 * own alone. Both happen in functions with the owner's rights.
 */

/** A task as it is opened for a document. */
export interface OpenedTask {
  id: string;
  at: string;
  by: string | null;
  title: string;
  description: string | null;
  businessType: string;
  businessKey: string | null;
  entity: string;
  recordId: string;
  /** States of the document in which there is something to do, separated by commas; null: until somebody closes it. */
  states: string | null;
  path: string;
  assignee: string | null;
  /** Code of the role whose holders may claim it. */
  role: string | null;
  supplierId: string | null;
  factoryId: string | null;
  purchaseGroupId: string | null;
  dueAt: string | null;
  priority: string;
}

/** Opens a task unless the same one is open already. @returns whether a new one was opened */
export async function insertTask(connection: Connection, task: OpenedTask): Promise<boolean> {
  const { rows } = await sql<{ opened: boolean }>`select open_task(${JSON.stringify(task)}::jsonb) as opened`.execute(
    connection,
  );
  return rows[0]?.opened ?? false;
}

/** Which tasks of a document end, and how. */
export interface ClosedTasks {
  entity: string;
  recordId: string;
  /** Only those of this title. */
  title: string | null;
  /** Only those that make no sense in this state of the document; null: all of them. */
  outside: string | null;
  outcome: "done" | "cancelled";
  by: string | null;
  at: string;
}

/** Ends open tasks of a document that the program opened. @returns how many */
export async function endTasks(connection: Connection, wanted: ClosedTasks): Promise<number> {
  const { rows } = await sql<{ ended: number }>`select close_tasks(${JSON.stringify(wanted)}::jsonb) as ended`.execute(
    connection,
  );
  return rows[0]?.ended ?? 0;
}

/** The same of several documents, with one statement. */
export async function endTasksOfAll(
  connection: Connection,
  recordIds: readonly string[],
  wanted: Omit<ClosedTasks, "recordId">,
): Promise<void> {
  if (recordIds.length === 0) return;
  await sql`select close_tasks(${JSON.stringify(wanted)}::jsonb || jsonb_build_object('recordId', id))
    from unnest(${[...recordIds]}::text[]) as id`.execute(connection);
}

/**
 * Questions of approval that nobody but this person can answer: no deputy stands in, and nobody else is asked in a step that one person
 * decides. For the transactions of staff.
 */
export async function countLoneQuestions(connection: Connection, userId: string, today: string): Promise<number> {
  const { rows } = await sql<{ count: number }>`select count(*)::int as count from task t
    where t.assignee_id = ${userId} and t.source = 'approval' and t.state = 'open'
      and not exists (select 1 from task_deputy d where d.task_id = t.id and d.user_id <> ${userId}
        and d.from_day <= ${today}::date and d.to_day >= ${today}::date)
      and not exists (select 1 from approval_asked a join approval_step s on s.id = a.step_id and s.definition ->> 'rule' <> 'all'
        join approval_asked o on o.step_id = a.step_id and o.state = 'open' and o.user_id <> a.user_id where a.id = t.id)`.execute(
    connection,
  );
  return rows[0]?.count ?? 0;
}

/** A task somebody is to be reminded of. */
export interface DueTask {
  id: string;
  title: string;
  dueAt: string;
  assigneeId: string | null;
  supplierId: string | null;
  role: string | null;
  superiorId: string | null;
  /** Its superior has to hear of it as well. */
  escalates: boolean;
}

/**
 * The open task due longest before an instant that nobody was reminded of on this day; locked, those another process has left out.
 * Questions of approval have reminders of their own.
 * @param wanted.except ids of tasks that were tried already
 */
export async function lockNextDueTask(
  connection: Connection,
  wanted: { now: string; dueBefore: string; remindedBefore: string; escalateBefore: string; except: readonly string[] },
): Promise<DueTask | null> {
  const { rows } = await sql<DueTask>`
    select t.id, t.title, t.due_at as "dueAt", t.assignee_id as "assigneeId", t.supplier_id as "supplierId",
      (select r.code from role r where r.id = t.candidate_role_id) as role,
      (select u.superior_id from app_user u where u.id = t.assignee_id) as "superiorId",
      (t.escalated_at is null and t.due_at < ${wanted.escalateBefore}::timestamptz) as escalates
    from task t
    where t.state in ('open', 'claimed') and t.source <> 'approval' and t.due_at < ${wanted.dueBefore}::timestamptz
      and (t.reminded_at is null or t.reminded_at < ${wanted.remindedBefore}::timestamptz)
      and (t.snoozed_until is null or t.snoozed_until <= ${wanted.now}::timestamptz)
      and t.id <> all (${[...wanted.except]}::uuid[])
    order by t.due_at, t.id limit 1 for update of t skip locked`.execute(connection);
  return rows[0] ?? null;
}

export async function markTaskReminded(
  connection: Connection,
  wanted: { id: string; at: string; escalated: boolean },
): Promise<void> {
  await sql`update task set reminded_at = ${wanted.at}, escalated_at = case when ${wanted.escalated} then ${wanted.at}::timestamptz else escalated_at end
    where id = ${wanted.id}`.execute(connection);
}
