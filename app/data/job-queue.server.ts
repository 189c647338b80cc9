import { CompiledQuery } from "kysely";
import PgBoss from "pg-boss";
import type { Database, StorageLog } from "./database.server";

const SCHEMA = "pgboss";
const QUEUE = "job-run";
/** Longer than any run may take: how long one takes is watched by its own lease, which knows the clock of the product. */
const EXPIRES_S = 23 * 60 * 60;
const RETENTION_DAYS = 2;

/** Carries runs that may begin to whichever process asks first. */
export interface JobQueue {
  /** Hands a run over; inside a transaction it is there when that commits. */
  send(runId: string): Promise<void>;
  /** The next run that nobody else gets, with the key to settle it; null when none waits. */
  fetch(): Promise<{ message: string; runId: string } | null>;
  /** The run was taken care of, however it ended. */
  settle(message: string): Promise<void>;
  /** Removes what is long settled. */
  maintain(): Promise<void>;
  close(): Promise<void>;
}

/**
 * pg-boss on the database of the product, in a schema of its own that it makes and brings up to its version itself. It speaks
 * through our connection, so that what is sent in a transaction is sent with it, and the embedded database serves as well as a server.
 * Nothing of its clock, its timers and its schedules is used.
 * @throws StorageError when the role may not make a schema
 */
export async function openJobQueue(database: Database, log: StorageLog): Promise<JobQueue> {
  const boss = new PgBoss({
    schema: SCHEMA,
    schedule: false,
    supervise: false,
    archiveCompletedAfterSeconds: 60 * 60,
    deleteAfterDays: RETENTION_DAYS,
    db: {
      async executeSql(text: string, values: unknown[] = []) {
        const { rows } = await database.connection().executeQuery<object>(CompiledQuery.raw(text, values));
        return { rows };
      },
    },
  });
  boss.on("error", (error) => log.error({ err: error }, "the queue of jobs failed"));
  await boss.start();
  await boss.createQueue(QUEUE, {
    name: QUEUE,
    retryLimit: 0,
    expireInSeconds: EXPIRES_S,
    retentionDays: RETENTION_DAYS,
  });
  return {
    async send(runId) {
      await boss.send(QUEUE, { run: runId });
    },
    async fetch() {
      // Whether a message may be read already is not asked: the database's clock may have been set back.
      const [job] = await boss.fetch<{ run: string }>(QUEUE, { batchSize: 1, ignoreStartAfter: true });
      return job ? { message: job.id, runId: job.data.run } : null;
    },
    async settle(message) {
      await boss.complete(QUEUE, message);
    },
    async maintain() {
      await boss.maintain();
    },
    async close() {
      await boss.stop({ graceful: false, close: false });
    },
  };
}
