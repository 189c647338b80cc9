import { randomUUID } from "node:crypto";
import { once } from "node:events";
import fs from "node:fs";
import net from "node:net";
import path from "node:path";
import { createInterface } from "node:readline";
import { z } from "zod";
import type { StorageLog } from "../engines/engine.server";
import { acquireFolderLock, isLocked } from "../engines/lock-guard.server";
import { StorageError } from "../storage-error.server";
import { BackupError } from "./archive.server";

/** The serving process listens here; only its own user may enter the folder. */
const CONTROL_FOLDER = "control";
const SOCKET = "copy.sock";
/** The system's limit of a socket's address is 108 bytes; a longer one would be cut off silently. */
const LONGEST_ADDRESS = 100;
const COPY = /^copy-[0-9a-f-]{36}$/;

const answerSchema = z.union([z.object({ copy: z.string().regex(COPY) }), z.object({ error: z.string() })]);

/** An open copy of the embedded database that nobody serves from. */
export interface OpenCopy<T> {
  opened: T;
  /** Removes the copy; it must be closed. */
  remove(): Promise<void>;
}

/** Ends the offer of copies; those that nobody works with any more are removed. */
export interface CopyOffer {
  close(): Promise<void>;
}

/**
 * Lets other processes on this machine ask for a copy of the running database, through a socket in the data folder: one
 * connection, one copy, which goes when the connection ends. Called by the holder of the folder's lock.
 * @param copyTo copies the database's files to a folder that does not exist
 */
export async function offerCopies(
  dataDir: string,
  copyTo: (folder: string) => Promise<void>,
  log: StorageLog,
): Promise<CopyOffer> {
  removeAbandoned(dataDir);
  const sockets = new Set<net.Socket>();
  const serving = new Set<Promise<void>>();
  const server = net.createServer((socket) => {
    sockets.add(socket);
    socket.once("close", () => sockets.delete(socket));
    const served = serve(socket, dataDir, copyTo, log).finally(() => serving.delete(served));
    serving.add(served);
  });
  const control = path.join(dataDir, CONTROL_FOLDER);
  fs.mkdirSync(control, { recursive: true, mode: 0o700 });
  fs.chmodSync(control, 0o700);
  fs.rmSync(path.join(control, SOCKET), { force: true });
  const address = socketAddress(control);
  try {
    server.listen(address.path);
    await once(server, "listening");
  } finally {
    address.done();
  }
  server.unref();
  return {
    async close() {
      server.close();
      for (const socket of sockets) socket.destroy();
      await Promise.all(serving);
      fs.rmSync(path.join(control, SOCKET), { force: true });
    },
  };
}

async function serve(
  socket: net.Socket,
  dataDir: string,
  copyTo: (folder: string) => Promise<void>,
  log: StorageLog,
): Promise<void> {
  const name = newCopyName();
  const folder = path.join(dataDir, name);
  const gone = new Promise((resolve) => socket.once("close", resolve));
  socket.on("error", () => undefined); // "close" follows
  socket.resume();
  const started = performance.now();
  try {
    fs.mkdirSync(folder, { mode: 0o700 });
    await copyTo(path.join(folder, "database"));
    log.info({ ms: Math.round(performance.now() - started) }, "the database was copied for a backup");
    socket.write(`${JSON.stringify({ copy: name })}\n`);
  } catch (error) {
    log.error({ err: error }, "the copy for a backup failed");
    socket.end(`${JSON.stringify({ error: error instanceof Error ? error.message : String(error) })}\n`);
  }
  await gone;
  await removeCopy(folder);
}

/**
 * A copy of the embedded database in `dataDir`: made by the process that serves it, or, if nobody does, by this one.
 * @param open opens the copy, a data folder of its own, and takes its lock
 * @throws BackupError if there is no database, if it cannot be copied, or if a process holds the folder that makes no copies
 */
export async function takeCopy<T>(dataDir: string, open: (folder: string) => Promise<T>): Promise<OpenCopy<T>> {
  if (!fs.existsSync(path.join(dataDir, "database", "PG_VERSION"))) {
    throw new BackupError(`数据目录 ${dataDir} 里没有数据库：请用 DATA_DIR 指定数据目录`);
  }
  const socket = await connect(path.join(dataDir, CONTROL_FOLDER));
  return socket ? askForCopy(socket, dataDir, open) : copyAtRest(dataDir, open);
}

async function askForCopy<T>(
  socket: net.Socket,
  dataDir: string,
  open: (folder: string) => Promise<T>,
): Promise<OpenCopy<T>> {
  const gone = new Promise<void>((resolve) => socket.once("close", () => resolve()));
  socket.on("error", () => undefined); // "close" follows
  const lines = createInterface({ input: socket });
  const line = await Promise.race([once(lines, "line").then(([text]) => String(text)), gone.then(() => undefined)]);
  const answer = line === undefined ? undefined : answerSchema.parse(JSON.parse(line));
  if (!answer || "error" in answer) {
    socket.destroy();
    throw new BackupError(answer ? `数据库没有复制成功：${answer.error}` : "服务在复制数据库时停止了，请重新备份");
  }
  const folder = path.join(dataDir, answer.copy);
  // The serving process removes it when we hang up; if that one has ended in the meantime, it is left to us.
  const remove = async () => {
    socket.end();
    await gone;
    await removeCopy(folder);
  };
  return { opened: await orRemove(open(folder), remove), remove };
}

/** Nobody serves: the files lie still as long as we hold the lock, also after a crash. */
async function copyAtRest<T>(dataDir: string, open: (folder: string) => Promise<T>): Promise<OpenCopy<T>> {
  const lock = await acquireFolderLock(dataDir, { onLost: () => undefined }).catch((cause: unknown) => {
    if (!(cause instanceof StorageError)) throw cause;
    const sentence = `数据目录 ${dataDir} 正被另一个进程占用，它正在启动、停止或恢复，请稍后再备份`;
    throw new BackupError(sentence, { cause });
  });
  try {
    removeAbandoned(dataDir);
    const folder = path.join(dataDir, newCopyName());
    const remove = () => removeCopy(folder);
    const copied = async () => {
      fs.mkdirSync(folder, { mode: 0o700 });
      const mode = fs.constants.COPYFILE_FICLONE;
      fs.cpSync(path.join(dataDir, "database"), path.join(folder, "database"), { recursive: true, mode });
      // Open, and so locked, before a process may start here that clears up.
      return open(folder);
    };
    return { opened: await orRemove(copied(), remove), remove };
  } finally {
    lock.release();
  }
}

async function orRemove<T>(work: Promise<T>, remove: () => Promise<void>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    await remove();
    throw error;
  }
}

function newCopyName(): string {
  return `copy-${randomUUID()}`;
}

async function removeCopy(folder: string): Promise<void> {
  if (!isLocked(folder)) await fs.promises.rm(folder, { recursive: true, force: true, maxRetries: 3 });
}

/** Copies whose makers and readers were killed. */
function removeAbandoned(dataDir: string): void {
  for (const name of fs.readdirSync(dataDir)) {
    const folder = path.join(dataDir, name);
    if (COPY.test(name) && !isLocked(folder)) fs.rmSync(folder, { recursive: true, force: true });
  }
}

/** A connection to the serving process; undefined if nobody listens. */
async function connect(control: string): Promise<net.Socket | undefined> {
  if (!fs.existsSync(path.join(control, SOCKET))) return undefined;
  const address = socketAddress(control);
  const socket = net.connect(address.path);
  try {
    await once(socket, "connect");
    return socket;
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "ECONNREFUSED") return undefined;
    throw error;
  } finally {
    address.done();
  }
}

/** The socket's address, by way of an open descriptor of its folder where the path itself is too long. */
function socketAddress(control: string): { path: string; done(): void } {
  const direct = path.join(control, SOCKET);
  if (Buffer.byteLength(direct) <= LONGEST_ADDRESS) return { path: direct, done: () => undefined };
  const descriptor = fs.openSync(control, fs.constants.O_RDONLY | fs.constants.O_DIRECTORY);
  return { path: `/proc/self/fd/${descriptor}/${SOCKET}`, done: () => fs.closeSync(descriptor) };
}
