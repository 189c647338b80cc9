import { existsSync } from "node:fs";
import path from "node:path";
import { performance } from "node:perf_hooks";
import { fileURLToPath } from "node:url";
import { Worker } from "node:worker_threads";
import type { Model, Solve, Solved } from "~/shared/linear-model";
import { AppError } from "../errors";

const WORKER_FILE = "app/engine/solving/solver-worker.mjs";
/** The solver looks at its clock between steps; a thread that is this much late does not come back. */
const GRACE_MS = 5_000;

/** How long solving may take, and how near to the best is near enough. */
export interface SolvingLimits {
  /** For one problem. */
  seconds: number;
  /** For all problems of one study together; what is asked later is answered "unknown". */
  secondsInAll: number;
  /** As a part of the best: 0.001 is a tenth of a percent. */
  gap: number;
}

type Answer = { job: number; solved: Solved } | { job: number; fault: string };

/** One study after the other: each may take a core and some hundred megabytes. */
let last: Promise<unknown> = Promise.resolve();

/**
 * Lends a solver to a study of any number of problems. It runs in a thread of its own, with less right to the processor than pages have, and is
 * gone with its memory when the study ends.
 * @param study what asks the solver; problems are solved one by one, in the order they are asked
 * @throws AppError("unavailable") when the thread dies
 */
export function withSolver<T>(limits: SolvingLimits, study: (solve: Solve) => Promise<T>): Promise<T> {
  const done = last.then(async () => {
    const thread = new SolverThread(limits);
    try {
      return await study((model) => thread.solve(model));
    } finally {
      await thread.end();
    }
  });
  last = done.catch(() => undefined);
  return done;
}

interface Waiting {
  job: number;
  resolve(solved: Solved): void;
  reject(error: Error): void;
}

/** One thread at a time; where one had to be ended, the next problem starts another. */
class SolverThread {
  readonly #limits: SolvingLimits;
  readonly #until: number;
  #worker: Worker | undefined;
  #waiting: Waiting | undefined;
  #lastJob = 0;
  #before: Promise<unknown> = Promise.resolve();

  constructor(limits: SolvingLimits) {
    this.#limits = limits;
    this.#until = performance.now() + limits.secondsInAll * 1000;
  }

  solve(model: Model): Promise<Solved> {
    const solved = this.#before.then(() => this.#ask(model));
    this.#before = solved.catch(() => undefined);
    return solved;
  }

  async end(): Promise<void> {
    await this.#worker?.terminate();
  }

  #ask(model: Model): Promise<Solved> {
    const left = (this.#until - performance.now()) / 1000;
    if (left <= 0) return Promise.resolve({ status: "unknown" });
    const seconds = Math.min(this.#limits.seconds, left);
    const worker = this.#started();
    const job = ++this.#lastJob;
    return new Promise<Solved>((resolve, reject) => {
      const late = setTimeout(
        () => {
          this.#worker = undefined;
          this.#waiting = undefined;
          void worker.terminate();
          resolve({ status: "unknown" });
        },
        seconds * 1000 + GRACE_MS,
      );
      this.#waiting = {
        job,
        resolve: (solved) => {
          clearTimeout(late);
          resolve(solved);
        },
        reject: (error) => {
          clearTimeout(late);
          reject(error);
        },
      };
      worker.postMessage({ job, model: packed(model), seconds });
    });
  }

  #started(): Worker {
    if (this.#worker) return this.#worker;
    const worker = new Worker(workerFile(), { execArgv: [], workerData: { gap: this.#limits.gap } });
    worker.on("message", (answer: Answer) => this.#answered(answer));
    worker.on("error", () => undefined); // "exit" follows
    worker.on("exit", () => {
      if (worker !== this.#worker) return;
      this.#worker = undefined;
      this.#waiting?.reject(new AppError("unavailable"));
      this.#waiting = undefined;
    });
    this.#worker = worker;
    return worker;
  }

  #answered(answer: Answer): void {
    const asked = this.#waiting;
    if (asked?.job !== answer.job) return;
    this.#waiting = undefined;
    if ("solved" in answer) asked.resolve(answer.solved);
    else asked.reject(new Error(`the problem could not be solved: ${answer.fault}`));
  }
}

/** As the solver takes a problem: numbers one behind the other, which are handed over in no time. */
function packed({ columns, rows }: Model) {
  const starts = new Int32Array(rows.length + 1);
  for (const [at, { terms }] of rows.entries()) starts[at + 1] = (starts[at] ?? 0) + terms.length;
  const indices = new Int32Array(starts.at(-1) ?? 0);
  const values = new Float64Array(indices.length);
  let next = 0;
  for (const { terms } of rows)
    for (const [column, factor] of terms) {
      indices[next] = column;
      values[next] = factor;
      next += 1;
    }
  return {
    ...{ numCols: columns.length, numRows: rows.length },
    colCost: Float64Array.from(columns, ({ cost }) => cost),
    colLower: Float64Array.from(columns, ({ lower }) => lower),
    colUpper: Float64Array.from(columns, ({ upper }) => upper),
    rowLower: Float64Array.from(rows, ({ lower }) => lower),
    rowUpper: Float64Array.from(rows, ({ upper }) => upper),
    integers: Uint8Array.from(columns, ({ isInteger }) => (isInteger ? 1 : 0)),
    ...{ starts, indices, values },
  };
}

/** The thread's code is not bundled: it is found from the project's top level, above this file (sources or build/). */
function workerFile(): string {
  for (let folder = path.dirname(fileURLToPath(import.meta.url)); ; folder = path.dirname(folder)) {
    const candidate = path.join(folder, WORKER_FILE);
    if (existsSync(candidate)) return candidate;
    if (folder === path.dirname(folder)) throw new Error(`找不到 ${WORKER_FILE}，请从完整的项目目录启动`);
  }
}
