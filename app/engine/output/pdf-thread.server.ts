import { existsSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { Worker } from "node:worker_threads";
import type { PrintDocument } from "~/shared/print-document";
import { AppError } from "../errors";

const WORKER_FILE = "app/engine/output/pdf-worker.mjs";
/** The thread holds two fonts of ten megabytes; it goes when nobody has asked for a while. */
const IDLE_MS = 60_000;
/** No paper of ours takes that long; one that does must not keep all others waiting. */
const LIMIT_MS = 60_000;

type Bytes = Uint8Array<ArrayBuffer>;
type Answer = { job: number; bytes: Bytes } | { job: number; fault: string };

interface Waiting {
  resolve(bytes: Bytes): void;
  reject(error: Error): void;
  limit: NodeJS.Timeout;
}

let thread: PdfThread | undefined;

/**
 * Draws a document in a thread of its own: finding the glyphs of a Chinese font and packing those that were used would hold
 * up everybody else for a tenth of a second.
 * @param updatedAt ISO text; the file's date
 * @throws AppError("unavailable") when the thread dies
 */
export function pdfFile(document: PrintDocument, updatedAt: string): Promise<Bytes> {
  thread ??= new PdfThread((ended) => {
    if (thread === ended) thread = undefined;
  });
  return thread.draw(document, updatedAt);
}

class PdfThread {
  readonly #worker: Worker;
  readonly #waiting = new Map<number, Waiting>();
  readonly #onEnd: (thread: PdfThread) => void;
  #lastJob = 0;
  #idle: NodeJS.Timeout | undefined;

  constructor(onEnd: (thread: PdfThread) => void) {
    this.#onEnd = onEnd;
    this.#worker = new Worker(workerFile(), { execArgv: [] });
    this.#worker.on("message", (answer: Answer) => this.#answered(answer));
    this.#worker.on("error", () => undefined); // "exit" follows
    this.#worker.on("exit", () => {
      onEnd(this);
      for (const { reject, limit } of this.#waiting.values()) {
        clearTimeout(limit);
        reject(new AppError("unavailable"));
      }
      this.#waiting.clear();
    });
  }

  draw(document: PrintDocument, updatedAt: string): Promise<Bytes> {
    clearTimeout(this.#idle);
    this.#worker.ref();
    const job = ++this.#lastJob;
    return new Promise((resolve, reject) => {
      const limit = setTimeout(() => void this.#worker.terminate(), LIMIT_MS);
      this.#waiting.set(job, { resolve, reject, limit });
      this.#worker.postMessage({ job, document, updatedAt });
    });
  }

  #answered(answer: Answer): void {
    const asked = this.#waiting.get(answer.job);
    this.#waiting.delete(answer.job);
    clearTimeout(asked?.limit);
    if ("bytes" in answer) asked?.resolve(answer.bytes);
    else asked?.reject(new Error(`the PDF could not be drawn: ${answer.fault}`));
    if (this.#waiting.size > 0) return;
    // With nothing to do the thread does not keep the process alive, and ends after a while.
    this.#worker.unref();
    this.#idle = setTimeout(() => {
      this.#onEnd(this);
      void this.#worker.terminate();
    }, IDLE_MS);
    this.#idle.unref();
  }
}

/** The thread's code is not bundled: it is found from the project's top level, above this file (sources or build/). */
function workerFile(): string {
  for (let folder = path.dirname(fileURLToPath(import.meta.url)); ; folder = path.dirname(folder)) {
    const candidate = path.join(folder, WORKER_FILE);
    if (existsSync(candidate)) return candidate;
    if (folder === path.dirname(folder)) throw new Error(`找不到 ${WORKER_FILE}，请从完整的项目目录启动`);
  }
}
