import {
  choice,
  dateTime,
  defineEntity,
  longText,
  noSupplier,
  pointsAt,
  reference,
  section,
  text,
} from "~/engine/entity";
import { where } from "~/shared/condition";
import { RUN_STATES, RUN_TONES } from "~/shared/job-words";

const system = true;
const read = ["query", "get", "export"] as const;

/** What became of jobs, over a view of their runs and of what people changed: nothing here can be made, changed or removed. */
export const jobOperationLog = defineEntity({
  key: "system-management/job-operation-log",
  label: "任务操作日志",
  kind: "log",
  purpose: "任务由谁新增、修改、启动、停止、手动执行或终止，以及每一次执行的结果，按时间放在一起。",
  table: "job_operation",
  title: ["job_name"],
  search: [],
  removable: false,
  copy: false,
  fields: {
    at: dateTime({ label: "时间", required: true, system }),
    kind: choice({ label: "类别", required: true, system, choices: { run: "执行日志", op: "操作记录" } }),
    job_id: reference("system-management/job", { label: "任务", system }),
    group_id: reference("system-management/job-group", { label: "分组", system }),
    job_name: text({ label: "名称", required: true, system }),
    operation: choice({
      label: "操作",
      required: true,
      system,
      choices: {
        run: "执行",
        create: "新增",
        update: "修改",
        remove: "删除",
        start: "启动",
        stop: "停止",
        trigger: "执行一次",
        kill: "终止",
        cancel: "取消",
        clear: "清理日志",
      },
    }),
    user_id: reference("system-management/user", { label: "操作人", system }),
    ip: text({ label: "IP地址", system }),
    result: choice({ label: "结果", system, choices: RUN_STATES, tones: RUN_TONES }),
    summary: longText({ label: "摘要", system }),
  },
  list: {
    columns: ["job_name", "at", "kind", "operation", "user_id", "result", "summary", "+changes"],
    filters: ["at", "kind", "job_id", "group_id", "operation", "user_id", "result"],
    sort: "-at",
    toggles: { people_only: { label: "只看人工操作", where: where.eq("kind", "op") } },
    card: ["at", "operation"],
  },
  form: [
    section("操作", [
      "at",
      "kind",
      "job_id",
      "group_id",
      "job_name",
      "operation",
      "user_id",
      "ip",
      "result",
      "summary",
    ]),
  ],
  related: [pointsAt("job_id")],
  access: { suppliers: noSupplier, grants: { system_admin: read, log_auditor: read } },
  views: [
    {
      screen: "system-management/job-operation-log",
      label: "任务操作日志",
      extra: { changes: longText({ label: "变更内容", system }) },
    },
  ],
});
