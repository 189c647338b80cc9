import { randomUUID } from "node:crypto";
import fs from "node:fs";
import os from "node:os";

/** Who holds a data folder: the content of owner.lock, one line of JSON. */
export interface LockRecord {
  /** Names this one acquisition; never used twice. */
  token: string;
  pid: number;
  /** Start of the process in clock ticks since boot; tells a process from a later one with the same pid. */
  startTime: string;
  /** Host, boot and pid namespace; only inside one and the same `place` does a pid mean anything. */
  place: string;
  folder: string;
  /** Last sign of life, milliseconds since 1970. */
  beat: number;
}

/** `alive` and `dead` are certain; `silent` is a holder elsewhere whose heartbeat is recent and may yet stop or go on. */
export type Verdict = "alive" | "dead" | "silent";

function readText(file: string): string {
  try {
    return fs.readFileSync(file, "utf8").trim();
  } catch {
    return ""; // not Linux
  }
}

/** State letter and start time of a process, where /proc tells them. */
function processStatus(pid: number): { state: string; startTime: string } {
  const stat = readText(`/proc/${pid}/stat`);
  const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" "); // the name before may hold spaces and brackets
  return { state: fields[0] ?? "", startTime: fields[19] ?? "" };
}

function readLink(file: string): string {
  try {
    return fs.readlinkSync(file);
  } catch {
    return "";
  }
}

function thisPlace(): string {
  return [os.hostname(), readText("/proc/sys/kernel/random/boot_id"), readLink("/proc/self/ns/pid")].join(" ");
}

/** A record for this process about `folder`. */
export function newRecord(folder: string): LockRecord {
  const { startTime } = processStatus(process.pid);
  return { token: randomUUID(), pid: process.pid, startTime, place: thisPlace(), folder, beat: Date.now() };
}

/** The record in `file`, or undefined if there is no such file. An unreadable one counts as held elsewhere since its last change. */
export function readRecord(file: string): LockRecord | undefined {
  try {
    const { ino, mtimeMs } = fs.statSync(file);
    const damaged = { token: `damaged-${ino}`, pid: 0, startTime: "", place: "", folder: "", beat: mtimeMs };
    return { ...damaged, ...parseRecord(fs.readFileSync(file, "utf8")) };
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return undefined;
    throw error;
  }
}

function parseRecord(text: string): Partial<LockRecord> {
  try {
    const value = JSON.parse(text) as Partial<LockRecord>;
    return typeof value?.token === "string" ? value : {};
  } catch {
    return {};
  }
}

/** Whether the holder named in a record still lives; elsewhere a heartbeat younger than `staleMs` leaves it open. */
export function judge(record: LockRecord, staleMs: number): Verdict {
  if (record.place !== thisPlace()) return Date.now() - record.beat < staleMs ? "silent" : "dead";
  try {
    process.kill(record.pid, 0);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "EPERM") return "dead";
  }
  const { state, startTime } = processStatus(record.pid);
  if (state === "Z" || state === "X") return "dead"; // ended, only not yet collected by its parent
  return startTime === record.startTime ? "alive" : "dead";
}
