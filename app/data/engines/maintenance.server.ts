import type pg from "pg";

import type { StorageLog } from "./engine.server";

const TICK_MS = 60_000;
const STATEMENT_LIMIT_MS = 30 * 60_000;
const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
/** 03:00 in Shanghai, as hours of the UTC day. */
const VACUUM_HOUR_UTC = 19;

interface Lane {
  pool: pg.Pool;
  allowLongStatements(limitMs: number): () => void;
}

/** Housekeeping of the embedded database while the process runs. */
export interface Maintenance {
  /** One round, as the timer runs it: a checkpoint if something was written, a vacuum if it is due. Never rejects. */
  run(): Promise<void>;
  /** Ends the timer and waits for a running round. */
  stop(): Promise<void>;
}

/** True if the last vacuum (instant, or undefined for never) lies before the latest 03:00 in Shanghai. */
export function isVacuumDue(last: Date | undefined, now: Date): boolean {
  const offset = VACUUM_HOUR_UTC * HOUR_MS;
  const latestNight = Math.floor((now.getTime() - offset) / DAY_MS) * DAY_MS + offset;
  return last === undefined || last.getTime() < latestNight;
}

/**
 * PGlite has neither checkpointer nor autovacuum: without this the write-ahead log and dead rows grow without end.
 * Every statement takes the lane by itself, so that pages get their turn in between.
 */
export function startMaintenance(lane: Lane, log: StorageLog): Maintenance {
  let checkpointed: unknown;
  let vacuumed: Date | undefined;
  let running: Promise<void> | undefined;

  async function statement(text: string): Promise<Record<string, unknown>[]> {
    const client = await lane.pool.connect();
    const restore = lane.allowLongStatements(STATEMENT_LIMIT_MS);
    let failure: Error | undefined;
    try {
      return (await client.query<Record<string, unknown>>(text)).rows;
    } catch (error) {
      failure = error as Error;
      throw error;
    } finally {
      restore();
      client.release(failure);
    }
  }

  async function checkpoint(): Promise<void> {
    const position = "select pg_current_wal_insert_lsn()::text as position";
    if ((await statement(position))[0]?.position === checkpointed) return;
    await statement("checkpoint");
    checkpointed = (await statement(position))[0]?.position;
  }

  async function vacuum(): Promise<void> {
    const known = (await statement("select max(last_vacuum) as instant from pg_stat_all_tables"))[0]?.instant;
    const last = vacuumed ?? (typeof known === "string" ? new Date(known) : undefined);
    if (!isVacuumDue(last, new Date())) return;
    vacuumed = new Date();
    const tables = await statement(
      "select c.oid::regclass::text as name from pg_class c join pg_namespace n on n.oid = c.relnamespace " +
        "where c.relkind in ('r', 'm') and n.nspname not like 'pg\\_temp%' and n.nspname <> 'information_schema' order by 1",
    );
    for (const { name } of tables) await statement(`vacuum (analyze) ${name}`);
    log.info({ tables: tables.length }, "the embedded database was vacuumed");
  }

  async function round(): Promise<void> {
    try {
      await vacuum();
      await checkpoint();
    } catch (error) {
      log.warn({ err: error }, "maintenance of the embedded database failed; the next round tries again");
    }
  }

  function run(): Promise<void> {
    running ??= round().finally(() => {
      running = undefined;
    });
    return running;
  }

  const timer = setInterval(() => void run(), TICK_MS);
  timer.unref();
  return {
    run,
    async stop() {
      clearInterval(timer);
      await running;
    },
  };
}
