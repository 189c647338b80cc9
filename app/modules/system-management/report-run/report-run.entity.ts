import {
  choice,
  dateTime,
  defineEntity,
  integer,
  longText,
  noSupplier,
  pointsAt,
  reference,
  section,
  text,
} from "~/engine/entity";
import { where } from "~/shared/condition";
import { EMPLOYEES } from "~/shared/staff-roles";

const system = true;
const read = ["query", "get"] as const;

/** Each time somebody took a report away, or one was made at its time; over a view that takes from the export center how far it is. */
export const reportRun = defineEntity({
  key: "system-management/report-run",
  label: "报表运行记录",
  kind: "log",
  purpose: "报表什么时候为谁生成、按什么条件、多少行；没有生成的写明原因。打开页面查看不记录。保留365天。",
  table: "report_run_entry",
  title: ["report_name"],
  search: [],
  removable: false,
  copy: false,
  fields: {
    report_name: text({ label: "报表名称", required: true, system }),
    report_id: reference("system-management/report-definition", { label: "报表", system }),
    user_id: reference("system-management/user", { label: "运行人", system, help: "定时生成的为接收人" }),
    run_by: choice({
      label: "触发方式",
      required: true,
      system,
      choices: { manual: "手动导出", schedule: "定时生成" },
    }),
    format: choice({
      label: "格式",
      required: true,
      system,
      choices: { xlsx: "Excel 表格", csv: "CSV 文件", pdf: "PDF 文件" },
    }),
    conditions: longText({ label: "条件", system }),
    status: choice({
      label: "状态",
      required: true,
      system,
      choices: {
        queued: "排队中",
        running: "生成中",
        done: "已完成",
        failed: "失败",
        cancelled: "已取消",
        expired: "文件已过期",
      },
      tones: {
        queued: "waiting",
        running: "running",
        done: "done",
        failed: "refused",
        cancelled: "closed",
        expired: "closed",
      },
    }),
    row_count: integer({ label: "行数", system }),
    message: longText({ label: "说明", system }),
    started_at: dateTime({ label: "开始时间", required: true, system }),
    ended_at: dateTime({ label: "结束时间", system }),
    task_id: reference("system-management/export-task", { label: "导出任务", system }),
  },
  list: {
    columns: [
      "report_name",
      "started_at",
      "user_id",
      "run_by",
      "format",
      "conditions",
      "status",
      "row_count",
      "message",
    ],
    filters: ["report_id", "user_id", "run_by", "status", "started_at"],
    sort: "-started_at",
    card: ["started_at", "status"],
  },
  form: [
    section("运行", ["report_name", "report_id", "user_id", "run_by", "format", "conditions"]),
    section("结果", ["status", "row_count", "message", "started_at", "ended_at", "task_id"]),
  ],
  related: [pointsAt("report_id"), pointsAt("task_id")],
  access: {
    suppliers: noSupplier,
    personal: { where: where.mine("user_id"), unless: "report-run-all.get" },
    rights: {
      "report-run-all": {
        label: "查看所有人的报表运行记录",
        grants: { system_admin: ["get"], log_auditor: ["get"] },
      },
    },
    grants: {
      ...Object.fromEntries(EMPLOYEES.map((role) => [role, read])),
      log_auditor: [...read, "export"],
      system_admin: [...read, "export"],
    },
  },
  views: [{ screen: "system-management/report-run", label: "报表运行记录", menu: false }],
});
