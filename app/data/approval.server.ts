import { sql } from "kysely";
import type { Connection } from "./database.server";

/*
 * Rows of approval: published versions of flows, cases, their steps, and who was asked. All of it is staff's; suppliers hold
 * no right to these tables. Nothing is deleted.
 */

export type CaseState = "open" | "approved" | "rejected" | "sent_back" | "withdrawn";
export type StepState = "waiting" | "open" | "approved" | "rejected" | "sent_back" | "skipped" | "dropped";
export type AskedState = "open" | "approved" | "rejected" | "sent_back" | "handed_over" | "dropped";

/** A version of a flow as it was published; `definition` is parsed by who reads it. */
export interface FlowVersionRow {
  id: string;
  flowId: string;
  version: number;
  code: string;
  name: string;
  priority: number;
  definition: unknown;
}

/** Published versions of the flows in use for a kind of document, the first to count first. */
export async function selectFlows(connection: Connection, document: string): Promise<FlowVersionRow[]> {
  const { rows } = await sql<FlowVersionRow>`
    select v.id, v.flow_id as "flowId", v.version, f.code, f.name, v.priority, v.definition
    from approval_flow f join approval_flow_version v on v.flow_id = f.id and v.version = f.published_version
    where f.state = 'active' and v.document = ${document} order by v.priority desc, f.code`.execute(connection);
  return rows;
}

/** The published versions of one flow, newest first. */
export async function selectFlowVersions(
  connection: Connection,
  flowId: string,
): Promise<{ version: number; at: string; by: string | null; cases: number; definition: unknown }[]> {
  const { rows } = await sql<{ version: number; at: string; by: string | null; cases: number; definition: unknown }>`
    select v.version, v.published_at as at, u.username as by, v.definition,
      (select count(*)::int from approval_case c where c.flow_id = v.flow_id and c.flow_version = v.version) as cases
    from approval_flow_version v left join app_user u on u.id = v.published_by
    where v.flow_id = ${flowId} order by v.version desc`.execute(connection);
  return rows;
}

export async function insertFlowVersion(
  connection: Connection,
  row: {
    id: string;
    flowId: string;
    version: number;
    document: string;
    priority: number;
    definition: unknown;
    at: string;
    by: string | null;
  },
): Promise<void> {
  await sql`insert into approval_flow_version (id, flow_id, version, document, priority, definition, published_at, published_by)
    values (${row.id}, ${row.flowId}, ${row.version}, ${row.document}, ${row.priority}, ${JSON.stringify(row.definition)}::jsonb, ${row.at}, ${row.by})`.execute(
    connection,
  );
}

export interface CaseRow {
  id: string;
  entity: string;
  recordId: string;
  recordNumber: string | null;
  title: string;
  flowId: string;
  flowVersion: number;
  flowName: string;
  move: string;
  /** What was typed for the transition that asks: it is made with it in the end. */
  made: unknown;
  state: CaseState;
  sinceVersion: number;
  startedBy: string | null;
  startedByName: string;
  startedAt: string;
  endedAt: string | null;
}

const CASE = sql`id, entity, record_id as "recordId", record_number as "recordNumber", title, flow_id as "flowId",
  flow_version as "flowVersion", flow_name as "flowName", move, made, state, since_version as "sinceVersion",
  started_by as "startedBy", started_by_name as "startedByName", started_at as "startedAt", ended_at as "endedAt"`;

/** The running case of a document, locked until the transaction ends: whoever decides next waits for it. */
export async function lockCase(connection: Connection, entity: string, recordId: string): Promise<CaseRow | null> {
  const { rows } = await sql<CaseRow>`select ${CASE} from approval_case
    where entity = ${entity} and record_id = ${recordId} and state = 'open' for update`.execute(connection);
  return rows[0] ?? null;
}

/** The same without the lock. */
export async function findCase(connection: Connection, entity: string, recordId: string): Promise<CaseRow | null> {
  const { rows } = await sql<CaseRow>`select ${CASE} from approval_case
    where entity = ${entity} and record_id = ${recordId} and state = 'open'`.execute(connection);
  return rows[0] ?? null;
}

/** A case by its id, whatever became of it. */
export async function findCaseById(connection: Connection, id: string): Promise<CaseRow | null> {
  const { rows } = await sql<CaseRow>`select ${CASE} from approval_case where id = ${id}`.execute(connection);
  return rows[0] ?? null;
}

/** A case with the version of the flow it goes by, as that was published. */
export interface CourseRow extends CaseRow {
  definition: unknown;
}

/** All cases of a document, newest first. */
export async function selectCases(connection: Connection, entity: string, recordId: string): Promise<CourseRow[]> {
  const { rows } = await sql<CourseRow>`select ${CASE}, (select v.definition from approval_flow_version v
      where v.flow_id = approval_case.flow_id and v.version = approval_case.flow_version) as definition
    from approval_case where entity = ${entity} and record_id = ${recordId} order by started_at desc, id desc limit 20`.execute(
    connection,
  );
  return rows;
}

export async function insertCase(connection: Connection, row: Omit<CaseRow, "state" | "endedAt">): Promise<void> {
  await sql`insert into approval_case (id, entity, record_id, record_number, title, flow_id, flow_version, flow_name, move, made, state, since_version, started_by, started_by_name, started_at)
    values (${row.id}, ${row.entity}, ${row.recordId}, ${row.recordNumber}, ${row.title}, ${row.flowId}, ${row.flowVersion}, ${row.flowName}, ${row.move},
      ${JSON.stringify(row.made)}::jsonb, 'open', ${row.sinceVersion}, ${row.startedBy}, ${row.startedByName}, ${row.startedAt})`.execute(
    connection,
  );
}

/** Ends a case with all that was still open in it. */
export async function endCase(
  connection: Connection,
  wanted: { id: string; state: Exclude<CaseState, "open">; at: string },
): Promise<void> {
  const { id, state, at } = wanted;
  await sql`update approval_case set state = ${state}, ended_at = ${at} where id = ${id}`.execute(connection);
  await sql`update approval_step set state = 'dropped', ended_at = ${at} where case_id = ${id} and state in ('open', 'waiting')`.execute(
    connection,
  );
  await sql`update approval_asked set state = 'dropped' where case_id = ${id} and state = 'open'`.execute(connection);
}

export interface StepRow {
  id: string;
  caseId: string;
  /** Order in which the steps were planned; sent back ones are planned again at the end. */
  seq: number;
  /** Steps of one number run side by side. */
  stage: number;
  state: StepState;
  definition: unknown;
  openedAt: string | null;
  dueAt: string | null;
  endedAt: string | null;
}

const STEP = sql`id, case_id as "caseId", seq, stage, state, definition, opened_at as "openedAt", due_at as "dueAt", ended_at as "endedAt"`;

export async function insertStep(
  connection: Connection,
  row: Pick<StepRow, "id" | "caseId" | "seq" | "stage" | "definition">,
): Promise<void> {
  await sql`insert into approval_step (id, case_id, seq, stage, state, definition)
    values (${row.id}, ${row.caseId}, ${row.seq}, ${row.stage}, 'waiting', ${JSON.stringify(row.definition)}::jsonb)`.execute(
    connection,
  );
}

/** Steps of cases in the order of their stages. */
export async function selectSteps(connection: Connection, caseIds: readonly string[]): Promise<StepRow[]> {
  if (caseIds.length === 0) return [];
  const { rows } = await sql<StepRow>`select ${STEP} from approval_step
    where case_id = any(${[...caseIds]}::uuid[]) order by seq, stage, id`.execute(connection);
  return rows;
}

export async function openStepRow(
  connection: Connection,
  wanted: { id: string; at: string; dueAt: string | null },
): Promise<void> {
  await sql`update approval_step set state = 'open', opened_at = ${wanted.at}, due_at = ${wanted.dueAt}::timestamptz where id = ${wanted.id}`.execute(
    connection,
  );
}

/** Ends a step; whoever was still asked in it need not answer any more. */
export async function endStep(
  connection: Connection,
  wanted: { id: string; state: Exclude<StepState, "open" | "waiting">; at: string },
): Promise<void> {
  await sql`update approval_step set state = ${wanted.state}, ended_at = ${wanted.at} where id = ${wanted.id}`.execute(
    connection,
  );
  await sql`update approval_asked set state = 'dropped' where step_id = ${wanted.id} and state = 'open'`.execute(
    connection,
  );
}

export interface AskedRow {
  id: string;
  stepId: string;
  caseId: string;
  /** Null where another system is asked. */
  userId: string | null;
  name: string;
  /** Why this person is asked: by the flow, by a colleague who handed over, as the superior of somebody who is late. */
  cameBy: "flow" | "hand_over" | "escalation";
  fromName: string | null;
  state: AskedState;
  /** Who decided: the person, a deputy, somebody in another system. */
  actedName: string | null;
  actedBy: string | null;
  note: string | null;
  actedAt: string | null;
}

const ASKED = sql`id, step_id as "stepId", case_id as "caseId", user_id as "userId", name, came_by as "cameBy", from_name as "fromName",
  state, acted_by as "actedBy", acted_name as "actedName", note, acted_at as "actedAt"`;

/** How a question stands among the tasks of whoever is asked. */
export interface AskedTask {
  title: string;
  description: string;
  businessType: string;
  businessKey: string | null;
  entity: string;
  recordId: string;
  /** The page of the document, below the base path. */
  path: string;
  dueAt: string | null;
  /** Who asked for approval. */
  by: string | null;
}

/** Asks somebody; a person gets a task under the id of the question, which ends with it (trigger `approval_task`). */
export async function insertAsked(
  connection: Connection,
  row: Pick<AskedRow, "id" | "stepId" | "caseId" | "userId" | "name" | "cameBy" | "fromName"> & { at: string },
  task: AskedTask,
): Promise<void> {
  await sql`with own_task as (
      insert into task (id, state, title, description, business_type, business_key, document_entity, document_id, path, assignee_id, due_at,
        priority, source, created_by, created_at, updated_by, updated_at)
      select ${row.id}::uuid, 'open', ${task.title}, ${task.description}, ${task.businessType}, ${task.businessKey}, ${task.entity}, ${task.recordId},
        ${task.path}, ${row.userId}::uuid, ${task.dueAt}::timestamptz, 'normal', 'approval', ${task.by}::uuid, ${row.at}::timestamptz, ${task.by}::uuid,
        ${row.at}::timestamptz
      where ${row.userId}::uuid is not null)
    insert into approval_asked (id, step_id, case_id, user_id, name, came_by, from_name, state, asked_at)
    values (${row.id}, ${row.stepId}, ${row.caseId}, ${row.userId}, ${row.name}, ${row.cameBy}, ${row.fromName}, 'open', ${row.at})`.execute(
    connection,
  );
}

export async function selectAsked(connection: Connection, caseIds: readonly string[]): Promise<AskedRow[]> {
  if (caseIds.length === 0) return [];
  const { rows } = await sql<AskedRow>`select ${ASKED} from approval_asked
    where case_id = any(${[...caseIds]}::uuid[]) order by asked_at, id`.execute(connection);
  return rows;
}

export async function answerAsked(
  connection: Connection,
  wanted: {
    id: string;
    state: Exclude<AskedState, "open" | "dropped">;
    by: string | null;
    name: string;
    note: string | null;
    at: string;
  },
): Promise<void> {
  await sql`update approval_asked set state = ${wanted.state}, acted_by = ${wanted.by}, acted_name = ${wanted.name}, note = ${wanted.note}, acted_at = ${wanted.at}
    where id = ${wanted.id} and state = 'open'`.execute(connection);
}

export interface Deputised {
  ownerId: string;
  ownerName: string;
}

/** For whom a person stands in on a day, for one kind of document. */
export async function selectOwnersOf(
  connection: Connection,
  wanted: { deputyId: string; today: string; document: string },
): Promise<Deputised[]> {
  const { rows } = await sql<Deputised>`select d.owner_id as "ownerId", u.username as "ownerName" from approval_deputy d
    join app_user u on u.id = d.owner_id
    where d.deputy_id = ${wanted.deputyId} and d.enabled and d.from_day <= ${wanted.today}::date and d.to_day >= ${wanted.today}::date
      and (d.document is null or d.document = ${wanted.document})`.execute(connection);
  return rows;
}

/** Staff by id that may sign in, with name and superior. */
export async function selectStaff(
  connection: Connection,
  ids: readonly string[],
): Promise<{ id: string; name: string; superiorId: string | null }[]> {
  if (ids.length === 0) return [];
  const { rows } = await sql<{ id: string; name: string; superiorId: string | null }>`
    select id, username as name, superior_id as "superiorId" from app_user
    where id = any(${[...ids]}::uuid[]) and user_type = 'internal' and state in ('active', 'locked') order by username, id`.execute(
    connection,
  );
  return rows;
}

/** A member of staff that may sign in, by account. */
export async function selectStaffByAccount(
  connection: Connection,
  account: string,
): Promise<{ id: string; name: string } | null> {
  const { rows } = await sql<{ id: string; name: string }>`select id, username as name from app_user
    where lower(accountname) = lower(${account}) and user_type = 'internal' and state in ('active', 'locked')`.execute(
    connection,
  );
  return rows[0] ?? null;
}

/** Staff that hold a role on a day. */
export async function selectHolders(connection: Connection, roleId: string, today: string): Promise<string[]> {
  const { rows } = await sql<{
    id: string;
  }>`select u.id from role r join user_role g on g.role_code = r.code join app_user u on u.id = g.user_id
    where r.id = ${roleId} and r.enabled and u.user_type = 'internal' and u.state in ('active', 'locked')
      and coalesce(g.valid_from <= ${today}::date, true) and coalesce(g.valid_until >= ${today}::date, true)
    order by u.username, u.id limit 200`.execute(connection);
  return rows.map(({ id }) => id);
}

export interface OverdueStep {
  stepId: string;
  caseId: string;
  entity: string;
  recordId: string;
  recordNumber: string | null;
  title: string;
  definition: unknown;
  dueAt: string;
  /** Asks for a reminder, for an escalation, or for both. */
  reminds: boolean;
  escalates: boolean;
}

/**
 * The longest overdue of the open steps that were not yet reminded of on this day, or not yet escalated; locked. Null when there is none, or
 * others have them all.
 * @param wanted.except steps that were tried already
 */
export async function lockNextOverdue(
  connection: Connection,
  wanted: { now: string; remindedBefore: string; except: readonly string[] },
): Promise<OverdueStep | null> {
  const { rows } = await sql<OverdueStep>`
    select s.id as "stepId", s.case_id as "caseId", c.entity, c.record_id as "recordId", c.record_number as "recordNumber", c.title, s.definition, s.due_at as "dueAt",
      (s.reminded_at is null or s.reminded_at < ${wanted.remindedBefore}::timestamptz) as reminds,
      (s.escalated_at is null and s.definition ->> 'escalate' = 'superior') as escalates
    from approval_step s join approval_case c on c.id = s.case_id
    where s.state = 'open' and s.due_at < ${wanted.now}::timestamptz and s.id <> all (${[...wanted.except]}::uuid[])
      and (s.reminded_at is null or s.reminded_at < ${wanted.remindedBefore}::timestamptz
        or (s.escalated_at is null and s.definition ->> 'escalate' = 'superior'))
    order by s.due_at, s.id limit 1 for update of s skip locked`.execute(connection);
  return rows[0] ?? null;
}

export async function markReminded(connection: Connection, stepId: string, now: string): Promise<void> {
  await sql`update approval_step set reminded_at = ${now} where id = ${stepId}`.execute(connection);
}

export async function markEscalated(connection: Connection, stepId: string, now: string): Promise<void> {
  await sql`update approval_step set escalated_at = ${now} where id = ${stepId}`.execute(connection);
}

/** What a person needs to know of the running case of a document before it may decide; one statement. */
export interface PendingApproval {
  caseId: string;
  sinceVersion: number;
  startedBy: string | null;
  /** It is asked itself, or stands in for somebody who is, and has not decided in that step yet. */
  isAsked: boolean;
}

/** @param wanted.userId null for the system, which is never asked */
export async function selectPendingApproval(
  connection: Connection,
  wanted: { entity: string; recordId: string; userId: string | null; today: string },
): Promise<PendingApproval | null> {
  const { entity, recordId, userId, today } = wanted;
  const { rows } = await sql<PendingApproval>`
    select c.id as "caseId", c.since_version as "sinceVersion", c.started_by as "startedBy", exists (
      select 1 from approval_asked a join approval_step s on s.id = a.step_id
      where a.case_id = c.id and a.state = 'open' and s.state = 'open'
        and (a.user_id = ${userId}::uuid or a.user_id in (
          select d.owner_id from approval_deputy d where d.deputy_id = ${userId}::uuid and d.enabled
            and d.from_day <= ${today}::date and d.to_day >= ${today}::date and (d.document is null or d.document = c.entity)))
        and not exists (select 1 from approval_asked b where b.step_id = a.step_id and b.acted_by = ${userId}::uuid and b.state = 'approved')
    ) as "isAsked"
    from approval_case c where c.entity = ${entity} and c.record_id = ${recordId} and c.state = 'open'`.execute(
    connection,
  );
  return rows[0] ?? null;
}
