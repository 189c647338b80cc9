import type { JobQueue } from "~/data/job-queue.server";
import {
  countHanded,
  countOpenRuns,
  type DueJob,
  insertRun,
  lockDueJobs,
  lockRunningJobs,
  lockWaitingGroups,
  purgeHandOver,
  setHanded,
  setNextRun,
  shortenLeases,
  waitingRuns,
  wantRunningStopped,
} from "~/data/jobs.server";
import { chinaTime } from "~/shared/calendar";
import type { EngineServices } from "../context.server";
import { type MissedJob, notifyMissed } from "./follow-up.server";
import { nextRuns } from "./schedule.server";

// What becomes due and what may begin: the part of the work on jobs that happens under the locks of jobs and groups.

/** A process that says nothing for so long is dead. */
export const LEASE_MS = 60_000;
/** What was handed over and not begun for so long was lost on the way. */
export const LOST_MS = 10 * 60_000;
/** Later than this a run was missed, not merely begun a little late. */
const LATE_MS = 60_000;
/** What was missed is made up for one run after the other, so that pages stay quick; one that takes longer holds up no other. */
const MISSED_ALONE_MS = 2_000;

const scheduleOf = (job: DueJob) => ({ type: job.scheduleType, conf: job.scheduleConf, zone: job.timeZone });

/** The clock was set back, or this process has just begun: nothing waits longer than its schedule says. */
export async function followClock(services: EngineServices, now: Date): Promise<void> {
  const connection = services.database.connection();
  await shortenLeases(connection, new Date(now.getTime() + LEASE_MS).toISOString());
  for (const job of await lockRunningJobs(connection)) {
    const [next] = nextRuns(scheduleOf(job), now, 1);
    const planned = Date.parse(job.nextRunAt);
    if (next && planned > now.getTime() && planned > next.getTime())
      await setNextRun(connection, job.id, next.toISOString());
  }
}

/** Puts what is due into the queue, by what each job says about runs that were missed and runs that meet. */
export async function planDue(services: EngineServices, now: Date): Promise<void> {
  const connection = services.database.connection();
  const at = now.toISOString();
  const missed: MissedJob[] = [];
  for (const job of await lockDueJobs(connection, at)) {
    const planned = new Date(job.nextRunAt);
    const [next] = nextRuns(scheduleOf(job), now, 1, planned);
    await setNextRun(connection, job.id, next?.toISOString() ?? null);
    const isLate = now.getTime() - planned.getTime() > LATE_MS;
    if (isLate) missed.push({ id: job.id, name: job.name, planned, isMadeUp: job.misfire !== "skip" });
    const row = {
      id: services.newId(),
      jobId: job.id,
      plannedAt: planned.toISOString(),
      attempt: 1,
      operatorId: null,
      at,
    };
    const skip = (summary: string) => insertRun(connection, { ...row, trigger: "schedule", state: "skipped", summary });
    if (isLate && job.misfire === "skip") {
      await skip("错过了执行时间，按过期策略跳过");
      continue;
    }
    const { queued, running } = await countOpenRuns(connection, job.id);
    if (queued > 0) {
      await skip("上一次还在排队，本次跳过");
      continue;
    }
    if (running > 0 && job.overlap === "discard") {
      await skip("上一次还在执行，按阻塞策略丢弃本次");
      continue;
    }
    if (running > 0 && job.overlap === "cover") await wantRunningStopped(connection, job.id, at);
    await insertRun(connection, { ...row, trigger: isLate ? "misfire" : "schedule", state: "queued", summary: null });
  }
  if (missed.length > 0) await notifyMissed(services, missed);
}

/**
 * Lets begin what may: one run of a job at a time, as many of a group as it allows, none in its window. What people wait for is
 * counted apart, so that housekeeping never stands in its way.
 */
export async function handOver(services: EngineServices, queue: JobQueue, now: Date): Promise<void> {
  const connection = services.database.connection();
  const at = now.toISOString();
  const awaited = (services.jobs ?? []).flatMap(({ key, awaited: isAwaited }) => (isAwaited ? [key] : []));
  const since = new Date(now.getTime() - MISSED_ALONE_MS).toISOString();
  await purgeHandOver(connection, new Date(now.getTime() - LOST_MS).toISOString());
  for (const group of await lockWaitingGroups(connection, at)) {
    const handed = await countHanded(connection, { groupId: group.id, awaited, since });
    const wanted = { groupId: group.id, now: at, manualOnly: isPaused(group, now), awaited };
    for (const { id, isAsked, isMissed } of await waitingRuns(connection, wanted)) {
      const kind = isAsked ? "asked" : "housekeeping";
      const isAlone = kind === "housekeeping" && isMissed;
      if (handed[kind] >= group.maxParallel || (isAlone && handed.missed > 0)) continue;
      handed[kind] += 1;
      if (isAlone) handed.missed += 1;
      await setHanded(connection, id, at);
      await queue.send(kind, services.newId(), id);
    }
  }
}

/** Whether an instant lies in the daily window, which may reach over midnight. */
export function isPaused(
  { pauseFrom, pauseTo }: { pauseFrom: string | null; pauseTo: string | null },
  now: Date,
): boolean {
  if (pauseFrom === null || pauseTo === null) return false;
  const time = chinaTime(now.toISOString()).slice(11, 16);
  return pauseFrom < pauseTo ? time >= pauseFrom && time < pauseTo : time >= pauseFrom || time < pauseTo;
}
