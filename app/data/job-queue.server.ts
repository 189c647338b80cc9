import { CompiledQuery, sql } from "kysely";
import PgBoss from "pg-boss";
import type { Database, StorageLog } from "./database.server";

const SCHEMA = "pgboss";
/** What people wait for goes past what nobody waits for, so each has a queue. */
const QUEUES = { asked: "job-run-asked", housekeeping: "job-run" } as const;
/** Longer than any run may take: how long one takes is watched by its own lease, which knows the clock of the product. */
const EXPIRES_S = 23 * 60 * 60;
const RETENTION_DAYS = 2;

/** What pg-boss sends in one text as a transaction of its own: to make its schema, to bring it up, to tidy. */
const OWN_TRANSACTION = /^\s*begin;([\s\S]*);\s*commit;?\s*$/i;

/**
 * As a transaction of ours: one that failed would otherwise stay open on its connection and fail whoever gets that next. One process at
 * a time, and what is there already is asked after the lock: pg-boss asks before its own, and several that start on an empty database
 * made the schema twice.
 */
function alone<T>(database: Database, work: () => Promise<T>): Promise<T> {
  return database.transaction({ role: "owner" }, async () => {
    await sql`select pg_advisory_xact_lock(hashtextextended(${`queue of jobs, ${SCHEMA}`}, 0))`.execute(
      database.connection(),
    );
    return work();
  });
}

/** Whether somebody waits for a run. */
export type RunKind = keyof typeof QUEUES;

/** Carries runs that may begin to whichever process asks first. */
export interface JobQueue {
  /**
   * Hands a run over; inside a transaction it is there when that commits.
   * @param message a new id: of messages sent in one transaction that with the least is fetched first
   */
  send(kind: RunKind, message: string, runId: string): Promise<void>;
  /** The next run of that kind that nobody else gets, with the key to settle it; null when none waits. */
  fetch(kind: RunKind): Promise<{ message: string; runId: string } | null>;
  /** The run was taken care of, however it ended. */
  settle(kind: RunKind, message: string): Promise<void>;
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
        const body = OWN_TRANSACTION.exec(text)?.[1];
        const said = () => database.connection().executeQuery<object>(CompiledQuery.raw(body ?? text, values));
        const { rows } = await (body === undefined ? said() : alone(database, said));
        return { rows };
      },
    },
  });
  boss.on("error", (error) => log.error({ err: error }, "the queue of jobs failed"));
  await alone(database, async () => {
    await boss.start();
    for (const name of Object.values(QUEUES))
      await boss.createQueue(name, {
        name,
        retryLimit: 0,
        expireInSeconds: EXPIRES_S,
        retentionDays: RETENTION_DAYS,
      });
  });
  return {
    async send(kind, message, runId) {
      await boss.send(QUEUES[kind], { run: runId }, { id: message });
    },
    async fetch(kind) {
      // Whether a message may be read already is not asked: the database's clock may have been set back.
      const [job] = await boss.fetch<{ run: string }>(QUEUES[kind], { batchSize: 1, ignoreStartAfter: true });
      return job ? { message: job.id, runId: job.data.run } : null;
    },
    async settle(kind, message) {
      await boss.complete(QUEUES[kind], message);
    },
    async maintain() {
      await boss.maintain();
    },
    async close() {
      await boss.stop({ graceful: false, close: false });
    },
  };
}
