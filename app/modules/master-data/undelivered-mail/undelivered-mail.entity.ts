import {
  choice,
  date,
  dateTime,
  defineEntity,
  integer,
  lineSection,
  lines,
  longText,
  noSupplier,
  person,
  pointedAtBy,
  reference,
  section,
  text,
} from "~/engine/entity";
import { where } from "~/shared/condition";
import { remindsOfSomething, SCHEDULES, suppliersOnce } from "./undelivered-mail.rules";

const read = ["query", "get", "export"] as const;
const keep = ["add", "edit", "delete", ...read] as const;

/** Ruling 54: reminders of order lines that have not been delivered, one message per supplier and run. A job sends them. */
export const undeliveredMail = defineEntity({
  key: "master-data/undelivered-mail",
  label: "未交货邮件方案",
  kind: "register",
  purpose: "按方案提醒供应商哪些订单行即将到期或已逾期：交期前几天、逾期后每隔几天、逾期多久升级；每家供应商每次一封。",
  title: ["title"],
  search: ["title"],
  fields: {
    title: text({ label: "方案名称", required: true, maxLength: 60, unique: "方案名称已存在" }),
    factory_id: reference("master-data/factory", { label: "工厂", help: "空着表示所有工厂" }),
    material_type_id: reference("master-data/material-type", {
      label: "物料类型",
      help: "空着表示所有物料；一级类型含其下级",
    }),
    before_days: integer({
      label: "交期前天数",
      unit: "天",
      min: "0",
      max: "60",
      help: "交期前这么多天和当天各提醒一次",
    }),
    after_days: integer({
      label: "逾期后每隔天数",
      unit: "天",
      positive: true,
      max: "30",
      help: "逾期第一天起，每隔这么多天提醒",
    }),
    escalate_days: integer({ label: "逾期升级天数", unit: "天", positive: true, max: "180" }),
    extra_to: person({ label: "内部抄送" }),
    escalate_to: person({ label: "升级收件人" }),
    schedule: choice({ label: "发送时间", required: true, initial: "workdays", choices: SCHEDULES }),
    schedule_conf: text({
      label: "发送时间表达式",
      maxLength: 120,
      requiredWhen: where.eq("schedule", "cron"),
      missing: "请填写发送时间表达式",
      pattern: { expression: /^[\w*,/?# -]+$/, complaint: "发送时间表达式只能包含数字、字母、空格和 * , - / ? #" },
      help: "5段：分 时 日 月 周，例如 30 8 * * 1,4 是每周一、周四8:30；北京时间，到点后十分钟内发出",
    }),
    remark: longText({ label: "说明", maxLength: 500 }),
    /** When it was looked at last by its expression: what the next time is counted from. */
    last_looked_at: dateTime({ label: "最近到点", system: true }),
    last_run_on: date({ label: "最近运行", system: true }),
    last_run_at: dateTime({ label: "最近发送", system: true }),
    last_count: integer({ label: "最近提醒行数", system: true }),
  },
  lines: {
    suppliers: lines({
      label: "限定供应商",
      max: 200,
      fields: { supplier_id: reference("supplier-management/supplier", { label: "供应商", required: true }) },
    }),
  },
  rules: [remindsOfSomething, suppliersOnce],
  list: {
    columns: [
      "title",
      "factory_id",
      "material_type_id",
      "count(suppliers)",
      "before_days",
      "after_days",
      "escalate_days",
      "schedule",
      "last_run_on",
      "last_count",
      "state",
    ],
    filters: ["title", "factory_id", "material_type_id", "schedule", "state"],
    sort: "title",
    toggles: { used_only: { label: "启用中", where: where.eq("state", "active") } },
    rowActions: ["send", "pause", "resume"],
    card: ["schedule", "last_run_on", "last_count"],
  },
  form: [
    section("方案", ["title", "schedule", "schedule_conf", "factory_id", "material_type_id", "remark"]),
    section("提醒", ["before_days", "after_days", "extra_to"]),
    section("升级", ["escalate_days", "escalate_to"]),
    section("运行情况", ["last_run_on", "last_run_at", "last_count"]),
    lineSection("限定供应商", "suppliers"),
  ],
  states: { active: "启用", paused: "停用" },
  tones: { active: "done", paused: "closed" },
  editIn: ["active", "paused"],
  transitions: {
    send: {
      label: "立即发送",
      from: ["active"],
      to: "same",
      by: ["planner", "purchase_manager"],
      tone: "primary",
      confirm: "现在就按方案提醒供应商，今天已经提醒过的订单行也会再次提醒。",
      done: "已发送，结果见发送记录",
      effect: (work) => work.set({ last_run_on: work.today, last_run_at: work.now }),
    },
    /** The job has made a run of the day. */
    note_run: {
      label: "定时发送",
      from: ["active"],
      to: "same",
      by: "system",
      input: { count: integer({ label: "行数", required: true }) },
      effect: (work) => {
        const count = Number(work.input.count);
        work.set({
          last_run_on: work.today,
          last_looked_at: work.now,
          ...(count > 0 ? { last_run_at: work.now, last_count: count } : {}),
        });
      },
    },
    pause: {
      label: "停用",
      from: ["active"],
      to: "paused",
      by: ["planner", "purchase_manager"],
      reason: "optional",
      confirm: "停用后不再按该方案提醒供应商。",
    },
    resume: { label: "启用", from: ["paused"], to: "active", by: ["planner", "purchase_manager"] },
  },
  related: [pointedAtBy("master-data/undelivered-mail-log", "plan_id", { label: "发送记录", fact: "line_count" })],
  access: {
    suppliers: noSupplier,
    grants: {
      planner: keep,
      purchase_manager: keep,
      master_data: keep,
      system_admin: read,
      buyer: read,
      supervisor: read,
    },
  },
});
