import {
  choice,
  dateTime,
  defineEntity,
  integer,
  longText,
  noSupplier,
  pointedAtBy,
  reference,
  section,
  text,
} from "~/engine/entity";

const system = true;
const count = (label: string) => integer({ label, required: true, system, initial: 0 });
const counts = ["total_count", "insert_count", "update_count", "block_count", "skip_count", "fail_count"] as const;

/** One synchronisation of accounts from the personnel master data: checked first, carried out when somebody says so. */
export const userLog = defineEntity({
  key: "user-administration/user-log",
  label: "人员同步",
  kind: "log",
  purpose: "从人事主数据同步用户账号的每一个批次：先检查，确认后执行，每一行成功与否都有记录。",
  number: "MDM{YYYYMMDD}-{0001}",
  removable: false,
  copy: false,
  fields: {
    trigger_type: choice({
      label: "触发方式",
      required: true,
      system,
      initial: "manual",
      choices: { manual: "手动导入", call: "接口推送", cron: "定时", retry: "重试", parent: "上级任务" },
    }),
    file_name: text({ label: "来源文件", system, maxLength: 200 }),
    started_at: dateTime({ label: "开始时间", system }),
    ended_at: dateTime({ label: "结束时间", system }),
    total_count: count("总数"),
    insert_count: count("新增"),
    update_count: count("更新"),
    block_count: count("离职冻结"),
    skip_count: count("无变化"),
    fail_count: count("失败"),
    message: longText({ label: "说明", system }),
    retry_of: reference("user-administration/user-log", { label: "原批次", system }),
  },
  list: {
    columns: ["number", "trigger_type", "started_at", "ended_at", ...counts, "state"],
    filters: ["number", "started_at", "trigger_type", "state"],
    sort: "-created_at",
    card: ["started_at", "total_count", "fail_count"],
  },
  form: [
    section("批次", ["trigger_type", "file_name", "started_at", "ended_at", "retry_of", "message"]),
    section("结果", [...counts]),
  ],
  states: {
    checked: "待执行",
    running: "执行中",
    success: "成功",
    partial: "部分失败",
    failed: "失败",
    cancelled: "已放弃",
  },
  tones: {
    checked: "waiting",
    running: "running",
    success: "done",
    partial: "warning",
    failed: "refused",
    cancelled: "closed",
  },
  editIn: [],
  transitions: {
    start: { label: "执行", from: ["checked"], to: "running", by: "system" },
    finish: { label: "执行完毕", from: ["running"], to: "success", by: "system" },
    finish_partly: { label: "部分失败", from: ["running"], to: "partial", by: "system" },
    fail: { label: "全部失败", from: ["running"], to: "failed", by: "system" },
    discard: {
      label: "放弃",
      from: ["checked"],
      to: "cancelled",
      by: ["system_admin", "user_admin"],
      right: "user-log.import",
      tone: "danger",
      reason: "optional",
      confirm: "放弃后这个批次不再执行，上传的人员资料一并清除。",
    },
  },
  related: [pointedAtBy("user-administration/user-log", "retry_of", { label: "重试批次", fact: "fail_count" })],
  access: {
    suppliers: noSupplier,
    grants: {
      system_admin: ["query", "get", "import", "export"],
      user_admin: ["query", "get", "import"],
      log_auditor: ["query", "get", "export"],
    },
  },
  views: [{ screen: "user-administration/user-log", label: "用户日志" }],
});

/** One person of a synchronisation: what was to be done, and whether it was. */
export const userLogRow = defineEntity({
  key: "user-administration/user-log-row",
  label: "人员同步明细",
  kind: "log",
  purpose: "每个批次中每个人员的处理结果：做了什么、改了哪些内容，或者为什么没有成功。",
  title: ["work_no"],
  search: [],
  removable: false,
  copy: false,
  fields: {
    batch_id: reference("user-administration/user-log", { label: "批次", required: true, system }),
    row_no: integer({ label: "行号", required: true, system, initial: 0 }),
    work_no: text({ label: "工号", system, found: "start" }),
    accountname: text({ label: "用户账号", system }),
    username: text({ label: "姓名", system }),
    op: choice({
      label: "操作",
      system,
      choices: { insert: "新增", update: "更新", block: "离职冻结", skip: "无变化" },
    }),
    /** Masked as it is written: the log outlives what it is about. */
    changes: longText({ label: "变更内容", system }),
    error: text({ label: "失败原因", system }),
    user_id: reference("system-management/user", { label: "用户", system }),
  },
  list: {
    columns: ["work_no", "row_no", "batch_id", "accountname", "username", "op", "changes", "state", "error"],
    filters: ["batch_id", "work_no", "accountname", "op", "state"],
    sort: "row_no",
    card: ["username", "op"],
  },
  form: [
    section("明细", ["batch_id", "row_no", "work_no", "accountname", "username", "user_id"]),
    section("结果", ["op", "changes", "error"]),
  ],
  states: { planned: "待执行", done: "成功", failed: "失败", skipped: "无变化" },
  tones: { planned: "waiting", done: "done", failed: "refused", skipped: "closed" },
  editIn: [],
  transitions: {
    carry_out: { label: "执行成功", from: ["planned"], to: "done", by: "system" },
    miss: { label: "执行失败", from: ["planned"], to: "failed", by: "system" },
    pass_over: { label: "无变化", from: ["planned"], to: "skipped", by: "system" },
  },
  access: {
    suppliers: noSupplier,
    grants: {
      system_admin: ["query", "get", "export"],
      user_admin: ["query", "get"],
      log_auditor: ["query", "get", "export"],
    },
  },
  views: [{ screen: "user-administration/user-log-row", label: "用户日志明细", menu: false }],
});
