import { AsyncResource } from "node:async_hooks";
import { setTimeout as pause } from "node:timers/promises";
import { asking, jobAsker } from "~/data/asking.server";
import type { JobQueue, RunKind } from "~/data/job-queue.server";
import {
  type BegunRun,
  beatRun,
  beginRun,
  countHanded,
  countOpenRuns,
  type DueJob,
  type EndedRun,
  endRun,
  followingJobs,
  insertRun,
  jobAlarm,
  lapsedRuns,
  lockDueJobs,
  lockRunningJobs,
  lockWaitingGroups,
  purgeHandOver,
  type RunEnd,
  selectOutlook,
  setHanded,
  setNextRun,
  shortenLeases,
  waitingRuns,
  wantRunningStopped,
} from "~/data/jobs.server";
import { addressesIn } from "~/shared/addresses";
import { chinaTime } from "~/shared/calendar";
import { RUN_STATES, type RunState } from "~/shared/job-words";
import { type EngineServices, systemContext } from "../context.server";
import { AppError } from "../errors";
import { queueMails } from "../mail/queue-mails.server";
import { notify } from "../notify/notify.server";
import { applyTransition } from "../operations/transition.server";
import { logFailedWork } from "../storage-away.server";
import { keptParams, readParams } from "./params.server";
import { nextRuns } from "./schedule.server";

const JOB = "system-management/job";
const RUN = "system-management/job-run";
/** Later than this a run was missed, not merely begun a little late. */
const LATE_MS = 60_000;
/** A process that says nothing for so long is dead. */
const LEASE_MS = 60_000;
const BEAT_MS = 5_000;
const LOST_MS = 10 * 60_000;
const RETRY_MS = 60_000;
const MAINTAINED_MS = 60 * 60_000;
/** What was asked to end and does not is given up. */
const GIVE_UP_MS = 10_000;
/** What was missed is made up for one run after the other, so that pages stay quick; one that takes longer holds up no other. */
const MISSED_ALONE_MS = 2_000;
/** By then the transaction of whoever wants work done has usually been committed, and on a busy machine at last. */
const NUDGED_AFTER_MS = [200, 700];
const RUN_KINDS: readonly RunKind[] = ["asked", "housekeeping"];
const MOST_FAILURES = 10;
const LONGEST_LINE = 500;
const LONGEST_OUTPUT = 20_000;
const LONGEST_SUMMARY = 500;

/** How much of a process goes into jobs, and how patient it is; other figures than these are for tests. */
export interface WorkerOptions {
  /** Runs at once in this process: of what people wait for, and of housekeeping as many again. */
  lanes?: number;
  /** A run has ended here, and made room. */
  onRoom?(): void;
  giveUpMs?: number;
  /** How long a run may be silent before others hold its process for dead. */
  leaseMs?: number;
  beatMs?: number;
  /** Names the process in the log of a run. */
  worker: string;
}

type EndReason = "stopped" | "timed_out" | "closing";

/** What this process does about jobs. */
export interface JobWorker {
  /** Looks once: plans what is due, hands over what may begin, begins what it gets. Runs that were begun go on after it. */
  look(): Promise<void>;
  /** Waits for the runs under way here. */
  settled(): Promise<void>;
  /** Ends the runs under way here as interrupted, those that do not end by themselves after a while. */
  close(): Promise<void>;
}

/**
 * Works on jobs beside others that do the same: a job is planned under its lock, admitted under that of its group, carried by the
 * queue to one process, and begun only where it still waits. Each run happens once, whoever dies.
 */
export function createWorker(services: EngineServices, queue: JobQueue, options: WorkerOptions): JobWorker {
  const { lanes = 2, worker, onRoom, giveUpMs = GIVE_UP_MS, leaseMs = LEASE_MS, beatMs = BEAT_MS } = options;
  const { database } = services;
  const underWay = new Map<string, { kind: RunKind; done: Promise<void>; end(reason: EndReason): void }>();
  let newestLook = 0;
  let maintained = services.clock().getTime();
  let isClosing = false;

  const asOwner = <T>(work: () => Promise<T>) => database.transaction({ role: "owner" }, work);

  async function look(): Promise<void> {
    if (isClosing) return;
    const now = services.clock();
    if (now.getTime() < newestLook - 1_000 || newestLook === 0) await asOwner(() => followClock(services, now));
    newestLook = now.getTime();
    const lostBefore = new Date(now.getTime() - LOST_MS).toISOString();
    const outlook = await selectOutlook(database.connection(), now.toISOString(), lostBefore);
    if (outlook.lapsed) await endLapsed(now);
    if (outlook.due) await asOwner(() => planDue(services, now));
    const { due, waiting, handed, lost, lapsed } = outlook;
    if (due || waiting || lapsed || lost) await asOwner(() => handOver(services, queue, now));
    if (now.getTime() - maintained > MAINTAINED_MS) {
      maintained = now.getTime();
      await queue.maintain();
    }
    if (!due && !waiting && !handed && !lapsed) return;
    for (const kind of RUN_KINDS) {
      while (all().filter((one) => one.kind === kind).length < lanes && !isClosing) {
        const message = await queue.fetch(kind);
        if (!message) break;
        await begin(kind, message);
      }
    }
  }

  async function begin(kind: RunKind, { message, runId }: { message: string; runId: string }): Promise<void> {
    const now = services.clock();
    const leaseUntil = new Date(now.getTime() + leaseMs).toISOString();
    const run = await beginRun(database.connection(), { id: runId, worker, now: now.toISOString(), leaseUntil });
    await queue.settle(kind, message);
    if (!run) return; // cancelled meanwhile, or a second message about it
    const abort = new AbortController();
    let reason: EndReason | undefined;
    const end = (why: EndReason) => {
      reason ??= why;
      abort.abort();
    };
    const done = asking(jobAsker(`job ${run.handler}`), () => carryOut(run, abort.signal, end, () => reason)).catch(
      (error: unknown) =>
        services.log.error({ err: error, job: run.handler, run: run.id }, "the end of a run was not noted"),
    );
    const ended = done.finally(() => {
      underWay.delete(run.id);
      onRoom?.();
    });
    underWay.set(run.id, { kind, done: ended, end });
  }

  async function carryOut(
    run: BegunRun,
    signal: AbortSignal,
    end: (reason: EndReason) => void,
    reasonOf: () => EndReason | undefined,
  ): Promise<void> {
    const log = newLog(services);
    const beat = async () => {
      const leaseUntil = new Date(services.clock().getTime() + leaseMs).toISOString();
      const alive = await beatRun(database.connection(), { id: run.id, worker, leaseUntil, output: log.text() });
      if (alive.stopWanted || !alive.ours) end("stopped");
    };
    const beating = setInterval(() => {
      beat().catch((error: unknown) =>
        services.log.warn({ err: error, run: run.id }, "a run could not say that it lives"),
      );
    }, beatMs);
    const limit = run.timeoutS > 0 ? setTimeout(() => end("timed_out"), run.timeoutS * 1000) : undefined;
    const outcome = await Promise.race([doWork(run, signal, log.say), givenUp(signal, giveUpMs)]);
    clearInterval(beating);
    clearTimeout(limit);
    const { state, summary } = verdict(outcome, reasonOf());
    if (outcome.kind === "threw") {
      log.say(`出错：${outcome.message}`);
      services.log.error({ err: outcome.error, job: run.handler, run: run.id }, "a job failed");
    }
    if (outcome.kind === "gone") log.say("处理程序没有响应终止要求，已不再等待");
    await settle({
      id: run.id,
      state,
      at: services.clock().toISOString(),
      summary: summary?.slice(0, LONGEST_SUMMARY) ?? null,
      output: log.text() || null,
    });
  }

  async function doWork(run: BegunRun, signal: AbortSignal, say: (line: string) => void): Promise<Outcome> {
    const handler = services.jobs?.find(({ key }) => key === run.handler);
    if (!handler) return { kind: "threw", message: `处理程序“${run.handler}”不存在`, error: undefined };
    try {
      const context = systemContext(services, `任务：${run.jobName}`);
      const given = readParams(handler, run.params, services.clock());
      return { kind: "returned", summary: await handler.run({ services, context, given, signal, say }) };
    } catch (error) {
      return { kind: "threw", message: messageOf(error), error };
    }
  }

  /** Notes an end, then what follows from it: another try, or the news, or that the job is stopped. */
  async function settle(end: RunEnd, byLease = false): Promise<void> {
    const ended = await asOwner(async () => {
      const found = await endRun(database.connection(), end, byLease ? null : worker);
      if (found && isFailure(end.state)) await answerFailure(services, end, found);
      if (found && end.state === "success") await beginFollowing(services, end, found);
      return found;
    });
    if (ended && ended.failStreak >= MOST_FAILURES && ended.jobState === "running") await stopJob(services, ended);
  }

  async function endLapsed(now: Date): Promise<void> {
    const ids = await asOwner(() => lapsedRuns(database.connection(), now.toISOString()));
    const summary = "执行任务的进程没有响应，可能已停止";
    for (const id of ids) {
      await settle({ id, state: "interrupted", at: now.toISOString(), summary, output: null }, true);
    }
  }

  const all = () => [...underWay.values()];
  return {
    look,
    async settled() {
      await Promise.all(all().map(({ done }) => done));
    },
    async close() {
      isClosing = true;
      for (const { end } of all()) end("closing");
      await Promise.all(all().map(({ done }) => done));
    },
  };
}

type Outcome =
  | { kind: "returned"; summary: string | undefined }
  | { kind: "threw"; message: string; error: unknown }
  | { kind: "gone" };

/** After the signal a handler has a little time; then nobody waits for it any more. */
function givenUp(signal: AbortSignal, ms: number): Promise<Outcome> {
  return new Promise((resolve) => {
    signal.addEventListener("abort", () => {
      setTimeout(() => resolve({ kind: "gone" }), ms).unref();
    });
  });
}

function verdict(outcome: Outcome, reason: EndReason | undefined): { state: RunState; summary: string | undefined } {
  const said = outcome.kind === "returned" ? outcome.summary : undefined;
  if (reason === "stopped") return { state: "stopped", summary: said ?? "按要求终止" };
  if (reason === "timed_out") return { state: "timed_out", summary: said ?? "超过允许的时间，已终止" };
  if (reason === "closing" && outcome.kind !== "returned") return { state: "interrupted", summary: "系统停止时中断" };
  if (outcome.kind === "threw") return { state: "failed", summary: outcome.message };
  return { state: reason === "closing" ? "interrupted" : "success", summary: said };
}

/** The people who read a log are told what is worth telling them; the rest stands in the log of the process, under the run. */
function messageOf(error: unknown): string {
  if (error instanceof AppError) return error.message;
  const name = error instanceof Error ? error.name : "Error";
  return `处理程序出错（${name}），详情见系统运行日志`;
}

function newLog(services: EngineServices) {
  const lines: string[] = [];
  let length = 0;
  return {
    say(line: string) {
      if (length > LONGEST_OUTPUT) return;
      const text = `${chinaTime(services.clock().toISOString()).slice(11, 19)} ${line.slice(0, LONGEST_LINE)}`;
      length += text.length + 1;
      lines.push(length > LONGEST_OUTPUT ? "……（日志过长，其余省略）" : text);
    },
    text: () => lines.join("\n"),
  };
}

function isFailure(state: RunState): boolean {
  return state === "failed" || state === "timed_out" || state === "interrupted";
}

const scheduleOf = (job: DueJob) => ({ type: job.scheduleType, conf: job.scheduleConf, zone: job.timeZone });

/** The clock was set back, or this process has just begun: nothing waits longer than its schedule says. */
async function followClock(services: EngineServices, now: Date): Promise<void> {
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
async function planDue(services: EngineServices, now: Date): Promise<void> {
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
async function handOver(services: EngineServices, queue: JobQueue, now: Date): Promise<void> {
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

/** Another try where the job has one left; else people are told. */
async function answerFailure(services: EngineServices, end: RunEnd, job: EndedRun): Promise<void> {
  const connection = services.database.connection();
  if (job.attempt <= job.retry) {
    const plannedAt = new Date(Date.parse(end.at) + RETRY_MS * job.attempt).toISOString();
    await insertRun(connection, {
      id: services.newId(),
      jobId: job.jobId,
      trigger: "retry",
      plannedAt,
      attempt: job.attempt + 1,
      operatorId: null,
      state: "queued",
      summary: null,
      params: keptParams(job.params),
      at: end.at,
    });
    return;
  }
  const context = systemContext(services, "任务失败");
  const { ownerId, addresses } = await jobAlarm(connection, job.jobId);
  const result = RUN_STATES[end.state];
  const reason = end.summary ?? "没有说明";
  await notify(context, {
    scenario: "job.failed",
    values: { job: job.jobName, result, reason, streak: String(job.failStreak) },
    ...toWhom(ownerId),
    record: { entity: RUN, id: end.id },
  });
  await queueMails(context, addressesIn(addresses), {
    subject: `任务「${job.jobName}」${result}`,
    body: `${reason}。已连续失败${job.failStreak}次，请查看执行日志。`,
    path: `/${RUN}/${end.id}`,
  });
}

/** The owner of the group; nobody named, everybody who looks after the system. */
function toWhom(ownerId: string | null): { to: string[] } | { toRoles: string[] } {
  return ownerId === null ? { toRoles: ["system_admin"] } : { to: [ownerId] };
}

/** What follows a job begins when the job has done its work. */
async function beginFollowing(services: EngineServices, { at }: RunEnd, { jobId }: EndedRun): Promise<void> {
  const connection = services.database.connection();
  for (const id of await followingJobs(connection, jobId)) {
    await insertRun(connection, {
      id: services.newId(),
      jobId: id,
      trigger: "child",
      plannedAt: at,
      attempt: 1,
      operatorId: null,
      state: "queued",
      summary: null,
      at,
    });
  }
}

/** A job whose time passed while nobody looked, and what became of it. */
interface MissedJob {
  id: string;
  name: string;
  planned: Date;
  /** Made up for once, or left out. */
  isMadeUp: boolean;
}

/** One message per person about everything that was missed: after a night without the system these are many jobs. */
async function notifyMissed(services: EngineServices, missed: readonly MissedJob[]): Promise<void> {
  const context = systemContext(services, "任务错过执行时间");
  const owners = new Map<string | null, string[]>();
  const mails = new Map<string, string[]>();
  for (const { id, name, planned, isMadeUp } of missed) {
    const { ownerId, addresses } = await jobAlarm(services.database.connection(), id);
    const line = `${name}：应在${chinaTime(planned)}执行，${isMadeUp ? "已补跑一次" : "已跳过"}`;
    owners.set(ownerId, [...(owners.get(ownerId) ?? []), line]);
    for (const address of addressesIn(addresses)) mails.set(address, [...(mails.get(address) ?? []), line]);
  }
  for (const [ownerId, lines] of owners) {
    const values = { count: String(lines.length), jobs: lines.join("\n") };
    await notify(context, { scenario: "job.missed", values, ...toWhom(ownerId), path: `/${JOB}` });
  }
  for (const [address, lines] of mails) {
    const subject = `${lines.length}个定时任务错过了执行时间`;
    await queueMails(context, [address], { subject, body: lines.join("\n"), path: `/${JOB}` });
  }
}

/** A job that fails again and again is stopped, like a person would. */
async function stopJob(services: EngineServices, job: EndedRun): Promise<void> {
  const context = systemContext(services, "连续失败");
  const wanted = {
    entity: services.registry.entity(JOB),
    id: job.jobId,
    name: "stop" as const,
    reason: `连续失败${job.failStreak}次，自动停止`,
  };
  try {
    await applyTransition(context, wanted);
  } catch (error) {
    if (!(error instanceof AppError)) throw error; // somebody stopped it meanwhile
    return;
  }
  await services.database.transaction({ role: "owner" }, async () => {
    const { ownerId, addresses } = await jobAlarm(services.database.connection(), job.jobId);
    const values = { job: job.jobName, streak: String(job.failStreak) };
    await notify(context, {
      scenario: "job.stopped",
      values,
      ...toWhom(ownerId),
      record: { entity: JOB, id: job.jobId },
    });
    await queueMails(context, addressesIn(addresses), {
      subject: `任务「${job.jobName}」已被系统停止`,
      body: `连续失败${job.failStreak}次，系统已停止该任务。请查明原因后重新启动。`,
      path: `/${JOB}/${job.jobId}`,
    });
  });
}

/**
 * Takes part in the work on jobs until it is stopped. The queue is opened beside the requests; while it cannot be, jobs wait and the
 * log says so.
 * @returns a function that stops it; runs under way are given a few seconds to end
 */
export function startJobs(
  services: EngineServices,
  openQueue: () => Promise<JobQueue>,
  options: { worker: string; lookEveryMs: number; onNudge(wake: () => void): void },
): () => Promise<void> {
  let parts: { queue: JobQueue; worker: JobWorker } | undefined;
  let isStopping = false;
  let isBusy = false;
  let isWanted = false;
  let round = Promise.resolve();
  const look = async () => {
    if (!parts) {
      const queue = await openQueue();
      parts = { queue, worker: createWorker(services, queue, { worker: options.worker, onRoom: goOn }) };
    }
    await parts.worker.look();
  };
  const begin = () => {
    if (isStopping) return;
    isWanted = isBusy;
    if (isBusy) return;
    isBusy = true;
    round = asking(jobAsker("jobs"), look)
      .catch((error: unknown) => logFailedWork(services, error, "jobs wait: looking for them failed"))
      .finally(() => {
        isBusy = false;
        if (isWanted) begin();
      });
  };
  // What a run leaves room for begins at once, and not in the flow of the run.
  const goOn = AsyncResource.bind(begin);
  // Whoever wakes us is in a transaction that is about to commit; what is begun here must not run in its flow.
  const lookSoon = AsyncResource.bind(() => {
    for (const ms of NUDGED_AFTER_MS) void pause(ms, undefined, { ref: false }).then(begin);
  });
  options.onNudge(lookSoon);
  begin();
  const timer = setInterval(begin, options.lookEveryMs);
  timer.unref();
  return async () => {
    isStopping = true;
    clearInterval(timer);
    await round;
    await parts?.worker.close();
    await parts?.queue.close();
  };
}
