import { setTimeout as pause } from "node:timers/promises";
import type { Rest } from "./rest";

const JOB = "system-management/job";
const RUN = "system-management/job-run";
const OPEN = ["queued", "running"];
const LOOK_MS = 100;

/** Waits until no run waits and none is under way; of one job only, where one is named. */
export async function atRest(rest: Rest, jobId?: string): Promise<void> {
  const which = { state: OPEN, ...(jobId === undefined ? {} : { job_id: [jobId] }) };
  while ((await rest.count(RUN, which)) > 0) await pause(LOOK_MS);
}

/**
 * Has the portal do scheduled work now, one job after the other, and waits for the end of it. By themselves the jobs of a portal under
 * test do nothing: no test hangs on what the clock shows.
 * @param labels names of jobs as 任务调度 shows them
 * @throws Error when a run ends otherwise than well
 */
export async function doJobs(portal: { rest(account: string): Promise<Rest> }, ...labels: string[]): Promise<void> {
  const rest = await portal.rest("admin");
  for (const label of labels) {
    const job = (await rest.list(JOB, { name: label })).find(({ name }) => name === label);
    if (!job) throw new Error(`there is no job ${label}`);
    await atRest(rest, job.id);
    const known = new Set((await rest.list(RUN, { job_id: [job.id] })).map(({ id }) => id));
    await rest.move(JOB, job.id, "trigger", { version: job.version });
    await atRest(rest, job.id);
    const runs = (await rest.list(RUN, { job_id: [job.id] })).filter(({ id }) => !known.has(id));
    const ends = runs.map(({ state, summary }) => `${state} ${summary ?? ""}`.trim());
    if (runs.length === 0 || runs.some(({ state }) => state !== "success"))
      throw new Error(`${label} ended otherwise: ${ends.join("; ") || "it did not begin"}`);
  }
}
