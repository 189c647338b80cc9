import {
  countEndedRuns,
  countJobsOf,
  countOpenRuns,
  endOfNewest,
  ensureSystemGroup,
  insertJob,
  insertRun,
  jobOfHandler,
  knownHandlers,
  newestRuns,
  purgeRuns,
  stopRetiredJobs,
  wantStop,
} from "~/data/jobs.server";
import type { GivenParam, Trigger } from "~/shared/job-words";
import type { Context, EngineServices } from "../context.server";
import { scheduleComplaint } from "./schedule.server";

const nudges = new WeakMap<EngineServices, () => void>();

/** Whoever works on the runs of this process says how to wake him. */
export function onNudge(services: EngineServices, wake: () => void): void {
  nudges.set(services, wake);
}

/** Somebody wants work done now: this process looks at once instead of at its next turn. Others look in their own time. */
export function nudgeJobs(services: EngineServices): void {
  nudges.get(services)?.();
}

/**
 * Puts a run into the queue, in the transaction of the caller.
 * @param wanted.params what it is told, see `givenParams`
 * @returns its id; null when the job has one waiting already, which does the same
 */
export async function queueRun(
  context: Context,
  wanted: { jobId: string; trigger: Trigger; params?: readonly GivenParam[] },
): Promise<string | null> {
  const { services, actor } = context;
  const connection = services.database.connection();
  if ((await countOpenRuns(connection, wanted.jobId)).queued > 0) return null;
  const id = services.newId();
  const at = context.now.toISOString();
  const operatorId = actor.kind === "user" ? actor.id : null;
  await insertRun(connection, {
    id,
    jobId: wanted.jobId,
    trigger: wanted.trigger,
    params: wanted.params && wanted.params.length > 0 ? wanted.params : null,
    plannedAt: at,
    attempt: 1,
    operatorId,
    state: "queued",
    summary: null,
    at,
  });
  nudgeJobs(services);
  return id;
}

/** The job of a handler looks at once instead of at its next minute, for somebody who waits. Runs inside the transaction of the caller. */
export async function wakeJob(context: Context, handler: string): Promise<void> {
  const jobId = await jobOfHandler(context.services.database.connection(), handler);
  if (jobId) await queueRun(context, { jobId, trigger: "manual" });
}

/** Asks what runs of a job to end, and takes what waits out of the queue. @returns how many runs it concerned */
export async function stopRuns(context: Context, jobId: string): Promise<number> {
  const at = context.now.toISOString();
  const count = await wantStop(context.services.database.connection(), jobId, at, "开始之前被取消");
  nudgeJobs(context.services);
  return count;
}

/** How many runs of a job wait and run. */
export function openRuns(context: Context, jobId: string): Promise<{ queued: number; running: number }> {
  return countOpenRuns(context.services.database.connection(), jobId);
}

/** The newest runs of a job. */
export function recentRuns(context: Context, jobId: string, limit: number) {
  return newestRuns(context.services.database.connection(), jobId, limit);
}

/** Jobs of groups, and how many of them run now. */
export function countJobs(
  context: Context,
  groupIds: readonly string[],
): Promise<ReadonlyMap<string, { jobs: number; running: number }>> {
  return countJobsOf(context.services.database.connection(), groupIds);
}

/** Adds a job for every handler that has none yet, with its default schedule; what administrators made of the others stays. Runs at start. */
export async function seedJobs(services: EngineServices): Promise<void> {
  const handlers = services.jobs ?? [];
  const { database } = services;
  const known = await knownHandlers(database.connection());
  const missing = handlers.filter(({ key }) => !known.has(key));
  const keys = handlers.map(({ key }) => key);
  if (keys.length > 0 && [...known].some((key) => !keys.includes(key)))
    await database.transaction({ role: "owner" }, () => stopRetiredJobs(database.connection(), keys));
  if (missing.length === 0) return;
  await database.transaction({ role: "owner" }, async () => {
    const connection = database.connection();
    const now = services.clock();
    const groupId = await ensureSystemGroup(connection, services.newId(), now.toISOString());
    for (const { key, label, schedule, timeoutS = 600, purpose } of missing) {
      const conf = { type: "cron", conf: schedule, zone: "Asia/Shanghai" };
      if (scheduleComplaint(conf, now) !== null) throw new Error(`the job "${key}" has no next run: "${schedule}"`);
      await insertJob(
        connection,
        {
          id: services.newId(),
          groupId,
          name: label,
          handler: key,
          schedule,
          timeoutS,
          remark: purpose,
          // Once at the start: what waited for this version is not left waiting until its hour.
          nextRunAt: now.toISOString(),
        },
        now.toISOString(),
      );
    }
  });
}

/** What an administrator wants to keep of the log of runs: what is not older, or the newest so many. */
export type KeptRuns = { since: Date } | { newest: number };

/**
 * Where the log of runs would be cut, and how many of them would go; the newest run of each job always stays.
 * @param jobId the job whose log it is; null: of all
 */
export async function runsToClear(
  context: Context,
  kept: KeptRuns,
  jobId: string | null,
): Promise<{ before: string; count: number }> {
  const connection = context.services.database.connection();
  // Where there are fewer than so many, nothing lies before the first of all instants.
  const before =
    "since" in kept
      ? kept.since.toISOString()
      : ((await endOfNewest(connection, kept.newest, jobId)) ?? new Date(0).toISOString());
  return { before, count: await countEndedRuns(connection, before, jobId) };
}

/** Cuts the log of runs, in the caller's transaction. @returns how many rows went */
export function clearRuns(context: Context, before: string, jobId: string | null): Promise<number> {
  return purgeRuns(context.services.database.connection(), before, jobId);
}

/** Removes runs that ended before the instant, the newest of each job excepted. @returns how many */
export function purgeEndedRuns(services: EngineServices, before: Date): Promise<number> {
  return services.database.transaction({ role: "owner" }, () =>
    purgeRuns(services.database.connection(), before.toISOString()),
  );
}
