import { randomUUID } from "node:crypto";
import fs from "node:fs";
import path from "node:path";
import { setTimeout as pause } from "node:timers/promises";

import { StorageError } from "../storage-error.server";
import { judge, type LockRecord, newRecord, readRecord } from "./lock-record.server";

const BEAT_MS = 5_000;
const STALE_MS = 30_000;
const RETRY_MS = 25;

interface LockOptions {
  /** Called once if another process took the folder away (it believed this one dead). */
  onLost(): void;
  /** Milliseconds between signs of life, and the age at which one from another host counts as stale. */
  beatMs?: number;
  staleMs?: number;
}

/** The right to use a data folder, held until `release`, at the latest until the process exits. */
export interface FolderLock {
  release(): void;
}

const held = new Set<FolderLock>();
function releaseAll(): void {
  for (const lock of held) lock.release();
}

/**
 * Makes this process the only user of `folder` through the file owner.lock in it: two PGlite engines on one directory
 * lose each other's rows without an error. A dead holder is replaced at once; a holder on another host or in another
 * container is watched until its heartbeat moves (refused) or is `staleMs` old (replaced).
 * @throws StorageError("locked") naming folder and process while another one lives
 */
export async function acquireFolderLock(folder: string, options: LockOptions): Promise<FolderLock> {
  const file = path.join(folder, "owner.lock");
  const mine = newRecord(folder);
  const staleMs = options.staleMs ?? STALE_MS;
  let watched: { beat: number; since: number } | undefined;
  for (;;) {
    if (publish(file, mine)) return hold(file, mine, options);
    const holder = readRecord(file);
    if (!holder) continue;
    let verdict = judge(holder, staleMs);
    if (verdict === "silent") {
      watched ??= { beat: holder.beat, since: Date.now() };
      if (holder.beat !== watched.beat) verdict = "alive";
      else if (Date.now() - watched.since > staleMs) verdict = "dead"; // a clock ahead of ours
    }
    if (verdict === "alive") throw new StorageError("locked", refusal(folder, holder));
    if (verdict === "dead" && replace(file, holder, mine, staleMs)) return hold(file, mine, options);
    await pause(RETRY_MS);
  }
}

/** True while another process, or this one, may be using `folder`. */
export function isLocked(folder: string): boolean {
  const holder = readRecord(path.join(folder, "owner.lock"));
  return holder !== undefined && judge(holder, STALE_MS) !== "dead";
}

function refusal(folder: string, holder: LockRecord): string {
  const copied =
    holder.folder === folder ? "" : `（锁文件记录的目录是 ${holder.folder}；若本目录是复制来的，请先停止原进程再复制）`;
  return `数据目录 ${folder} 正被进程 ${holder.pid} 使用，请先停止它，或为本进程设置另一个 DATA_DIR${copied}`;
}

/** Writes a record under a private name, whole, and returns that name. */
function draft(file: string, record: LockRecord): string {
  const name = `${file}.${randomUUID()}`;
  fs.writeFileSync(name, JSON.stringify(record), { flag: "wx" });
  return name;
}

/** Puts a record in place if nothing is there; true if it is in place now. A link appears whole or not at all. */
function publish(file: string, record: LockRecord): boolean {
  const name = draft(file, record);
  try {
    fs.linkSync(name, file);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "EEXIST") return false;
    throw error;
  } finally {
    fs.rmSync(name, { force: true });
  }
}

/**
 * Puts `mine` in the place of the dead `stale`. Of all contenders only the one that publishes the claim on exactly this
 * stale record may do it, and by one rename, so that there is no moment without a lock. If that one dies half-way, the
 * next claims the claim. False: somebody else is faster.
 */
function replace(file: string, stale: LockRecord, mine: LockRecord, staleMs: number): boolean {
  const claims: string[] = [];
  for (let token = stale.token; ; ) {
    const claim = `${file}.claim-${token}`;
    const isMine = publish(claim, mine);
    const rival = isMine ? undefined : readRecord(claim);
    if (!isMine && (!rival || judge(rival, staleMs) !== "dead")) return false;
    claims.push(claim);
    if (!rival) break;
    token = rival.token;
  }
  const isUnchanged = readRecord(file)?.token === stale.token;
  if (isUnchanged) fs.renameSync(draft(file, { ...mine, beat: Date.now() }), file);
  for (const claim of claims) fs.rmSync(claim, { force: true });
  return isUnchanged;
}

function hold(file: string, mine: LockRecord, { onLost, beatMs = BEAT_MS }: LockOptions): FolderLock {
  const isStillMine = () => readRecord(file)?.token === mine.token;
  const timer = setInterval(() => {
    try {
      beat();
    } catch {
      // A disk that is full or away for a moment must not end the process; the next beat tries again.
    }
  }, beatMs);
  timer.unref();

  function beat(): void {
    if (!isStillMine()) {
      clearInterval(timer);
      onLost();
      return;
    }
    // In place and of constant length: one small write, no moment without a record.
    const descriptor = fs.openSync(file, "r+");
    try {
      fs.writeSync(descriptor, JSON.stringify({ ...mine, beat: Date.now() }), 0);
    } finally {
      fs.closeSync(descriptor);
    }
  }

  const lock: FolderLock = {
    release() {
      if (!held.delete(lock)) return;
      clearInterval(timer);
      if (held.size === 0) process.off("exit", releaseAll);
      if (isStillMine()) fs.rmSync(file, { force: true });
    },
  };
  if (held.size === 0) process.on("exit", releaseAll);
  held.add(lock);
  return lock;
}
