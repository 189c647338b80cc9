import { randomUUID } from "node:crypto";
import fs from "node:fs";
import path from "node:path";
import { openDatabase, type StorageLog } from "../database.server";
import { acquireFolderLock } from "../engines/lock-guard.server";
import type { Migration } from "../migrate.server";
import { type ArchiveFigures, BackupError, readArchive } from "./archive.server";
import { isEmpty, load, migrationsOf, othersStay } from "./load.server";

export interface RestoreOptions {
  file: string;
  /** Data folder of the embedded database; not touched when `databaseUrl` is set. */
  dataDir: string;
  /** Set: restore into this PostgreSQL server. */
  databaseUrl?: string;
  /** Without it only an empty place is filled. */
  replace: boolean;
  migrations: readonly Migration[];
  log: StorageLog;
}

export interface Restored extends ArchiveFigures {
  /** Where the embedded database that was there before lies now. */
  kept?: string;
}

/**
 * Puts the data of a backup into an empty place, or with `replace` into the place of what is there. The file is read
 * and checked whole before anything is touched; what goes wrong later leaves the target as it was.
 * @throws BackupError, StorageError
 */
export async function restoreBackup(options: RestoreOptions): Promise<Restored> {
  const { head } = await readArchive(options.file);
  migrationsOf(head, options.migrations);
  return options.databaseUrl ? intoServer({ ...options, databaseUrl: options.databaseUrl }) : intoFolder(options);
}

async function intoServer(options: RestoreOptions & { databaseUrl: string }): Promise<Restored> {
  const { dataDir, databaseUrl, log, file, migrations, replace } = options;
  const database = await openDatabase({ dataDir, databaseUrl, log, poolSize: 1 });
  try {
    if (await othersStay(database.connection())) {
      throw new BackupError("还有本系统的进程连着这个数据库：请先停止它们，等半分钟再恢复");
    }
    if (!replace && !(await isEmpty(database.connection()))) {
      throw new BackupError(
        "目标数据库不是空的，没有做任何改动：请换一个空库，或加 --replace 以备份取代其中的全部数据",
      );
    }
    return await load(database, file, migrations, { replace });
  } finally {
    await database.close();
  }
}

/** Fills a new database beside the old one and changes places at the end. */
async function intoFolder({ dataDir, file, migrations, replace, log }: RestoreOptions): Promise<Restored> {
  const place = path.join(dataDir, "database");
  fs.mkdirSync(dataDir, { recursive: true });
  const lock = await acquireFolderLock(dataDir, { onLost: () => undefined });
  const draft = path.join(dataDir, `restore-${randomUUID()}`);
  try {
    removeAbandoned(dataDir);
    const isThere = fs.existsSync(place) && fs.readdirSync(place).length > 0;
    if (isThere && !replace) {
      throw new BackupError(
        `数据目录 ${dataDir} 里已有数据库，没有做任何改动：请换一个 DATA_DIR，或加 --replace 以备份取代它`,
      );
    }
    fs.mkdirSync(draft, { mode: 0o700 });
    const database = await openDatabase({ dataDir: draft, log });
    let figures: ArchiveFigures;
    try {
      figures = await load(database, file, migrations, { replace: false });
    } finally {
      await database.close();
    }
    const kept = isThere ? `${place}.replaced-${new Date().toISOString().replace(/[-:]|\.\d+/g, "")}` : undefined;
    if (kept) fs.renameSync(place, kept);
    fs.renameSync(path.join(draft, "database"), place);
    return { ...figures, ...(kept ? { kept } : {}) };
  } finally {
    fs.rmSync(draft, { recursive: true, force: true });
    lock.release();
  }
}

/** Half databases of restores that were killed; nobody can work on one while we hold the folder's lock. */
function removeAbandoned(dataDir: string): void {
  for (const name of fs.readdirSync(dataDir)) {
    if (/^restore-[0-9a-f-]{36}$/.test(name)) fs.rmSync(path.join(dataDir, name), { recursive: true, force: true });
  }
}
