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
import { NOTIFICATION_CHANNELS, type Scenarios, SEND_STATES, SKIP_REASONS, scenarioLabels } from "~/shared/scenarios";

const system = true;
const read = ["query", "get", "export"] as const;

/** Mails that did not leave. The states of `SEND_STATES` that a mail ends in without having left. */
const UNSENT = ["failed", "cancelled"];

/** One row per reader and channel, over a view that takes the state of a mail from the outbox. */
export function msgSendRecordOf(scenarios: Scenarios) {
  return defineEntity({
    key: "system-management/msg-send-record",
    label: "发送记录",
    kind: "log",
    purpose: "什么事件通过哪个渠道、以什么用词告诉了谁；没有发出的写明原因。保留365天。",
    table: "msg_send_entry",
    title: ["title"],
    search: [],
    removable: false,
    copy: false,
    fields: {
      at: dateTime({ label: "时间", required: true, system }),
      scenario: choice({ label: "业务场景", required: true, system, choices: scenarioLabels(scenarios) }),
      channel: choice({ label: "渠道", required: true, system, choices: NOTIFICATION_CHANNELS }),
      user_id: reference("system-management/user", { label: "接收账号", system }),
      receiver: text({ label: "接收人", required: true, system }),
      address: text({ label: "接收地址", system, help: "只显示头尾" }),
      record_number: text({ label: "业务单号", system, found: "start" }),
      title: text({ label: "标题", required: true, system }),
      content: longText({ label: "内容", required: true, system }),
      status: choice({
        label: "状态",
        required: true,
        system,
        choices: SEND_STATES,
        tones: {
          sent: "done",
          queued: "waiting",
          held: "waiting",
          failed: "refused",
          skipped: "closed",
          cancelled: "closed",
          recalled: "closed",
        },
      }),
      skip_reason: choice({ label: "未发送原因", system, choices: SKIP_REASONS }),
      error: text({ label: "失败原因", system }),
      attempts: integer({ label: "次数", system }),
      sent_at: dateTime({ label: "发送时间", system }),
      read_at: dateTime({ label: "阅读时间", system }),
      leaves_at: dateTime({ label: "计划发送", system, help: "免打扰时段内顺延到时段结束；失败后为下次重试的时间" }),
      mail_id: reference("system-management/email", { label: "邮件", system }),
    },
    list: {
      columns: [
        "title",
        "at",
        "scenario",
        "channel",
        "receiver",
        "record_number",
        "status",
        "skip_reason",
        "error",
        "read_at",
      ],
      filters: ["scenario", "channel", "user_id", "receiver", "record_number", "status", "at"],
      sort: "-at",
      rowActions: ["resend"],
      batch: ["resend"],
      card: ["at", "status"],
    },
    form: [
      section("发送", ["at", "scenario", "channel", "receiver", "user_id", "address", "record_number"]),
      section("内容", ["title", "content"]),
      section("投递", ["status", "skip_reason", "error", "attempts", "leaves_at", "sent_at", "read_at", "mail_id"]),
    ],
    transitions: {
      resend: {
        label: "重发",
        from: [],
        to: "same",
        by: ["system_admin"],
        tone: "primary",
        reason: "optional",
        offered: {
          when: ({ status, mail_id }) => UNSENT.includes(status) && mail_id !== null,
          rows: where.all(where.oneOf("status", UNSENT), where.set("mail_id")),
          otherwise: "只有发送失败和已取消的邮件可以重发",
        },
        confirm: "按原来的内容再发一次，不重新取数。",
        done: "的邮件已放入发送队列",
      },
    },
    related: [pointsAt("mail_id"), pointsAt("user_id")],
    access: {
      suppliers: noSupplier,
      personal: {
        where: where.any(where.mine("created_by"), where.mine("user_id")),
        unless: "msg-send-record-all.get",
      },
      rights: {
        "msg-send-record-all": {
          label: "查看所有发送记录，不论由谁触发、发给谁",
          grants: { system_admin: ["get"], log_auditor: ["get"] },
        },
      },
      grants: { system_admin: read, log_auditor: read, buyer: ["query", "get"] },
    },
  });
}
