import { randomUUID } from "node:crypto";
import fs from "node:fs";
import path from "node:path";
import { isDeepStrictEqual } from "node:util";
import { type Database, openDatabase, type StorageLog } from "../database.server";
import { type ArchiveFigures, BackupError, readArchive } from "./archive.server";
import { takeCopy } from "./copies.server";
import { dump } from "./dump.server";

/** Backups kept in the default folder; the oldest go. */
const KEPT = 14;
const DAY_MS = 24 * 3_600_000;

export interface BackupOptions {
  /** Data folder; holds the embedded database, and the folder `backups` unless `to` says otherwise. */
  dataDir: string;
  /** Set: back up this PostgreSQL server instead. */
  databaseUrl?: string;
  /** Another folder to write to; nothing is ever removed from it. */
  to?: string;
  /** Version of this program. */
  program: string;
  log: StorageLog;
}

export interface MadeBackup extends ArchiveFigures {
  file: string;
  sizeBytes: number;
  /** Names of older backups that were removed. */
  removed: string[];
}

/**
 * Makes one backup file of the whole database as of one moment, also while a process serves it. The file appears under
 * its name only when it is whole, on the disk, and has been read back.
 * @throws BackupError, StorageError
 */
export async function makeBackup(options: BackupOptions): Promise<MadeBackup> {
  const folder = options.to ?? path.join(options.dataDir, "backups");
  makeFolder(folder);
  const part = path.join(folder, `backup-${randomUUID()}.part`);
  try {
    const written = await dumpTo(part, options);
    const read = await readArchive(part);
    if (!isDeepStrictEqual(read, written)) {
      throw new BackupError("写出的备份与数据库不一致，请重新备份，并检查磁盘");
    }
    const file = publish(part, folder, written.head.madeAt);
    const removed = options.to === undefined ? removeOld(folder) : [];
    return { ...written, file, sizeBytes: fs.statSync(file).size, removed };
  } finally {
    fs.rmSync(part, { force: true });
  }
}

async function dumpTo(part: string, { dataDir, databaseUrl, program, log }: BackupOptions): Promise<ArchiveFigures> {
  const facts = { program, madeAt: new Date().toISOString() };
  if (databaseUrl) {
    const database = await openDatabase({ dataDir, databaseUrl, log, poolSize: 1 });
    try {
      return await dump(database, part, facts);
    } finally {
      await database.close();
    }
  }
  const open = (folder: string): Promise<Database> => openDatabase({ dataDir: folder, log });
  const copy = await takeCopy(dataDir, open);
  try {
    return await dump(copy.opened, part, facts);
  } finally {
    await copy.opened.close();
    await copy.remove();
  }
}

function makeFolder(folder: string): void {
  try {
    fs.mkdirSync(folder, { recursive: true, mode: 0o700 });
    fs.accessSync(folder, fs.constants.W_OK);
  } catch (error) {
    throw new BackupError(`备份目录 ${folder} 无法写入：请检查路径和权限`, { cause: error });
  }
}

/** Gives the file its name, `backup-20250301T191500Z.gz`, which no other file has. */
function publish(part: string, folder: string, madeAt: string): string {
  const stamp = madeAt.replace(/\.\d+Z$/, "Z").replace(/[-:]/g, "");
  for (let number = 1; ; number += 1) {
    const file = path.join(folder, `backup-${stamp}${number === 1 ? "" : `-${number}`}.gz`);
    if (fs.existsSync(file)) continue;
    fs.renameSync(part, file);
    flushFolder(folder);
    return file;
  }
}

function flushFolder(folder: string): void {
  const descriptor = fs.openSync(folder, "r");
  try {
    fs.fsyncSync(descriptor);
  } finally {
    fs.closeSync(descriptor);
  }
}

/** Only files of our own naming; and what a backup left that was killed a day ago or earlier. */
function removeOld(folder: string): string[] {
  const names = fs.readdirSync(folder);
  const whole = names.filter((name) => /^backup-\d{8}T\d{6}Z(-\d+)?\.gz$/.test(name)).sort(byAge);
  const isOldPart = (name: string) =>
    /^backup-[0-9a-f-]{36}\.part$/.test(name) && Date.now() - fs.statSync(path.join(folder, name)).mtimeMs > DAY_MS;
  const removed = whole.slice(0, -KEPT);
  for (const name of [...removed, ...names.filter(isOldPart)]) fs.rmSync(path.join(folder, name), { force: true });
  return removed;
}

/** `…Z-2.gz` was made after `…Z.gz`, and `…Z-10.gz` after `…Z-9.gz`. */
function byAge(one: string, other: string): number {
  const parts = (name: string) => /^backup-(\w+?Z)(?:-(\d+))?\.gz$/.exec(name) ?? [];
  const [, stamp = "", number = "1"] = parts(one);
  const [, otherStamp = "", otherNumber = "1"] = parts(other);
  if (stamp !== otherStamp) return stamp < otherStamp ? -1 : 1;
  return Number(number) - Number(otherNumber);
}
