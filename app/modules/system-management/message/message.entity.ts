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
  yesNo,
} from "~/engine/entity";
import { where } from "~/shared/condition";
import { NOTIFICATION_LEVELS, type Scenarios, scenarioLabels } from "~/shared/scenarios";

const system = true;
const read = ["query", "get", "export"] as const;

/** Every message in the portal, one row per reader, over a view that takes from the inbox whether it was read. */
export function messageOf(scenarios: Scenarios) {
  return defineEntity({
    key: "system-management/message",
    label: "站内消息",
    kind: "log",
    purpose: "平台里发给每个人的消息：说了什么、读了没有；发错的在对方阅读之前可以撤回。自己的消息在右上角的铃铛里。",
    table: "site_message",
    title: ["title"],
    search: [],
    removable: false,
    copy: false,
    fields: {
      title: text({ label: "标题", required: true, system }),
      content: longText({ label: "正文", required: true, system }),
      at: dateTime({ label: "时间", required: true, system }),
      level: choice({ label: "级别", system, choices: NOTIFICATION_LEVELS }),
      scenario: choice({ label: "业务场景", required: true, system, choices: scenarioLabels(scenarios) }),
      record_number: text({ label: "业务单号", system, found: "start" }),
      user_id: reference("system-management/user", { label: "接收账号", system }),
      receiver: text({ label: "接收人", required: true, system }),
      read_at: dateTime({ label: "阅读时间", system }),
      times: integer({ label: "次数", system, help: "24小时内同一单据同一场景的消息合并为一条，这是累计的次数" }),
      sticky: yesNo({ label: "需手动关闭", system }),
      dismissed_at: dateTime({ label: "关闭时间", system, help: "读者从页面顶部关闭的时间" }),
      composed_id: reference("system-management/composed-message", { label: "手工消息", system }),
      recalled_at: dateTime({ label: "撤回时间", system }),
      recalled_by: reference("system-management/user", { label: "撤回人", system }),
    },
    list: {
      columns: ["title", "at", "state", "level", "scenario", "receiver", "record_number", "read_at"],
      filters: [
        "scenario",
        "level",
        "title",
        "user_id",
        "receiver",
        "record_number",
        "composed_id",
        "sticky",
        "state",
        "at",
      ],
      sort: "-at",
      batch: ["recall"],
      rowActions: ["recall"],
      card: ["receiver", "at"],
    },
    form: [
      section("消息", ["title", "content", "level", "scenario", "record_number", "composed_id"]),
      section("送达", [
        "receiver",
        "user_id",
        "at",
        "times",
        "read_at",
        "sticky",
        "dismissed_at",
        "recalled_at",
        "recalled_by",
      ]),
    ],
    states: { unread: "未读", read: "已读", recalled: "已撤回", removed: "已移除" },
    tones: { unread: "waiting", read: "done", recalled: "closed", removed: "closed" },
    editIn: [],
    transitions: {
      // What the receiver does in the inbox; the row follows from there.
      read: { label: "阅读", from: ["unread"], to: "read", by: "system" },
      remove: { label: "移除", from: ["unread", "read"], to: "removed", by: "system" },
      recall: {
        label: "撤回",
        from: ["unread"],
        to: "recalled",
        notFrom: { read: "已阅读的消息不能撤回" },
        by: ["system_admin"],
        tone: "danger",
        reason: "required",
        reasonLength: { least: 2, most: 200, complaint: "请填写原因（2-200字）" },
        offered: {
          when: ({ level }) => level !== "security",
          rows: where.not(where.eq("level", "security")),
          otherwise: "安全类消息不能撤回",
        },
        confirm: "对方的收件箱里不再有这条消息；已经发出的邮件不受影响。",
        done: "已撤回",
      },
    },
    related: [pointsAt("user_id")],
    access: { suppliers: noSupplier, grants: { system_admin: read, log_auditor: read } },
    views: [{ screen: "system-management/message", label: "消息管理" }],
  });
}
