import fs from "node:fs";
import path from "node:path";

import pg from "pg";

import { columnTypes } from "../column-types.server";
import { StorageError } from "../storage-error.server";
import { type Engine, guardPool, type StorageLog } from "./engine.server";
import { acquireFolderLock } from "./lock-guard.server";
import { startMaintenance } from "./maintenance.server";
import { PgliteHost } from "./pglite-host.server";

interface EmbeddedOptions {
  /** Holds owner.lock and the database in the folder `database`. Made if it is missing. */
  dataDir: string;
  log: StorageLog;
  /** Longest time one statement may run, 60 s unless told otherwise. */
  statementLimitMs?: number;
  connectionTimeoutMs?: number;
}

/**
 * The database inside this process: PGlite in a thread, with durable commits, one connection, and housekeeping.
 * @throws StorageError("locked") if another process uses the folder, StorageError("engine") if it does not open
 */
export async function openEmbedded(options: EmbeddedOptions): Promise<Engine> {
  const { log, statementLimitMs = 60_000, connectionTimeoutMs = 15_000 } = options;
  const dataDir = path.resolve(options.dataDir);
  fs.mkdirSync(dataDir, { recursive: true });
  const host = new PgliteHost({ directory: path.join(dataDir, "database"), statementLimitMs, log });
  const lock = await acquireFolderLock(dataDir, {
    onLost() {
      log.error({ dataDir }, "the data folder was taken over by another process; the database is stopped");
      host.abandon(new StorageError("locked", `数据目录 ${dataDir} 已被另一个进程接管，请重新启动本进程`));
    },
  });
  try {
    await host.start();
  } catch (error) {
    lock.release();
    throw error;
  }

  const pool = new pg.Pool({
    max: 1,
    idleTimeoutMillis: 0,
    connectionTimeoutMillis: connectionTimeoutMs,
    stream: () => host.openStream(),
    ssl: false,
    host: "embedded",
    user: "postgres",
    database: "postgres",
    types: columnTypes,
  });
  guardPool(pool, log);
  function allowLongStatements(limitMs: number): () => void {
    const usual = host.statementLimitMs;
    host.statementLimitMs = limitMs;
    return () => {
      host.statementLimitMs = usual;
    };
  }
  const maintenance = startMaintenance({ pool, allowLongStatements }, log);

  return {
    kind: "embedded",
    pool,
    allowLongStatements,
    async close() {
      await maintenance.stop();
      await pool.end();
      await host.close();
      lock.release();
    },
  };
}
