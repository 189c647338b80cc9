import { choice, dateTime, defineEntity, integer, longText, noSupplier, reference, section } from "~/engine/entity";

const system = true;
const read = ["query", "get", "export"] as const;

/** What of the log of runs can be kept. */
const KEPT_RUNS = {
  month_1: "最近1个月",
  month_3: "最近3个月",
  month_6: "最近6个月",
  year_1: "最近1年",
  rows_1000: "最近1000条",
  rows_10000: "最近1万条",
  rows_30000: "最近3万条",
  rows_100000: "最近10万条",
} as const;

/**
 * Clearing the log of runs: making a row does it, and the row is what remains of it. It can be changed or removed by nobody, like
 * everything people do to jobs.
 */
export const jobLogClearing = defineEntity({
  key: "system-management/job-log-clearing",
  label: "执行日志清理",
  kind: "log",
  purpose: "清理定时任务的执行日志：保留最近一段时间或最近若干条，写明原因；谁在何时清理了多少，永久留存。",
  number: "QL{YYYYMMDD}-{001}",
  search: [],
  removable: false,
  copy: false,
  fields: {
    keep: choice({
      label: "保留",
      required: true,
      choices: KEPT_RUNS,
      help: "其余执行日志删除，每个任务最近一次总是保留",
    }),
    job_id: reference("system-management/job", { label: "任务", help: "空着表示所有任务" }),
    reason: longText({ label: "清理原因", required: true, maxLength: 500, missing: "请填写清理原因" }),
    cut_at: dateTime({ label: "清理此前的日志", system }),
    removed_count: integer({ label: "清理条数", system }),
  },
  list: {
    columns: ["number", "created_at", "created_by", "keep", "job_id", "reason", "removed_count"],
    filters: ["created_at", "created_by", "keep", "job_id"],
    sort: "-created_at",
    card: ["created_at", "keep", "removed_count"],
  },
  form: [section("清理", ["keep", "job_id", "reason"]), section("结果", ["cut_at", "removed_count"])],
  access: { suppliers: noSupplier, grants: { system_admin: ["add", ...read], log_auditor: read } },
});
