import { AsyncResource } from "node:async_hooks";
import { setTimeout as pause } from "node:timers/promises";
import { asking, jobAsker } from "~/data/asking.server";
import type { JobQueue } from "~/data/job-queue.server";
import type { EngineServices } from "../context.server";
import { logFailedWork } from "../storage-away.server";
import { createWorker, type JobWorker } from "./worker.server";

// The part a process takes in the work on jobs, from its start until it is stopped: when it looks, and who may wake it.

/** By then the transaction of whoever wants work done has usually been committed, and on a busy machine at last. */
const NUDGED_AFTER_MS = [200, 700];

/**
 * Takes part in the work on jobs until it is stopped. The queue is opened beside the requests; while it cannot be, jobs wait and the
 * log says so.
 * @returns a function that stops it; runs under way are given a few seconds to end
 */
export function startJobs(
  services: EngineServices,
  openQueue: () => Promise<JobQueue>,
  options: { worker: string; lookEveryMs: number; onNudge(wake: () => void): void },
): () => Promise<void> {
  let parts: { queue: JobQueue; worker: JobWorker } | undefined;
  let isStopping = false;
  let isBusy = false;
  let isWanted = false;
  let round = Promise.resolve();
  const look = async () => {
    if (!parts) {
      const queue = await openQueue();
      parts = { queue, worker: createWorker(services, queue, { worker: options.worker, onRoom: goOn }) };
    }
    await parts.worker.look();
  };
  const begin = () => {
    if (isStopping) return;
    isWanted = isBusy;
    if (isBusy) return;
    isBusy = true;
    round = asking(jobAsker("jobs"), look)
      .catch((error: unknown) => logFailedWork(services, error, "jobs wait: looking for them failed"))
      .finally(() => {
        isBusy = false;
        if (isWanted) begin();
      });
  };
  // What a run leaves room for begins at once, and not in the flow of the run.
  const goOn = AsyncResource.bind(begin);
  // Whoever wakes us is in a transaction that is about to commit; what is begun here must not run in its flow.
  const lookSoon = AsyncResource.bind(() => {
    for (const ms of NUDGED_AFTER_MS) void pause(ms, undefined, { ref: false }).then(begin);
  });
  options.onNudge(lookSoon);
  begin();
  const timer = setInterval(begin, options.lookEveryMs);
  timer.unref();
  return async () => {
    isStopping = true;
    clearInterval(timer);
    await round;
    await parts?.worker.close();
    await parts?.queue.close();
  };
}
