import {
  choice,
  date,
  dateTime,
  defineEntity,
  integer,
  longText,
  message,
  ownSupplier,
  pointsAt,
  reference,
  section,
  text,
  yesNo,
} from "~/engine/entity";
import { where } from "~/shared/condition";
import { answerIsAhead } from "./undelivered-mail-log.rules";

const read = ["query", "get", "export"] as const;
const system = true;

/** Who was reminded of undelivered lines, when, of how many, and how it ended. Written by each run, never typed. */
export const undeliveredMailLog = defineEntity({
  key: "master-data/undelivered-mail-log",
  label: "未交货邮件记录",
  kind: "log",
  purpose: "未交货提醒的发送记录：哪个方案、哪家供应商、多少订单行、发到哪里、没有发出的原因，供应商答复的交期。",
  title: ["subject"],
  search: ["supplier_id"],
  removable: false,
  copy: false,
  fields: {
    subject: text({ label: "提醒", system }),
    plan_id: reference("master-data/undelivered-mail", { label: "方案", required: true, hiddenFromSuppliers: true }),
    supplier_id: reference("supplier-management/supplier", { label: "供应商", required: true }),
    sent_at: dateTime({ label: "发送时间", required: true }),
    by_hand: yesNo({ label: "手工发送", hiddenFromSuppliers: true }),
    to_email: longText({ label: "收件邮箱", system, hiddenFromSuppliers: true }),
    line_count: integer({ label: "订单行数", required: true }),
    overdue_count: integer({ label: "其中逾期", required: true }),
    mail_result: choice({
      label: "结果",
      required: true,
      hiddenFromSuppliers: true,
      choices: { sent: "已发送", site: "仅站内信", failed: "未送达" },
      tones: { sent: "done", site: "warning", failed: "refused" },
    }),
    error: longText({ label: "说明", hiddenFromSuppliers: true }),
    content: longText({ label: "提醒内容" }),
    /** Ids of the lines, separated by commas: nobody is told of one twice a day. */
    line_ids: longText({ label: "订单行标识", system, hiddenFromSuppliers: true }),
    /** The latest day on which one of the lines was due when the message was sent: what a later answer is compared with. */
    latest_due: date({ label: "最晚交期", system }),
    reply_date: date({ label: "答复交期", system }),
    reply_note: longText({ label: "答复说明", system, maxLength: 500 }),
    replied_at: dateTime({ label: "答复时间", system }),
    is_later: yesNo({ label: "晚于交期", system }),
  },
  list: {
    columns: [
      "subject",
      "supplier_id",
      "plan_id",
      "sent_at",
      "to_email",
      "line_count",
      "overdue_count",
      "mail_result",
      "error",
      "reply_date",
      "is_later",
      "state",
      "by_hand",
    ],
    filters: ["plan_id", "supplier_id", "sent_at", "mail_result", "reply_date", "by_hand", "state"],
    sort: "-sent_at",
    toggles: {
      failed_only: { label: "未发邮件", where: where.not(where.eq("mail_result", "sent")) },
      later_only: { label: "答复晚于交期", where: where.eq("is_later", true) },
    },
    rowActions: ["reply"],
    totals: ["line_count", "overdue_count"],
    card: ["sent_at", "line_count", "overdue_count", "mail_result"],
  },
  form: [
    section("发送", ["plan_id", "supplier_id", "sent_at", "to_email", "by_hand", "mail_result", "error"]),
    section("内容", ["line_count", "overdue_count", "latest_due", "content"]),
    section("供应商答复", ["reply_date", "reply_note", "replied_at", "is_later"]),
  ],
  states: { waiting: "待答复", answered: "已答复" },
  tones: { waiting: "waiting", answered: "done" },
  editIn: [],
  /** Planners hear of each answer: what is promised later than it was due is theirs to judge. */
  messages: [
    message({
      on: ["reply"],
      scenario: "order.undelivered-answered",
      to: { roles: ["planner"] },
      reads: ["supplier_id.name", "line_count", "reply_date", "is_later", "reply_note"],
      values: ({ text: shown }) => ({
        supplier: shown("supplier_id.name"),
        count: shown("line_count"),
        date: shown("reply_date"),
        late: shown("is_later") === "是" ? "，晚于订单交期" : "",
        note: shown("reply_note") === "" ? "" : `：${shown("reply_note")}`,
      }),
    }),
  ],
  transitions: {
    reply: {
      label: "答复交期",
      from: ["waiting", "answered"],
      to: "answered",
      by: ["supplier"],
      tone: "primary",
      confirm: "请填写这些订单行最晚何时能交。答复作为承诺告诉采购方，不会改动订单交期；要改交期请在订单上提出变更。",
      done: "已答复",
      input: {
        reply_date: date({ label: "答复交期", required: true }),
        reply_note: longText({ label: "答复说明", maxLength: 500 }),
      },
      guard: answerIsAhead,
      effect: (work) => {
        const day = String(work.input.reply_date);
        const { latest_due } = work.record;
        work.set({
          reply_date: day,
          reply_note: typeof work.input.reply_note === "string" ? work.input.reply_note : null,
          replied_at: work.now,
          is_later: latest_due !== null && day > latest_due,
        });
      },
    },
  },
  related: [pointsAt("plan_id"), pointsAt("supplier_id")],
  access: {
    suppliers: ownSupplier("supplier_id"),
    suppliersMayWrite: ["reply_date", "reply_note", "replied_at", "is_later"],
    grants: {
      planner: read,
      purchase_manager: read,
      master_data: read,
      system_admin: read,
      buyer: read,
      supervisor: read,
    },
  },
  views: [
    { screen: "master-data/undelivered-mail-log", label: "未交货邮件记录" },
    {
      screen: "purchase-orders/undelivered-notice",
      label: "未交货提醒",
      noun: "未交货提醒",
      list: {
        columns: [
          "subject",
          "sent_at",
          "line_count",
          "overdue_count",
          "latest_due",
          "reply_date",
          "reply_note",
          "state",
        ],
        filters: ["sent_at", "reply_date", "state"],
        sort: "-sent_at",
        rowActions: ["reply"],
        card: ["sent_at", "line_count", "overdue_count", "reply_date"],
      },
      grants: { supplier: read },
    },
  ],
});
