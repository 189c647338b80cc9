import { asking, jobAsker } from "~/data/asking.server";
import type { JobQueue, RunKind } from "~/data/job-queue.server";
import { type BegunRun, beatRun, beginRun, endRun, lapsedRuns, type RunEnd, selectOutlook } from "~/data/jobs.server";
import { type EngineServices, systemContext } from "../context.server";
import { hearParameters } from "../parameters.server";
import { answerFailure, beginFollowing, stopJob } from "./follow-up.server";
import { type EndReason, givenUp, isFailure, messageOf, newLog, type Outcome, verdict } from "./outcome.server";
import { readParams } from "./params.server";
import { followClock, handOver, LEASE_MS, LOST_MS, planDue } from "./planning.server";

const BEAT_MS = 5_000;
const MAINTAINED_MS = 60 * 60_000;
/** What was asked to end and does not is given up. */
const GIVE_UP_MS = 10_000;
const RUN_KINDS: readonly RunKind[] = ["asked", "housekeeping"];
const MOST_FAILURES = 10;
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
      // A round reads past `reading` as well: it judges by what applies when it begins.
      await hearParameters(context);
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
