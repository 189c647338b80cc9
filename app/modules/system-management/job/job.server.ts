import { may } from "~/engine/access/permissions";
import type { AnyRecord } from "~/engine/entity";
import { type Complaint, complain } from "~/engine/entity";
import type { EntityServer, RecordChart, RecordTable, SaveWork } from "~/engine/entity/server-hooks";
import { AppError } from "~/engine/errors";
import { givenParams } from "~/engine/jobs/params.server";
import { openRuns, queueRun, recentRuns, stopRuns } from "~/engine/jobs/runs.server";
import { nextRuns, type Schedule, scheduleComplaint, scheduleText, zonedText } from "~/engine/jobs/schedule.server";
import { linesOf } from "~/engine/operations/records.server";
import { unscopedLines, unscopedRows } from "~/engine/operations/unscoped.server";
import { columnsOf } from "~/engine/screen/table-columns";
import { chinaTime } from "~/shared/calendar";
import { where } from "~/shared/condition";
import { decimal } from "~/shared/decimal";
import { RUN_STATES, RUN_TONES, TRIGGERS } from "~/shared/job-words";
import { circleFrom } from "./job.rules";

const JOB = "system-management/job";
const QUEUED = "该任务已有一次在排队，请等它开始后再试";
const SHOWN_RUNS = 30;
const SHOWN_TIMES = 10;
const SCHEDULE = ["schedule_type", "schedule_conf", "time_zone"] as const;

function scheduleOf(record: Readonly<Record<string, unknown>>): Schedule {
  return {
    type: String(record.schedule_type),
    conf: typeof record.schedule_conf === "string" ? record.schedule_conf : null,
    zone: String(record.time_zone),
  };
}

function nextOf(record: AnyRecord, now: Date): string | null {
  return nextRuns(scheduleOf(record), now, 1)[0]?.toISOString() ?? null;
}

/** The next times at which a job runs, read in its own zone. */
function timesTable(record: AnyRecord, now: Date): RecordTable {
  const { zone, ...rest } = scheduleOf(record);
  const times = nextRuns({ zone, ...rest }, now, SHOWN_TIMES);
  return {
    kind: "table",
    title: "未来10次执行时间",
    table: {
      caption: `未来10次执行时间：${scheduleText({ zone, ...rest })}`,
      columns: columnsOf(["序号", "时间"], ["序号"]),
      rows: times.map((time, index) => ({
        id: time.toISOString(),
        cells: [{ text: String(index + 1) }, { text: zonedText(time, zone) }],
      })),
    },
  };
}

/** A job never begins itself again, over whatever stands between. */
async function circleComplaint({ context, record }: SaveWork): Promise<Complaint[]> {
  const children = linesOf(record, "children").map(({ job_id }) => String(job_id));
  if (children.length === 0) return [];
  const rows = await unscopedLines(context, {
    entityKey: JOB,
    lines: "children",
    columns: ["root_id", "job_id"],
    where: [],
  });
  const follows = new Map<string, string[]>();
  for (const { root_id, job_id } of rows) follows.set(root_id, [...(follows.get(root_id) ?? []), job_id]);
  const way = circleFrom(record.id, children, follows);
  if (!way) return [];
  const named = await unscopedRows(context, JOB, ["id", "name"], [where.oneOf("id", way)]);
  const names = new Map([...named.map(({ id, name }) => [id, name] as const)]);
  names.set(record.id, String(record.name));
  return [complain("children", `子任务设置有误（${way.map((id) => names.get(id) ?? "").join(" → ")}）`)];
}

/** Runs shorter than this are drawn in milliseconds. */
const SHORT_MS = 10_000;

/** The last runs from left to right, how long each took; what did not succeed is told apart. */
function runsChart(runs: Awaited<ReturnType<typeof recentRuns>>): RecordChart[] {
  const ended = runs.filter(({ durationMs }) => durationMs !== null).reverse();
  if (ended.length === 0) return [];
  const isShort = ended.every(({ durationMs }) => (durationMs ?? 0) < SHORT_MS);
  const shown = (durationMs: number) =>
    isShort ? String(durationMs) : decimal(String(durationMs)).div(1000).toFixed(1);
  const lengths = (isOne: (state: string) => boolean) =>
    ended.map(({ state, durationMs }) => (isOne(state) ? shown(durationMs ?? 0) : "0"));
  return [
    {
      kind: "chart",
      title: "耗时趋势",
      chart: {
        kind: "bar",
        caption: `近${SHOWN_RUNS}次耗时与结果`,
        axis: "开始时间",
        unit: isShort ? "毫秒" : "秒",
        labels: ended.map(({ startedAt, plannedAt }) => chinaTime(startedAt ?? plannedAt).slice(5, 16)),
        series: [
          { label: "成功", values: lengths((state) => state === "success") },
          { label: "未成功", values: lengths((state) => state !== "success") },
        ],
        withoutTable: true,
      },
    },
  ];
}

export const jobServer: EntityServer<"system-management/job"> = {
  listPages: () => [{ label: "什么时候会发生什么", path: "when", tone: "plain" }],
  async beforeSave(work) {
    const { context, record, before, set } = work;
    const circle = await circleComplaint(work);
    if (circle.length > 0) return circle;
    if (record.schedule_type === "none") set({ schedule_conf: null });
    const complaint = scheduleComplaint(scheduleOf(record), context.now);
    if (complaint) return [complain("schedule_conf", complaint)];
    if (record.state !== "running") {
      set({ next_run_at: null });
      return [];
    }
    if (record.schedule_type === "none")
      return [complain("schedule_type", "运行中的任务不能改为不自动执行，请先停止任务")];
    if (!before || SCHEDULE.some((name) => before[name] !== record[name]))
      set({ next_run_at: nextOf(record, context.now) });
    return [];
  },
  async beforeRemove(context, record) {
    if (record.built_in === true) return "系统内置任务不能删除，可以停止";
    return (await recentRuns(context, record.id, 1)).length > 0 ? "任务已有执行日志，不能删除，可以停止" : null;
  },
  async pages({ actor }) {
    return may(actor.permissions, "job.edit") ? [{ label: "编辑调度", path: "schedule", tone: "plain" }] : [];
  },
  async extra(context, _screen, ids) {
    const rows = await unscopedRows(context, "system-management/job", ["id", ...SCHEDULE], [where.oneOf("id", ids)]);
    return new Map(rows.map((row) => [row.id, { schedule_text: scheduleText(scheduleOf(row)) }]));
  },
  async sections(context, record) {
    const runs = await recentRuns(context, record.id, SHOWN_RUNS);
    const log: RecordTable = {
      kind: "table",
      title: "最近执行",
      table: {
        caption: `最近${SHOWN_RUNS}次执行`,
        columns: columnsOf(["计划时间", "结果", "触发方式", "耗时", "摘要"], ["耗时"]),
        rows: runs.map((run) => ({
          id: run.id,
          cells: [
            { text: chinaTime(run.plannedAt), href: `/system-management/job-run/${run.id}` },
            { text: RUN_STATES[run.state], tone: RUN_TONES[run.state] },
            { text: TRIGGERS[run.trigger] },
            { text: run.durationMs === null ? "" : `${run.durationMs} 毫秒` },
            { text: run.summary ?? "" },
          ],
        })),
      },
    };
    const times = record.state === "running" ? [timesTable(record, context.now)] : [];
    return [...times, ...runsChart(runs), log];
  },
  transitions: {
    start: {
      async check(context, record) {
        if (nextOf(record, context.now) !== null) return [];
        return [{ check: "schedule", level: "block", text: "任务没有下一次执行时间，请先设置调度" }];
      },
      async effect(context, work) {
        work.set({ next_run_at: nextOf(work.record, context.now) });
      },
    },
    stop: {
      async effect(_context, work) {
        work.set({ next_run_at: null });
      },
    },
    trigger: {
      async check(context, record) {
        const { queued } = await openRuns(context, record.id);
        return queued > 0 ? [{ check: "queued", level: "block", text: QUEUED }] : [];
      },
      async effect(context, { record, input }) {
        const handler = context.services.jobs?.find(({ key }) => key === record.handler);
        const params = handler ? await givenParams(context, handler, input) : [];
        // Somebody else was faster: that run was told something else.
        if (!(await queueRun(context, { jobId: record.id, trigger: "manual", params })))
          throw new AppError("wrong_state", { message: QUEUED });
      },
    },
    kill: {
      async check(context, record) {
        const { queued, running } = await openRuns(context, record.id);
        return queued + running > 0
          ? []
          : [{ check: "idle", level: "note", text: "该任务现在没有在执行，也没有在排队" }];
      },
      async effect(context, { record }) {
        await stopRuns(context, record.id);
      },
    },
  },
};
