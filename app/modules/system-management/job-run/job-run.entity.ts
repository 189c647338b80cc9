import {
  choice,
  dateTime,
  defineEntity,
  integer,
  json,
  longText,
  noSupplier,
  pointsAt,
  reference,
  section,
  text,
} from "~/engine/entity";
import { where } from "~/shared/condition";
import { type GivenParam, RUN_STATES, RUN_TONES, TRIGGERS } from "~/shared/job-words";

const read = ["query", "get", "export"] as const;
const system = true;

/** What a run was told by hand, thing by thing. */
function paramsText(value: unknown): string {
  const given: readonly GivenParam[] = Array.isArray(value) ? value : [];
  return given.map(({ label, text: said }) => `${label}：${said}`).join("；");
}

/** One run of a job with its log; written by the program alone. */
export const jobRun = defineEntity({
  key: "system-management/job-run",
  label: "执行日志",
  kind: "log",
  purpose: "每一次执行：何时、因何开始，多久，结果怎样，输出了什么。按保留天数清理。",
  title: ["job_name"],
  search: [],
  removable: false,
  copy: false,
  fields: {
    job_id: reference("system-management/job", { label: "任务", required: true, system }),
    job_name: text({ label: "任务名称", required: true, system }),
    trigger_type: choice({ label: "触发方式", required: true, system, initial: "manual", choices: TRIGGERS }),
    attempt: integer({ label: "第几次", required: true, system, initial: 1 }),
    planned_at: dateTime({ label: "计划时间", required: true, system }),
    handed_at: dateTime({ label: "交付时间", system }),
    started_at: dateTime({ label: "开始时间", system }),
    ended_at: dateTime({ label: "结束时间", system }),
    duration_ms: integer({ label: "耗时", system, unit: "毫秒" }),
    operator_id: reference("system-management/user", { label: "操作人", system }),
    worker: text({ label: "执行进程", system }),
    lease_until: dateTime({ label: "占用到", system }),
    stop_wanted_at: dateTime({ label: "要求终止", system }),
    params: json({ label: "参数", display: paramsText }),
    summary: text({ label: "摘要", system, maxLength: 500 }),
    output: longText({ label: "日志", system, maxLength: 40000 }),
  },
  list: {
    columns: [
      "job_name",
      "state",
      "trigger_type",
      "planned_at",
      "started_at",
      "ended_at",
      "duration_ms",
      "summary",
      "operator_id",
    ],
    filters: ["job_id", "state", "trigger_type", "started_at", "operator_id"],
    sort: "-planned_at",
    toggles: {
      failed_only: { label: "只看失败", where: where.oneOf("state", ["failed", "timed_out", "interrupted"]) },
    },
    rowActions: ["cancel", "kill"],
    card: ["started_at", "summary"],
  },
  form: [
    section("执行", [
      "job_id",
      "job_name",
      "trigger_type",
      "attempt",
      "planned_at",
      "started_at",
      "ended_at",
      "duration_ms",
      "operator_id",
      "params",
      "worker",
      "stop_wanted_at",
    ]),
    section("结果", ["summary", "output"]),
  ],
  states: RUN_STATES,
  tones: RUN_TONES,
  editIn: [],
  transitions: {
    // What becomes of a run is written by whoever carries it out, in one statement with its log.
    begin: { label: "开始执行", from: ["queued"], to: "running", by: "system" },
    finish: { label: "执行成功", from: ["running"], to: "success", by: "system" },
    fail: { label: "执行失败", from: ["running"], to: "failed", by: "system" },
    end: { label: "停下", from: ["running"], to: "stopped", by: "system" },
    time_out: { label: "超时", from: ["running"], to: "timed_out", by: "system" },
    interrupt: { label: "中断", from: ["running"], to: "interrupted", by: "system" },
    skip: { label: "跳过", from: ["queued"], to: "skipped", by: "system" },
    cancel: {
      label: "取消",
      from: ["queued"],
      to: "stopped",
      by: ["system_admin"],
      reason: "optional",
      confirm: "这一次不再执行，任务的调度不变。",
      effect(work) {
        work.set({ ended_at: work.now, summary: "开始之前被取消" });
      },
    },
    kill: {
      label: "终止",
      from: ["running"],
      to: "same",
      by: ["system_admin"],
      tone: "danger",
      reason: "required",
      confirm: "这一次将在下一个安全点停下，已完成的部分保留。",
      done: "已要求终止",
      effect(work) {
        work.set({ stop_wanted_at: work.now });
      },
    },
  },
  related: [pointsAt("job_id")],
  access: {
    suppliers: noSupplier,
    personal: {
      where: where.someRow({
        table: "job",
        column: "id",
        equals: "job_id",
        inner: where.someRow({ table: "job_group", column: "id", equals: "group_id", inner: where.mine("owner_id") }),
      }),
      unless: "job-run-all.get",
    },
    rights: {
      "job-run-all": { label: "查看所有任务的执行日志", grants: { system_admin: ["get"], log_auditor: ["get"] } },
    },
    grants: { system_admin: read, log_auditor: read },
  },
  views: [{ screen: "system-management/job-run", label: "执行日志" }],
});
