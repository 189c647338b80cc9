import { sql } from "kysely";
import type { GivenParam, RunState, Trigger } from "~/shared/job-words";
import type { Connection } from "./database.server";

/** A job whose time has come, locked for this transaction. */
export interface DueJob {
  id: string;
  name: string;
  scheduleType: string;
  scheduleConf: string | null;
  timeZone: string;
  misfire: string;
  overlap: string;
  nextRunAt: string;
}

const JOB_COLUMNS = sql`j.id, j.name, j.schedule_type as "scheduleType", j.schedule_conf as "scheduleConf", j.time_zone as "timeZone",
  j.misfire, j.overlap, j.next_run_at as "nextRunAt"`;

/** What waits for whoever looks; one cheap statement, asked every few seconds. */
export interface JobsOutlook {
  /** Jobs whose time has come. */
  due: boolean;
  /** Runs that wait to be handed over. */
  waiting: boolean;
  /** Runs that were handed over and not begun. */
  handed: boolean;
  /** Some of them so long ago that their message must be lost. */
  lost: boolean;
  /** Runs whose process says nothing any more. */
  lapsed: boolean;
}

/** @param lostBefore what was handed over before this instant and is not begun has lost its message */
export async function selectOutlook(connection: Connection, now: string, lostBefore: string): Promise<JobsOutlook> {
  const { rows } = await sql<JobsOutlook>`select
    exists (select 1 from job where state = 'running' and next_run_at <= ${now}::timestamptz) as due,
    exists (select 1 from job_run where state = 'queued' and handed_at is null and planned_at <= ${now}::timestamptz) as waiting,
    exists (select 1 from job_run where state = 'queued' and handed_at is not null) as handed,
    exists (select 1 from job_run where state = 'queued' and handed_at < ${lostBefore}::timestamptz) as lost,
    exists (select 1 from job_run where state = 'running' and lease_until < ${now}::timestamptz) as lapsed`.execute(
    connection,
  );
  return rows[0] ?? { due: false, waiting: false, handed: false, lost: false, lapsed: false };
}

/** Jobs whose time has come; those another process is looking at are left to it. */
export async function lockDueJobs(connection: Connection, now: string): Promise<DueJob[]> {
  const { rows } = await sql<DueJob>`select ${JOB_COLUMNS} from job j join job_group g on g.id = j.group_id
    where j.state = 'running' and j.next_run_at <= ${now}::timestamptz and g.enabled
    order by j.next_run_at, j.id limit 50 for update of j skip locked`.execute(connection);
  return rows;
}

/** All jobs that run by a schedule, locked: for when the clock was set. */
export async function lockRunningJobs(connection: Connection): Promise<DueJob[]> {
  const { rows } = await sql<DueJob>`select ${JOB_COLUMNS} from job j
    where j.state = 'running' and j.next_run_at is not null order by j.id for update of j`.execute(connection);
  return rows;
}

export async function setNextRun(connection: Connection, id: string, nextRunAt: string | null): Promise<void> {
  await sql`update job set next_run_at = ${nextRunAt} where id = ${id}`.execute(connection);
}

/** Leases that reach further than a lease lasts were written before the clock was set back. */
export async function shortenLeases(connection: Connection, latest: string): Promise<void> {
  await sql`update job_run set lease_until = ${latest} where state = 'running' and lease_until > ${latest}::timestamptz`.execute(
    connection,
  );
}

/** How many runs of a job wait and run. */
export async function countOpenRuns(
  connection: Connection,
  jobId: string,
): Promise<{ queued: number; running: number }> {
  const { rows } = await sql<{ queued: number; running: number }>`select
    (count(*) filter (where state = 'queued'))::int as queued, (count(*) filter (where state = 'running'))::int as running
    from job_run where job_id = ${jobId} and state in ('queued', 'running')`.execute(connection);
  return rows[0] ?? { queued: 0, running: 0 };
}

export interface NewRun {
  id: string;
  jobId: string;
  trigger: Trigger;
  plannedAt: string;
  attempt: number;
  operatorId: string | null;
  /** `queued`, or `skipped` with the reason. */
  state: "queued" | "skipped";
  summary: string | null;
  /** What it was told by hand; null: nothing. */
  params?: readonly GivenParam[] | null;
  at: string;
}

export async function insertRun(connection: Connection, run: NewRun): Promise<void> {
  const ended = run.state === "skipped" ? run.at : null;
  const params = run.params ? JSON.stringify(run.params) : null;
  await sql`insert into job_run (id, state, job_id, job_name, trigger_type, attempt, planned_at, ended_at, operator_id, summary, params,
      created_by, created_at, updated_at)
    select ${run.id}::uuid, ${run.state}, j.id, j.name, ${run.trigger}, ${run.attempt}::int, ${run.plannedAt}::timestamptz,
      ${ended}::timestamptz, ${run.operatorId}::uuid, ${run.summary}, ${params}::jsonb, ${run.operatorId}::uuid, ${run.at}::timestamptz, ${run.at}::timestamptz
    from job j where j.id = ${run.jobId}`.execute(connection);
}

/** Asks the runs of a job to end: those that run stop where they can, those that wait are not begun. */
export async function wantStop(connection: Connection, jobId: string, at: string, summary: string): Promise<number> {
  const { rows } = await sql<{ count: number }>`with asked as (
      update job_run set stop_wanted_at = ${at}::timestamptz where job_id = ${jobId} and state = 'running' and stop_wanted_at is null returning 1
    ), gone as (
      update job_run set previous_state = state, state = 'stopped', ended_at = ${at}::timestamptz, summary = ${summary}
      where job_id = ${jobId} and state = 'queued' returning 1
    ) select ((select count(*) from asked) + (select count(*) from gone))::int as count`.execute(connection);
  return rows[0]?.count ?? 0;
}

/** Asks only what runs now to end. */
export async function wantRunningStopped(connection: Connection, jobId: string, at: string): Promise<void> {
  await sql`update job_run set stop_wanted_at = ${at}::timestamptz where job_id = ${jobId} and state = 'running' and stop_wanted_at is null`.execute(
    connection,
  );
}

/** Locks the groups with runs that wait to be handed over, so that two processes do not count past each other. */
export async function lockWaitingGroups(
  connection: Connection,
  now: string,
): Promise<{ id: string; maxParallel: number; pauseFrom: string | null; pauseTo: string | null }[]> {
  const { rows } = await sql<{ id: string; maxParallel: number; pauseFrom: string | null; pauseTo: string | null }>`
    select g.id, g.max_parallel as "maxParallel", g.pause_from as "pauseFrom", g.pause_to as "pauseTo" from job_group g
    where exists (select 1 from job_run r join job j on j.id = r.job_id
      where j.group_id = g.id and r.state = 'queued' and r.handed_at is null and r.planned_at <= ${now}::timestamptz)
    order by g.id for update`.execute(connection);
  return rows;
}

/** A run that waits, and whether a person waits for it. */
export interface WaitingRun {
  id: string;
  isAsked: boolean;
  /** It makes up for a time that passed while nobody looked. */
  isMissed: boolean;
}

/** Somebody waits for it: it was begun by hand, or its handler does what people wait for. */
const isAsked = (awaited: readonly string[]) =>
  sql<boolean>`(r.trigger_type = 'manual' or j.handler = any (${[...awaited]}::text[]))`;

/**
 * Runs of a group that wait: those begun by hand, then those of handlers that people wait for, then the others, each by the time they
 * were planned for. Of a job that has one under way, none. Manual ones do not mind the window of the group.
 * @param wanted.awaited keys of the handlers that people wait for
 */
export async function waitingRuns(
  connection: Connection,
  wanted: { groupId: string; now: string; manualOnly: boolean; awaited: readonly string[] },
): Promise<WaitingRun[]> {
  const { groupId, now, manualOnly, awaited } = wanted;
  const { rows } = await sql<WaitingRun>`select id, "isAsked", "isMissed" from (
      select distinct on (r.job_id) r.id, r.planned_at, r.trigger_type = 'manual' as by_hand, ${isAsked(awaited)} as "isAsked",
        r.trigger_type = 'misfire' as "isMissed"
      from job_run r join job j on j.id = r.job_id
      where j.group_id = ${groupId} and r.state = 'queued' and r.handed_at is null and r.planned_at <= ${now}::timestamptz
        and (not ${manualOnly}::boolean or r.trigger_type = 'manual')
        and not exists (select 1 from job_run o where o.job_id = r.job_id
          and (o.state = 'running' or (o.state = 'queued' and o.handed_at is not null)))
      order by r.job_id, by_hand desc, r.planned_at, r.id) w
    order by by_hand desc, "isAsked" desc, planned_at, id`.execute(connection);
  return rows;
}

/** How much of a group is handed over and not ended. */
export interface HandedRuns {
  /** What people wait for. */
  asked: number;
  /** All else. */
  housekeeping: number;
  /** What of it makes up for a missed time, and was begun, or only handed over, after `since`. */
  missed: number;
}

/** @param wanted.awaited as in `waitingRuns` */
export async function countHanded(
  connection: Connection,
  wanted: { groupId: string; awaited: readonly string[]; since: string },
): Promise<HandedRuns> {
  const { groupId, awaited, since } = wanted;
  const asked = isAsked(awaited);
  const { rows } = await sql<HandedRuns>`select (count(*) filter (where ${asked}))::int as asked,
      (count(*) filter (where not ${asked}))::int as housekeeping,
      (count(*) filter (where not ${asked} and r.trigger_type = 'misfire'
        and coalesce(r.started_at, r.handed_at) > ${since}::timestamptz))::int as missed
    from job_run r join job j on j.id = r.job_id
    where j.group_id = ${groupId} and (r.state = 'running' or (r.state = 'queued' and r.handed_at is not null))`.execute(
    connection,
  );
  return rows[0] ?? { asked: 0, housekeeping: 0, missed: 0 };
}

export async function setHanded(connection: Connection, id: string, at: string | null): Promise<void> {
  await sql`update job_run set handed_at = ${at}::timestamptz where id = ${id}`.execute(connection);
}

/** Runs handed over that nobody began since the instant: their message was lost, by a restored backup for instance. */
export async function purgeHandOver(connection: Connection, before: string): Promise<void> {
  await sql`update job_run set handed_at = null where state = 'queued' and handed_at < ${before}::timestamptz`.execute(
    connection,
  );
}

/** A run that has begun here. */
export interface BegunRun {
  id: string;
  jobId: string;
  jobName: string;
  handler: string;
  timeoutS: number;
  params: unknown;
}

/** Begins a run, if it still waits; whoever comes second gets null. */
export async function beginRun(
  connection: Connection,
  begin: { id: string; worker: string; now: string; leaseUntil: string },
): Promise<BegunRun | null> {
  const { rows } =
    await sql<BegunRun>`update job_run r set previous_state = r.state, state = 'running', started_at = ${begin.now}::timestamptz,
      worker = ${begin.worker}, lease_until = ${begin.leaseUntil}::timestamptz
    from job j where r.id = ${begin.id} and r.state = 'queued' and j.id = r.job_id
    returning r.id, r.job_id as "jobId", r.job_name as "jobName", j.handler, j.timeout_s as "timeoutS", r.params`.execute(
      connection,
    );
  return rows[0] ?? null;
}

/** Says that a run lives, with its log so far. @returns whether it still is ours, and whether somebody wants it stopped */
export async function beatRun(
  connection: Connection,
  beat: { id: string; worker: string; leaseUntil: string; output: string },
): Promise<{ ours: boolean; stopWanted: boolean }> {
  const { rows } = await sql<{
    stop: boolean;
  }>`update job_run set lease_until = ${beat.leaseUntil}::timestamptz, output = nullif(${beat.output}, '')
    where id = ${beat.id} and state = 'running' and worker = ${beat.worker} returning stop_wanted_at is not null as stop`.execute(
    connection,
  );
  return { ours: rows.length > 0, stopWanted: rows[0]?.stop ?? false };
}

/** How a run ended. */
export interface RunEnd {
  id: string;
  state: RunState;
  at: string;
  summary: string | null;
  output: string | null;
}

/** A run that has just ended, with what its job wants done about it. */
export interface EndedRun {
  jobId: string;
  jobName: string;
  attempt: number;
  retry: number;
  /** What it was told by hand, as it was kept. */
  params: unknown;
  failStreak: number;
  jobState: string;
}

/**
 * Ends a run and notes it at its job.
 * @param worker whose run it is; null: whoever's, because its lease is over
 * @returns null when it had ended otherwise before
 */
export async function endRun(connection: Connection, end: RunEnd, worker: string | null): Promise<EndedRun | null> {
  const failed = ["failed", "timed_out", "interrupted"].includes(end.state);
  const ours = worker === null ? sql`lease_until < ${end.at}::timestamptz` : sql`worker = ${worker}`;
  const { rows } = await sql<EndedRun>`with ended as (
      update job_run set previous_state = state, state = ${end.state}, ended_at = ${end.at}::timestamptz,
        duration_ms = greatest(0, least(2147483647, extract(epoch from ${end.at}::timestamptz - started_at) * 1000))::int,
        summary = ${end.summary}, output = coalesce(${end.output}, output), lease_until = null
      where id = ${end.id} and state = 'running' and ${ours} returning job_id, started_at, attempt, params
    )
    update job j set last_run_at = e.started_at, last_result = ${end.state},
      fail_streak = case when ${failed}::boolean then j.fail_streak + 1 when ${end.state} = 'success' then 0 else j.fail_streak end
    from ended e where j.id = e.job_id
    returning j.id as "jobId", j.name as "jobName", e.attempt, j.retry, e.params, j.fail_streak as "failStreak", j.state as "jobState"`.execute(
    connection,
  );
  return rows[0] ?? null;
}

/** Runs whose process says nothing any more. */
export async function lapsedRuns(connection: Connection, now: string): Promise<string[]> {
  const { rows } = await sql<{
    id: string;
  }>`select id from job_run where state = 'running' and lease_until < ${now}::timestamptz
    order by id for update skip locked`.execute(connection);
  return rows.map(({ id }) => id);
}

/** Runs that ended before an instant, the newest of each job excepted. @param jobId of one job only; null: of all */
function endedRuns(before: string, jobId: string | null) {
  return sql`job_run r where r.ended_at < ${before}::timestamptz and (${jobId}::uuid is null or r.job_id = ${jobId}::uuid)
    and exists (select 1 from job_run n where n.job_id = r.job_id and n.planned_at > r.planned_at)`;
}

/** Removes runs that ended before the instant, the newest of each job excepted. @returns how many */
export async function purgeRuns(connection: Connection, before: string, jobId: string | null = null): Promise<number> {
  const { rows } = await sql<{ count: number }>`with gone as (delete from ${endedRuns(before, jobId)} returning 1)
    select count(*)::int as count from gone`.execute(connection);
  return rows[0]?.count ?? 0;
}

/** How many runs `purgeRuns` would remove. */
export async function countEndedRuns(connection: Connection, before: string, jobId: string | null): Promise<number> {
  const { rows } = await sql<{ count: number }>`select count(*)::int as count from ${endedRuns(before, jobId)}`.execute(
    connection,
  );
  return rows[0]?.count ?? 0;
}

/** When the oldest of the newest so many ended runs ended; null where there are no more than these. */
export async function endOfNewest(connection: Connection, count: number, jobId: string | null): Promise<string | null> {
  const { rows } = await sql<{ at: string }>`select ended_at as at from job_run
    where ended_at is not null and (${jobId}::uuid is null or job_id = ${jobId}::uuid)
    order by ended_at desc offset ${count - 1} limit 1`.execute(connection);
  return rows[0]?.at ?? null;
}

/** Jobs of groups and how many of them run now, by group id. */
export async function countJobsOf(
  connection: Connection,
  groupIds: readonly string[],
): Promise<Map<string, { jobs: number; running: number }>> {
  const { rows } = await sql<{
    id: string;
    jobs: number;
    running: number;
  }>`select j.group_id as id, count(*)::int as jobs,
      (count(*) filter (where exists (select 1 from job_run r where r.job_id = j.id and r.state = 'running')))::int as running
    from job j where j.group_id = any (${[...groupIds]}::uuid[]) group by j.group_id`.execute(connection);
  return new Map(rows.map(({ id, jobs, running }) => [id, { jobs, running }]));
}

/** The newest runs of a job, newest first. */
export async function newestRuns(
  connection: Connection,
  jobId: string,
  limit: number,
): Promise<
  {
    id: string;
    state: RunState;
    trigger: Trigger;
    plannedAt: string;
    startedAt: string | null;
    durationMs: number | null;
    summary: string | null;
  }[]
> {
  const { rows } = await sql<{
    id: string;
    state: RunState;
    trigger: Trigger;
    plannedAt: string;
    startedAt: string | null;
    durationMs: number | null;
    summary: string | null;
  }>`select id, state, trigger_type as trigger, planned_at as "plannedAt", started_at as "startedAt", duration_ms as "durationMs", summary
    from job_run where job_id = ${jobId} order by planned_at desc, id desc limit ${limit}`.execute(connection);
  return rows;
}

/** A job as a new installation gets it. */
export interface SeededJob {
  id: string;
  groupId: string;
  name: string;
  handler: string;
  schedule: string;
  timeoutS: number;
  remark: string;
  nextRunAt: string | null;
}

/** Handlers whose job comes with the program and is there; others may have jobs of the same besides. */
export async function knownHandlers(connection: Connection): Promise<Set<string>> {
  const { rows } = await sql<{ handler: string }>`select distinct handler from job where built_in`.execute(connection);
  return new Set(rows.map(({ handler }) => handler));
}

/** Stops jobs that came with an earlier version of the program and do nothing any more; their logs stay. */
export async function stopRetiredJobs(connection: Connection, handlers: readonly string[]): Promise<void> {
  await sql`update job set state = 'stopped', next_run_at = null
    where built_in and state <> 'stopped' and handler not in (${sql.join(handlers)})`.execute(connection);
}

/** The group that holds what comes with the program; made where it is missing. */
export async function ensureSystemGroup(connection: Connection, id: string, at: string): Promise<string> {
  await sql`insert into job_group (id, code, name, max_parallel, enabled, remark, created_at, updated_at)
    values (${id}, 'system', '系统任务', 2, true, '随系统提供的任务', ${at}, ${at}) on conflict (tenant_id, code) do nothing`.execute(
    connection,
  );
  const { rows } = await sql<{ id: string }>`select id from job_group where code = 'system'`.execute(connection);
  return rows[0]?.id ?? id;
}

/** Adds a job that comes with the program, running; nothing if its name is taken. */
export async function insertJob(connection: Connection, job: SeededJob, at: string): Promise<void> {
  await sql`insert into job (id, state, name, group_id, handler, schedule_type, schedule_conf, time_zone, misfire, overlap, timeout_s,
      retry, built_in, remark, next_run_at, fail_streak, created_at, updated_at)
    values (${job.id}, 'running', ${job.name}, ${job.groupId}, ${job.handler}, 'cron', ${job.schedule}, 'Asia/Shanghai', 'once', 'discard',
      ${job.timeoutS}, 0, true, ${job.remark}, ${job.nextRunAt}, 0, ${at}, ${at}) on conflict do nothing`.execute(
    connection,
  );
}

/** Whom the trouble of a job is told. */
export interface JobAlarm {
  /** The owner of its group who may still sign in; null where it has none. */
  ownerId: string | null;
  /** Addresses of the job and of its group, as people typed them. */
  addresses: string;
}

export async function jobAlarm(connection: Connection, jobId: string): Promise<JobAlarm> {
  const { rows } =
    await sql<JobAlarm>`select u.id as "ownerId", concat_ws(',', j.alarm_emails, g.alarm_emails) as addresses
    from job j join job_group g on g.id = j.group_id
    left join app_user u on u.id = g.owner_id and u.state = 'active' where j.id = ${jobId}`.execute(connection);
  return rows[0] ?? { ownerId: null, addresses: "" };
}

/** Jobs that follow a job, in their order: of groups that are not switched off, and such as do not wait already. */
export async function followingJobs(connection: Connection, jobId: string): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`select c.job_id as id from job_children c
    join job j on j.id = c.job_id join job_group g on g.id = j.group_id
    where c.root_id = ${jobId} and g.enabled
      and not exists (select 1 from job_run r where r.job_id = c.job_id and r.state = 'queued')
    order by c.line_no`.execute(connection);
  return rows.map(({ id }) => id);
}

/** The job that does the work of a handler, as far as it is not stopped; null where there is none. */
export async function jobOfHandler(connection: Connection, handler: string): Promise<string | null> {
  const { rows } = await sql<{
    id: string;
  }>`select id from job where handler = ${handler} and state = 'running' limit 1`.execute(connection);
  return rows[0]?.id ?? null;
}
