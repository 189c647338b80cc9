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
  yesNo,
} from "~/engine/entity";
import { where } from "~/shared/condition";

const read = ["query", "get", "export"] as const;

/** Who was reminded of undelivered lines, when, of how many, and how it ended. Written by each run, never typed. */
export const undeliveredMailLog = defineEntity({
  key: "master-data/undelivered-mail-log",
  label: "未交货邮件记录",
  kind: "log",
  purpose: "未交货提醒的发送记录：哪个方案、哪家供应商、多少订单行、发到哪里、没有发出的原因。",
  title: ["plan_id", "supplier_id"],
  search: ["plan_id", "supplier_id"],
  removable: false,
  copy: false,
  fields: {
    plan_id: reference("master-data/undelivered-mail", { label: "方案", required: true }),
    supplier_id: reference("supplier-management/supplier", { label: "供应商", required: true }),
    sent_at: dateTime({ label: "发送时间", required: true }),
    by_hand: yesNo({ label: "手工发送" }),
    line_count: integer({ label: "订单行数", required: true }),
    overdue_count: integer({ label: "其中逾期", required: true }),
    mail_result: choice({
      label: "结果",
      required: true,
      choices: { sent: "已发送", site: "仅站内信", failed: "未送达" },
      tones: { sent: "done", site: "warning", failed: "refused" },
    }),
    error: longText({ label: "说明" }),
    content: longText({ label: "提醒内容" }),
    /** Ids of the lines, separated by commas: nobody is told of one twice a day. */
    line_ids: longText({ label: "订单行标识", system: true }),
  },
  list: {
    columns: ["plan_id", "supplier_id", "sent_at", "line_count", "overdue_count", "mail_result", "error", "by_hand"],
    filters: ["plan_id", "supplier_id", "sent_at", "mail_result", "by_hand"],
    sort: "-sent_at",
    toggles: { failed_only: { label: "未发邮件", where: where.not(where.eq("mail_result", "sent")) } },
    totals: ["line_count", "overdue_count"],
    card: ["sent_at", "line_count", "overdue_count", "mail_result"],
  },
  form: [
    section("发送", ["plan_id", "supplier_id", "sent_at", "by_hand", "mail_result", "error"]),
    section("内容", ["line_count", "overdue_count", "content"]),
  ],
  related: [pointsAt("plan_id"), pointsAt("supplier_id")],
  access: {
    suppliers: noSupplier,
    grants: {
      planner: read,
      purchase_manager: read,
      master_data: read,
      system_admin: read,
      buyer: read,
      supervisor: read,
    },
  },
});
