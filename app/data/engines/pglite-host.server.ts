import fs from "node:fs";
import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { Worker } from "node:worker_threads";

import { StorageError } from "../storage-error.server";
import type { StorageLog, StorageMeter } from "./engine.server";
import { type Wire, WireStream } from "./wire-stream.server";

const WORKER_FILE = "app/data/engines/pglite-worker.mjs";
const CLOSE_LIMIT_MS = 30_000;
/** With the default of 4 MB a deep recursion overflows the thread before PostgreSQL's own depth check can answer. */
const STACK_SIZE_MB = 16;

type FromWorker =
  | { kind: "ready" }
  | { kind: "frames"; session: number; bytes: Uint8Array }
  | { kind: "copied"; reason?: string }
  | { kind: "fatal"; reason: string };

/** The worker is not bundled: found from the project root, above this file (sources or build/) or above the working directory. */
function workerFile(): string {
  for (const start of [path.dirname(fileURLToPath(import.meta.url)), process.cwd()]) {
    for (let folder = start; ; folder = path.dirname(folder)) {
      const candidate = path.join(folder, WORKER_FILE);
      if (fs.existsSync(path.join(folder, "package.json")) && fs.existsSync(candidate)) return candidate;
      if (folder === path.dirname(folder)) break;
    }
  }
  throw new StorageError("engine", `找不到 ${WORKER_FILE}，请从项目目录启动`);
}

let compiling: Promise<WebAssembly.Module> | undefined;

/**
 * The engine's code, compiled once for all threads this process starts: a thread that takes the place of a dead one begins where the last one's
 * code had been made fast.
 */
function compiled(): Promise<WebAssembly.Module> {
  compiling ??= (async () => {
    const entry = createRequire(import.meta.url).resolve("@electric-sql/pglite");
    return WebAssembly.compile(await readFile(path.join(path.dirname(entry), "pglite.wasm")));
  })();
  // What could not be read is tried again by whoever asks next.
  compiling.catch(() => {
    compiling = undefined;
  });
  return compiling;
}

/**
 * Owns the database thread: starts it, restarts it when it dies, ends a statement that runs too long (PGlite knows
 * neither cancel nor statement_timeout, so the thread is ended and recovers), and gives `pg` a stream to talk through.
 */
export class PgliteHost implements Wire {
  /** How long one statement may run, in milliseconds. */
  statementLimitMs: number;
  readonly #directory: string;
  readonly #log: StorageLog;
  readonly #meter: StorageMeter | undefined;
  #ready: Promise<Worker> | undefined;
  #worker: Worker | undefined;
  #client: WireStream | undefined;
  #session = 0;
  #unanswered = 0;
  #watchdog: NodeJS.Timeout | undefined;
  #refusal: StorageError | undefined;
  #copied: ((failure?: StorageError) => void) | undefined;

  constructor(options: { directory: string; statementLimitMs: number; log: StorageLog; meter?: StorageMeter }) {
    this.#directory = options.directory;
    this.statementLimitMs = options.statementLimitMs;
    this.#log = options.log;
    this.#meter = options.meter;
  }

  /** Opens the directory, making the database first where there is none. @throws StorageError("engine") */
  async start(): Promise<void> {
    await this.#whenReady();
  }

  /** A new connection for `pg`. */
  openStream(): WireStream {
    return new WireStream(this);
  }

  async attach(stream: WireStream): Promise<void> {
    const worker = await this.#whenReady().catch((error: Error) => {
      // It was open once: whoever asks now may find it open again later.
      throw new StorageError("unavailable", error.message, { cause: error });
    });
    if (stream.destroyed) return;
    this.#client = stream;
    this.#session += 1;
    worker.postMessage({ kind: "reset", session: this.#session });
  }

  send(stream: WireStream, bytes: Uint8Array): void {
    if (stream !== this.#client) return;
    if (!this.#worker) {
      stream.destroy(new StorageError("unavailable", "the database thread is not running"));
      return;
    }
    const message = { kind: "frames", session: this.#session, bytes: new Uint8Array(bytes) };
    this.#worker.ref(); // only a statement that runs keeps the process alive
    this.#worker.postMessage(message, [message.bytes.buffer]);
    this.#unanswered += 1;
    if (this.#unanswered === 1) this.#watch();
  }

  /**
   * Copies the files of the database to `folder`, which must not exist. The caller holds the only connection and is in
   * no transaction: everybody else waits as long as the copying takes.
   * @throws StorageError("unavailable") when it fails, for lack of space for instance
   */
  async copyTo(folder: string): Promise<void> {
    const worker = await this.#whenReady();
    worker.ref();
    try {
      await new Promise<void>((resolve, reject) => {
        this.#copied = (failure) => (failure ? reject(failure) : resolve());
        worker.postMessage({ kind: "copy", to: folder });
      });
    } finally {
      this.#copied = undefined;
      if (this.#unanswered === 0) worker.unref();
    }
  }

  /** Checkpoint and end; the thread is ended the hard way if that takes longer than 30 s. */
  async close(): Promise<void> {
    this.#refusal ??= new StorageError("unavailable", "the database is closed");
    const worker = await this.#ready?.catch(() => undefined);
    if (!worker || worker !== this.#worker) return;
    const ended = new Promise<void>((resolve) => worker.once("exit", () => resolve()));
    worker.ref();
    worker.postMessage({ kind: "close" });
    const limit = setTimeout(() => void worker.terminate(), CLOSE_LIMIT_MS);
    await ended;
    clearTimeout(limit);
  }

  /** Ends the thread at once and for good; every query fails with `refusal` from now on. */
  abandon(refusal: StorageError): void {
    this.#refusal = refusal;
    if (this.#worker) this.#lose(this.#worker, refusal);
  }

  #whenReady(): Promise<Worker> {
    if (this.#refusal) return Promise.reject(this.#refusal);
    return this.#ready ?? this.#begin(Promise.resolve());
  }

  #begin(before: Promise<unknown>): Promise<Worker> {
    const attempt = before.then(compiled).then((program) => this.#launch(program));
    this.#ready = attempt;
    attempt.catch((error: unknown) => {
      if (!this.#refusal) this.#log.error({ err: error }, "the embedded database did not start");
      if (this.#ready === attempt) this.#ready = undefined; // the next query tries again
    });
    return attempt;
  }

  #launch(program: WebAssembly.Module): Promise<Worker> {
    return new Promise((resolve, reject) => {
      const worker = new Worker(workerFile(), {
        workerData: { directory: this.#directory, program },
        execArgv: [],
        resourceLimits: { stackSizeMb: STACK_SIZE_MB },
      });
      let reason = "the database thread ended";
      worker.on("error", (error) => {
        reason = error.message;
      });
      worker.on("message", (message: FromWorker) => {
        if (message.kind === "fatal") reason = message.reason;
        if (message.kind === "frames") this.#answered(worker, message);
        if (message.kind === "copied") {
          this.#copied?.(message.reason === undefined ? undefined : new StorageError("unavailable", message.reason));
        }
        if (message.kind === "ready") {
          if (this.#refusal) return void worker.terminate(); // closed or abandoned in the meantime
          this.#worker = worker;
          worker.unref();
          resolve(worker);
        }
      });
      worker.on("exit", () => {
        reject(new StorageError("engine", `内置数据库无法打开 ${this.#directory}：${reason}`));
        this.#lose(worker, new StorageError("unavailable", reason));
      });
    });
  }

  #answered(worker: Worker, { session, bytes }: { session: number; bytes: Uint8Array }): void {
    if (worker !== this.#worker) return;
    this.#unanswered -= 1;
    this.#watch();
    if (session === this.#session && bytes.length > 0) this.#client?.receive(bytes);
  }

  #watch(): void {
    clearTimeout(this.#watchdog);
    const worker = this.#worker;
    if (!worker) return;
    if (this.#unanswered === 0) {
      worker.unref();
      return;
    }
    const limitMs = this.statementLimitMs;
    this.#watchdog = setTimeout(() => {
      this.#lose(
        worker,
        new StorageError("unavailable", `a statement ran longer than ${limitMs / 1000} s and was ended`),
      );
    }, limitMs);
  }

  /** The thread is gone or must go: whoever waits gets `error`, and a new thread opens the directory after the old one. */
  #lose(worker: Worker, error: StorageError): void {
    if (worker !== this.#worker) return;
    this.#worker = undefined;
    this.#unanswered = 0;
    clearTimeout(this.#watchdog);
    const client = this.#client;
    this.#client = undefined;
    client?.destroy(error);
    this.#copied?.(error);
    const ended = worker.terminate();
    if (this.#refusal) return;
    this.#log.error({ reason: error.message }, "the embedded database is started again");
    this.#meter?.restarted();
    void this.#begin(ended);
  }
}
