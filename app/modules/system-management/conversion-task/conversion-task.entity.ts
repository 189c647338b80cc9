import { dateTime, defineEntity, integer, longText, noSupplier, section, text } from "~/engine/entity";
import { where } from "~/shared/condition";
import { EMPLOYEES } from "~/shared/staff-roles";

const system = true;
const count = (label: string) => integer({ label, required: true, system, initial: 0 });
const counts = ["total_count", "document_count", "done_count", "fail_count"] as const;
const read = ["query", "get"] as const;
/** Whoever makes documents of many lines. */
const MAKERS = ["system_admin", "buyer", "planner", "purchase_manager"] as const;

/** Documents made of many open lines beside the page, for the person who asked for them. */
export const conversionTask = defineEntity({
  key: "system-management/conversion-task",
  label: "批量生成任务",
  kind: "log",
  purpose: "一次由几百到几千行生成单据在后台进行：这里看有多少行、进度、生成了哪些单据，以及哪些行因为什么没有生成。",
  number: "PL{YYYYMMDD}-{00001}",
  removable: false,
  copy: false,
  fields: {
    target: text({ label: "页面标识", required: true, system, maxLength: 100 }),
    target_label: text({ label: "生成", required: true, system, maxLength: 100 }),
    conversion: text({ label: "操作标识", required: true, system, maxLength: 60 }),
    conversion_label: text({ label: "操作", required: true, system, maxLength: 100 }),
    total_count: count("所选行数"),
    document_count: count("生成张数"),
    done_count: count("已生成行数"),
    fail_count: count("没有生成行数"),
    started_at: dateTime({ label: "开始时间", system }),
    ended_at: dateTime({ label: "结束时间", system }),
    message: longText({ label: "说明", system }),
  },
  list: {
    columns: ["number", "conversion_label", "created_by", "created_at", ...counts, "state"],
    filters: ["number", "conversion_label", "created_at", "state"],
    sort: "-created_at",
    card: ["conversion_label", "total_count", "fail_count", "created_at"],
  },
  form: [
    section("任务", ["conversion_label", "target_label", "started_at", "ended_at", "message"]),
    section("结果", [...counts]),
  ],
  states: {
    ready: "待开始",
    running: "生成中",
    done: "全部生成",
    partial: "部分生成",
    failed: "未生成",
    cancelled: "已取消",
  },
  tones: {
    ready: "waiting",
    running: "running",
    done: "done",
    partial: "warning",
    failed: "refused",
    cancelled: "closed",
  },
  editIn: [],
  notes: ({ state, total_count }) =>
    state === "ready" ? [`已选${total_count}行，还没有生成单据：核对后点「开始生成」`] : [],
  transitions: {
    start: {
      label: "开始生成",
      from: ["ready"],
      to: "running",
      by: [...MAKERS],
      tone: "primary",
      confirm: "在后台逐张生成草稿，可以离开页面，完成后通知您。没有价格、数量已用完等不能生成的行会列出原因。",
      done: "已开始，完成后会通知您",
    },
    cancel: {
      label: "取消",
      from: ["ready", "running"],
      to: "cancelled",
      by: [...MAKERS],
      tone: "danger",
      confirm: "取消后不再继续；已经生成的草稿不受影响。",
      done: "已取消",
    },
    finish: { label: "全部生成", from: ["running"], to: "done", by: "system" },
    finish_partly: { label: "部分生成", from: ["running"], to: "partial", by: "system" },
    fail: { label: "未生成", from: ["running"], to: "failed", by: "system" },
  },
  access: {
    suppliers: noSupplier,
    personal: { where: where.mine("created_by"), unless: "conversion-task-all.get" },
    rights: {
      "conversion-task-all": {
        label: "查看所有人的批量生成任务",
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
