import fs from "node:fs";
import path from "node:path";

import pg from "pg";

import { type CopyOffer, offerCopies } from "../backup/copies.server";
import { columnTypes } from "../column-types.server";
import { errorCode, StorageError } from "../storage-error.server";
import { type Engine, guardPool, type StorageLog, type StorageMeter } from "./engine.server";
import { acquireFolderLock, type FolderLock } from "./lock-guard.server";
import { startMaintenance } from "./maintenance.server";
import { PgliteHost } from "./pglite-host.server";

const COPY_LIMIT_MS = 30 * 60_000;

interface EmbeddedOptions {
  /** Holds owner.lock and the database in the folder `database`. Made if it is missing. */
  dataDir: string;
  log: StorageLog;
  meter?: StorageMeter;
  /** Longest time one statement may run, 60 s unless told otherwise. */
  statementLimitMs?: number;
  connectionTimeoutMs?: number;
}

/**
 * The database inside this process: PGlite in a thread, with durable commits, one connection, and housekeeping.
 * @throws StorageError("locked") if another process uses the folder, StorageError("engine") if it does not open
 */
export async function openEmbedded(options: EmbeddedOptions): Promise<Engine> {
  const { log, meter, statementLimitMs = 60_000, connectionTimeoutMs = 15_000 } = options;
  const dataDir = path.resolve(options.dataDir);
  const host = new PgliteHost({ directory: path.join(dataDir, "database"), statementLimitMs, log, meter });
  const lock = await lockFolder(dataDir, () => {
    log.error({ dataDir }, "the data folder was taken over by another process; the database is stopped");
    host.abandon(new StorageError("locked", `数据目录 ${dataDir} 已被另一个进程接管，请重新启动本进程`));
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

  /** Everybody waits for a checkpoint and for the copying of the files, about a second per 100 MB at worst. */
  async function copyTo(folder: string): Promise<void> {
    const client = await pool.connect();
    const restore = allowLongStatements(COPY_LIMIT_MS);
    let failure: Error | undefined;
    try {
      await client.query("checkpoint");
      await host.copyTo(folder);
    } catch (error) {
      failure = error instanceof Error ? error : new Error(String(error));
      throw failure;
    } finally {
      restore();
      client.release(failure);
    }
  }
  const copies = await offerCopies(dataDir, copyTo, log).catch((error: unknown): CopyOffer => {
    log.warn({ err: error }, "no backup is possible while this process serves");
    return { close: async () => undefined };
  });

  return {
    kind: "embedded",
    pool,
    allowLongStatements,
    async close() {
      await copies.close();
      await maintenance.stop();
      await pool.end();
      await host.close();
      lock.release();
    },
  };
}

/** Makes the folder where it is missing, and this process its only user. */
async function lockFolder(dataDir: string, onLost: () => void): Promise<FolderLock> {
  try {
    fs.mkdirSync(dataDir, { recursive: true });
    return await acquireFolderLock(dataDir, { onLost });
  } catch (error) {
    const code = errorCode(error);
    if (error instanceof StorageError || code === undefined) throw error;
    throw new StorageError("engine", `数据目录 ${dataDir} 无法写入（${code}）：请检查它的权限和磁盘空间`, {
      cause: error,
    });
  }
}
