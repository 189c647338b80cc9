import { choice, dateTime, defineEntity, file, integer, longText, noSupplier, section, text } from "~/engine/entity";
import { where } from "~/shared/condition";
import { EMPLOYEES } from "~/shared/staff-roles";

const system = true;
const read = ["query", "get"] as const;

/** One file that is made beside the page for the person who asked for it, and kept for some days. */
export const exportTask = defineEntity({
  key: "system-management/export-task",
  label: "导出任务",
  kind: "log",
  purpose: "数据较多的导出在后台生成：这里看进度、下载文件、取消或重新生成。在列表的「导出」中选择「后台导出」。",
  number: "DC{YYYYMMDD}-{00001}",
  removable: false,
  copy: false,
  fields: {
    list_key: text({ label: "页面标识", required: true, system, maxLength: 100 }),
    list_label: text({ label: "来源", required: true, system, maxLength: 200 }),
    format: choice({
      label: "格式",
      required: true,
      system,
      initial: "xlsx",
      choices: { xlsx: "Excel 表格", csv: "CSV 文件", pdf: "PDF，每条一份，打包" },
    }),
    conditions: longText({ label: "条件", system }),
    row_count: integer({ label: "行数", system }),
    file: file({ label: "文件", system, accept: ["sheet", "text", "archive"] }),
    started_at: dateTime({ label: "开始时间", system }),
    ended_at: dateTime({ label: "结束时间", system }),
    expires_at: dateTime({ label: "文件保留至", system }),
    message: longText({ label: "说明", system }),
  },
  list: {
    columns: ["number", "list_label", "format", "row_count", "state", "+progress", "created_at", "expires_at"],
    filters: ["number", "list_label", "format", "created_at", "state"],
    sort: "-created_at",
    rowActions: ["cancel", "retry"],
    card: ["list_label", "format", "row_count", "created_at"],
  },
  form: [
    section("导出", ["list_label", "format", "conditions"]),
    section("结果", ["file", "row_count", "expires_at", "started_at", "ended_at", "message"]),
  ],
  states: {
    queued: "排队中",
    running: "生成中",
    done: "已完成",
    failed: "失败",
    cancelled: "已取消",
    expired: "已过期",
  },
  tones: {
    queued: "waiting",
    running: "running",
    done: "done",
    failed: "refused",
    cancelled: "closed",
    expired: "closed",
  },
  editIn: [],
  transitions: {
    run: { label: "生成", from: ["queued"], to: "running", by: "system" },
    requeue: { label: "重新排队", from: ["running"], to: "queued", by: "system" },
    finish: { label: "完成", from: ["running"], to: "done", by: "system" },
    fail: { label: "失败", from: ["queued", "running"], to: "failed", by: "system" },
    expire: { label: "过期", from: ["done"], to: "expired", by: "system" },
    retry: {
      label: "重新生成",
      from: ["failed", "cancelled", "expired"],
      to: "queued",
      by: [...EMPLOYEES],
      right: "export-later.edit",
      tone: "primary",
      confirm: "按原来的条件、以导出人现在的权限重新生成这个文件。",
      done: "已重新排队",
    },
    cancel: {
      label: "取消",
      from: ["queued", "running"],
      to: "cancelled",
      by: [...EMPLOYEES],
      right: "export-later.edit",
      tone: "danger",
      confirm: "取消后不再生成这个文件，已生成的部分不保留。",
      done: "已取消",
    },
  },
  views: [
    {
      screen: "system-management/export-center",
      label: "导出中心",
      extra: { progress: text({ label: "进度", system }) },
    },
  ],
  access: {
    suppliers: noSupplier,
    personal: { where: where.mine("created_by"), unless: "export-task-all.get" },
    rights: {
      "export-later": { label: "使用后台导出", grants: Object.fromEntries(EMPLOYEES.map((role) => [role, ["edit"]])) },
      "export-task-all": {
        label: "查看所有人的导出任务",
        grants: { system_admin: ["get"], log_auditor: ["get"] },
      },
    },
    grants: {
      ...Object.fromEntries(EMPLOYEES.map((role) => [role, read])),
      log_auditor: [...read, "export"],
      system_admin: [...read, "export"],
    },
  },
});
