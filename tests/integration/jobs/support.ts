import { sql } from "kysely";
import { type JobQueue, openJobQueue } from "~/data/job-queue.server";
import type { EngineServices } from "~/engine/context.server";
import type { JobHandler, JobWork } from "~/engine/jobs/handler.server";
import { startJobs } from "~/engine/jobs/start.server";
import { createWorker, type JobWorker, type WorkerOptions } from "~/engine/jobs/worker.server";
import { createRecord } from "~/engine/operations/save.server";
import { applyTransition } from "~/engine/operations/transition.server";
import { silentLog } from "../../support/database";
import type { World } from "../../support/world";

export const JOB = "system-management/job";
export const RUN = "system-management/job-run";
export const MINUTE = 60_000;

/** The handler that jobs of the tests name; what it does is the test's own business. */
const HANDLER = "loose-files";
/** The same, for whom people wait. */
export const AWAITED = "exports";

/** An installation whose jobs do what the test says, and whose own jobs are silent. */
export interface Jobs {
  queue: JobQueue;
  /** A process that takes part in the work. */
  worker(name?: string, options?: Partial<WorkerOptions>): JobWorker;
  /** A whole process that looks once by itself, and then only when something happens. @returns how to stop it */
  start(): () => Promise<void>;
  /** A job that is on, every five minutes unless told otherwise. */
  job(values?: Record<string, unknown>): Promise<string>;
  transition(id: string, name: string, reason?: string): Promise<unknown>;
  /** Looks, and waits for what was begun. */
  round(worker: JobWorker): Promise<void>;
  runs(jobId: string): Promise<Run[]>;
  row(jobId: string): Promise<Record<string, unknown>>;
  does(run: (work: JobWork) => Promise<string | undefined>): void;
}

export interface Run {
  id: string;
  state: string;
  trigger: string;
  attempt: number;
  planned: string;
  summary: string | null;
  output: string | null;
  worker: string | null;
}

let serial = 0;

export async function openJobs(world: World): Promise<Jobs> {
  const connection = () => world.engine.database.connection();
  await sql`update job set state = 'stopped', next_run_at = null`.execute(connection());
  const queue = await openJobQueue(world.engine.database, silentLog);
  let work: JobHandler["run"] = async () => undefined;
  const handler = { key: HANDLER, label: "测试", purpose: "测试", schedule: "0 * * * *" };
  const services: EngineServices = {
    ...world.engine,
    log: silentLog,
    jobs: [
      { ...handler, run: (one) => work(one) },
      { ...handler, key: AWAITED, awaited: true, run: (one) => work(one) },
    ],
  };
  return {
    queue,
    worker: (name = "甲", options = {}) => createWorker(services, queue, { worker: name, lanes: 5, ...options }),
    start: () =>
      startJobs(services, async () => ({ ...queue, close: async () => undefined }), {
        worker: "全程",
        lookEveryMs: 2 ** 31 - 1,
        onNudge: () => undefined,
      }),
    async job(values = {}) {
      serial += 1;
      const given = {
        name: `任务${serial}`,
        group_id: world.ids.jobGroup,
        handler: HANDLER,
        schedule_conf: "*/5 * * * *",
        ...values,
      };
      const { id } = await createRecord(await world.as("admin"), { screen: world.screen(JOB), values: given });
      if (given.schedule_conf !== null)
        await applyTransition(await world.as("admin"), { entity: world.entity(JOB), id, name: "start" });
      return id;
    },
    async transition(id, name, reason) {
      const wanted = { entity: world.entity(JOB), id, name, ...(reason ? { reason } : {}) };
      return applyTransition(await world.as("admin"), wanted);
    },
    async round(worker) {
      await worker.look();
      await worker.settled();
    },
    async runs(jobId) {
      const { rows } =
        await sql<Run>`select id, state, trigger_type as trigger, attempt, planned_at as planned, summary, output, worker
        from job_run where job_id = ${jobId} order by planned_at, id`.execute(connection());
      return rows;
    },
    async row(jobId) {
      const { rows } = await sql<Record<string, unknown>>`select * from job where id = ${jobId}`.execute(connection());
      return rows[0] ?? {};
    },
    does(run) {
      work = run;
    },
  };
}

/** Something that a handler waits for and a test lets go. */
export function gate(): { open(): void; passed: Promise<void> } {
  let letGo: (() => void) | undefined;
  const passed = new Promise<void>((resolve) => {
    letGo = resolve;
  });
  return { open: () => letGo?.(), passed };
}
