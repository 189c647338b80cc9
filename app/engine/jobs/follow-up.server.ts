import { type EndedRun, followingJobs, insertRun, jobAlarm, type RunEnd } from "~/data/jobs.server";
import { addressesIn } from "~/shared/addresses";
import { chinaTime } from "~/shared/calendar";
import { RUN_STATES } from "~/shared/job-words";
import { type EngineServices, systemContext } from "../context.server";
import { AppError } from "../errors";
import { queueMails } from "../mail/queue-mails.server";
import { notify } from "../notify/notify.server";
import { applyTransition } from "../operations/transition.server";
import { keptParams } from "./params.server";

// What follows from the end of a run, or from one that was missed: another try, the next job, and what people are told of it.

const JOB = "system-management/job";
const RUN = "system-management/job-run";
const RETRY_MS = 60_000;

/** Another try where the job has one left; else people are told. */
export async function answerFailure(services: EngineServices, end: RunEnd, job: EndedRun): Promise<void> {
  const connection = services.database.connection();
  if (job.attempt <= job.retry) {
    const plannedAt = new Date(Date.parse(end.at) + RETRY_MS * job.attempt).toISOString();
    await insertRun(connection, {
      id: services.newId(),
      jobId: job.jobId,
      trigger: "retry",
      plannedAt,
      attempt: job.attempt + 1,
      operatorId: null,
      state: "queued",
      summary: null,
      params: keptParams(job.params),
      at: end.at,
    });
    return;
  }
  const context = systemContext(services, "任务失败");
  const { ownerId, addresses } = await jobAlarm(connection, job.jobId);
  const result = RUN_STATES[end.state];
  const reason = end.summary ?? "没有说明";
  await notify(context, {
    scenario: "job.failed",
    values: { job: job.jobName, result, reason, streak: String(job.failStreak) },
    ...toWhom(ownerId),
    record: { entity: RUN, id: end.id },
  });
  await queueMails(context, addressesIn(addresses), {
    subject: `任务「${job.jobName}」${result}`,
    body: `${reason}。已连续失败${job.failStreak}次，请查看执行日志。`,
    path: `/${RUN}/${end.id}`,
  });
}

/** The owner of the group; nobody named, everybody who looks after the system. */
function toWhom(ownerId: string | null): { to: string[] } | { toRoles: string[] } {
  return ownerId === null ? { toRoles: ["system_admin"] } : { to: [ownerId] };
}

/** What follows a job begins when the job has done its work. */
export async function beginFollowing(services: EngineServices, { at }: RunEnd, { jobId }: EndedRun): Promise<void> {
  const connection = services.database.connection();
  for (const id of await followingJobs(connection, jobId)) {
    await insertRun(connection, {
      id: services.newId(),
      jobId: id,
      trigger: "child",
      plannedAt: at,
      attempt: 1,
      operatorId: null,
      state: "queued",
      summary: null,
      at,
    });
  }
}

/** A job whose time passed while nobody looked, and what became of it. */
export interface MissedJob {
  id: string;
  name: string;
  planned: Date;
  /** Made up for once, or left out. */
  isMadeUp: boolean;
}

/** One message per person about everything that was missed: after a night without the system these are many jobs. */
export async function notifyMissed(services: EngineServices, missed: readonly MissedJob[]): Promise<void> {
  const context = systemContext(services, "任务错过执行时间");
  const owners = new Map<string | null, string[]>();
  const mails = new Map<string, string[]>();
  for (const { id, name, planned, isMadeUp } of missed) {
    const { ownerId, addresses } = await jobAlarm(services.database.connection(), id);
    const line = `${name}：应在${chinaTime(planned)}执行，${isMadeUp ? "已补跑一次" : "已跳过"}`;
    owners.set(ownerId, [...(owners.get(ownerId) ?? []), line]);
    for (const address of addressesIn(addresses)) mails.set(address, [...(mails.get(address) ?? []), line]);
  }
  for (const [ownerId, lines] of owners) {
    const values = { count: String(lines.length), jobs: lines.join("\n") };
    await notify(context, { scenario: "job.missed", values, ...toWhom(ownerId), path: `/${JOB}` });
  }
  for (const [address, lines] of mails) {
    const subject = `${lines.length}个定时任务错过了执行时间`;
    await queueMails(context, [address], { subject, body: lines.join("\n"), path: `/${JOB}` });
  }
}

/** A job that fails again and again is stopped, like a person would. */
export async function stopJob(services: EngineServices, job: EndedRun): Promise<void> {
  const context = systemContext(services, "连续失败");
  const wanted = {
    entity: services.registry.entity(JOB),
    id: job.jobId,
    name: "stop" as const,
    reason: `连续失败${job.failStreak}次，自动停止`,
  };
  try {
    await applyTransition(context, wanted);
  } catch (error) {
    if (!(error instanceof AppError)) throw error; // somebody stopped it meanwhile
    return;
  }
  await services.database.transaction({ role: "owner" }, async () => {
    const { ownerId, addresses } = await jobAlarm(services.database.connection(), job.jobId);
    const values = { job: job.jobName, streak: String(job.failStreak) };
    await notify(context, {
      scenario: "job.stopped",
      values,
      ...toWhom(ownerId),
      record: { entity: JOB, id: job.jobId },
    });
    await queueMails(context, addressesIn(addresses), {
      subject: `任务「${job.jobName}」已被系统停止`,
      body: `连续失败${job.failStreak}次，系统已停止该任务。请查明原因后重新启动。`,
      path: `/${JOB}/${job.jobId}`,
    });
  });
}
