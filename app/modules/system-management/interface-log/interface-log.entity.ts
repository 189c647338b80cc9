import {
  choice,
  dateTime,
  defineEntity,
  integer,
  lineSection,
  lines,
  longText,
  noSupplier,
  reference,
  section,
  text,
} from "~/engine/entity";
import { where } from "~/shared/condition";
import { INTEGRATED_SYSTEMS, INTERFACE_LABELS } from "~/shared/interfaces";

const system = true;
const read = ["query", "get", "export"] as const;
const look = ["query", "get"] as const;

const columns = [
  "number",
  "created_at",
  "interface_code",
  "direction",
  "business_key",
  "state",
  "http_status",
  "attempt",
  "cost_ms",
  "next_retry_at",
] as const;
const filters = ["interface_code", "direction", "business_key", "state", "idempotency_key", "created_at"] as const;

/**
 * Every call that left for another system or came from one. Rows that leave are written in the transaction of what they tell and
 * sent after it; rows that came are written with what they brought about.
 */
export const interfaceLog = defineEntity({
  key: "system-management/interface-log",
  label: "接口日志",
  kind: "log",
  purpose: "与OA、SAP等系统之间的每一次往来：发出了什么、对方答复了什么、失败后何时重发。",
  number: "OA{YYYYMMDD}-{000001}",
  search: [],
  removable: false,
  copy: false,
  fields: {
    system: choice({ label: "系统", required: true, system, initial: "oa", choices: INTEGRATED_SYSTEMS }),
    direction: choice({
      label: "方向",
      required: true,
      system,
      initial: "out",
      choices: { out: "发出", in: "接收" },
    }),
    interface_code: choice({
      label: "接口",
      required: true,
      system,
      initial: "approval_opened",
      choices: INTERFACE_LABELS,
    }),
    business_type: text({ label: "业务类型", system }),
    business_key: text({ label: "业务单号", system, found: "start" }),
    /** Which record it is about; the states in which it still makes sense to send it, separated by commas. */
    document_entity: text({ label: "单据", system }),
    document_id: text({ label: "单据标识", system, maxLength: 36 }),
    valid_states: text({ label: "可重发的单据状态", system }),
    factory_id: reference("master-data/factory", { label: "工厂", system }),
    purchase_group_id: reference("user-administration/purchase-group", { label: "采购组", system }),
    request_body: longText({ label: "请求报文", system, maxLength: 100_000 }),
    response_body: longText({ label: "返回报文", system, maxLength: 100_000 }),
    http_status: integer({ label: "返回码", system }),
    cost_ms: integer({ label: "耗时", unit: "毫秒", system }),
    attempt: integer({ label: "次数", required: true, system, initial: 0 }),
    next_retry_at: dateTime({ label: "下次重试", system }),
    error: text({ label: "失败原因", system, maxLength: 500 }),
    idempotency_key: text({ label: "幂等键", required: true, system, initial: "-", found: "start" }),
    /** SHA-256 of what came, to tell a repeat from another request under the same key. */
    fingerprint: text({ label: "内容指纹", system, maxLength: 64 }),
    outside_no: text({ label: "对方单号", system, found: "start" }),
    trace: text({ label: "追踪号", system }),
    finished_at: dateTime({ label: "完成时间", system }),
    /** Since when the document says so: given up or refused, and not arrived since. */
    undelivered_at: dateTime({ label: "接口异常起", system }),
  },
  lines: {
    attempts: lines({
      label: "重试记录",
      system: true,
      fields: {
        at: dateTime({ label: "时间", required: true }),
        outcome: choice({
          label: "结果",
          required: true,
          choices: { success: "成功", failed: "失败", unknown: "中断" },
          tones: { success: "done", failed: "refused", unknown: "warning" },
        }),
        http_status: integer({ label: "返回码" }),
        cost_ms: integer({ label: "耗时", unit: "毫秒" }),
        error: text({ label: "失败原因", maxLength: 500 }),
      },
    }),
  },
  list: {
    columns,
    filters,
    sort: "-created_at",
    batch: ["resend"],
    rowActions: ["resend", "give_up"],
    card: ["interface_code", "business_key"],
  },
  form: [
    section("接口", [
      "system",
      "direction",
      "interface_code",
      "business_type",
      "business_key",
      "idempotency_key",
      "outside_no",
      "trace",
    ]),
    section("结果", ["attempt", "http_status", "cost_ms", "next_retry_at", "finished_at", "undelivered_at", "error"]),
    section("请求", ["request_body"]),
    section("返回", ["response_body"]),
    lineSection("重试记录", "attempts"),
  ],
  unique: [{ columns: ["system", "direction", "idempotency_key"], complaint: "该幂等键已有记录" }],
  states: { pending: "待发送", sending: "发送中", success: "成功", failed: "失败", dead: "已放弃" },
  tones: { pending: "waiting", sending: "running", success: "done", failed: "refused", dead: "closed" },
  editIn: [],
  transitions: {
    take: { label: "发送", from: ["pending"], to: "sending", by: "system" },
    succeed: { label: "发送成功", from: ["sending"], to: "success", by: "system" },
    miss: { label: "发送失败", from: ["sending"], to: "failed", by: "system" },
    resend: {
      label: "重新发送",
      from: ["failed", "dead"],
      to: "pending",
      by: ["system_admin"],
      tone: "primary",
      offered: {
        when: ({ direction }) => direction === "out",
        rows: where.eq("direction", "out"),
        otherwise: "对方发来的请求由对方重新发送",
      },
      confirm: "将以同一幂等键再次发送；对方若已处理过，会返回第一次的结果。",
      done: "已排队，稍后发送",
      effect: (work) => {
        work.set({ next_retry_at: work.now, error: null });
      },
    },
    give_up: {
      label: "放弃",
      from: ["failed"],
      to: "dead",
      by: ["system_admin"],
      tone: "danger",
      reason: "required",
      offered: {
        when: ({ direction }) => direction === "out",
        rows: where.eq("direction", "out"),
        otherwise: "对方发来的请求由对方重新发送",
      },
      confirm: "放弃后不再自动重发，对方不会收到这次的内容；同一单据的后续报文继续发送。",
      effect: (work) => {
        const { undelivered_at } = work.record;
        work.set({ next_retry_at: null, error: work.reason, undelivered_at: undelivered_at ?? work.now });
      },
    },
    settle: {
      label: "已线下处理",
      from: ["failed", "dead"],
      to: "dead",
      by: ["system_admin"],
      reason: "required",
      offered: {
        when: ({ undelivered_at }) => undelivered_at !== null,
        rows: where.set("undelivered_at"),
        otherwise: "单据上没有接口异常",
      },
      confirm: "对方已通过其他方式得知这次的内容：不再重发，单据上不再显示接口异常。",
      effect: (work) => {
        work.set({ next_retry_at: null, undelivered_at: null });
      },
    },
  },
  access: {
    suppliers: noSupplier,
    staff: { factory: "factory_id", purchase_group: "purchase_group_id" },
    grants: { system_admin: read, log_auditor: read },
  },
  views: [
    {
      screen: "system-management/oa-log",
      label: "OA日志",
      where: where.oneOf("system", ["oa", "mdm"]),
    },
    {
      screen: "system-management/sap-log",
      label: "SAP日志",
      where: where.eq("system", "sap"),
      number: "SAP{YYYYMMDD}-{000001}",
      list: {
        columns: [...columns.slice(0, 6), "outside_no", ...columns.slice(6)],
        filters: [...filters.slice(0, 3), "outside_no", ...filters.slice(3)],
        sort: "-created_at",
        batch: ["resend"],
        rowActions: ["resend", "give_up"],
        card: ["interface_code", "business_key"],
      },
      // Members of purchasing and accounting see the calls of documents in their own scope.
      grants: { system_admin: read, log_auditor: read, buyer: look, finance: look },
    },
  ],
});
