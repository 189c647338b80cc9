import {
  choice,
  dateTime,
  defineEntity,
  integer,
  lineSection,
  longText,
  noSupplier,
  pointedAtBy,
  reference,
  section,
  text,
  yesNo,
} from "~/engine/entity";
import { where } from "~/shared/condition";
import { AUDIENCES, audienceLines, targetsChosen, targetsOnce } from "../audience.rules";
import { LEVELS_BY_HAND, leadsInside } from "./composed-message.rules";

const system = true;
const read = ["query", "get", "export"] as const;

/** A message somebody writes: sending it puts one into the inbox of everybody it is for; `message` shows what became of each. */
export const composedMessage = defineEntity({
  key: "system-management/composed-message",
  label: "手工消息",
  kind: "document",
  purpose: "由管理员写给员工和供应商的站内消息：发给谁、谁读了；发错的可以整批撤回。",
  title: ["title"],
  search: ["title"],
  comments: false,
  fields: {
    title: text({ label: "标题", required: true, maxLength: 60, missing: "请输入标题" }),
    content: longText({
      label: "内容",
      required: true,
      maxLength: 1000,
      missing: "请输入内容",
      help: "纯文字，读者在铃铛和收件箱里看到全文",
    }),
    level: choice({ label: "级别", required: true, choices: LEVELS_BY_HAND, initial: "info" }),
    sticky: yesNo({ label: "需手动关闭", help: "同时显示在读者每个页面的顶部，直到本人关闭" }),
    audience: choice({ label: "发送对象", required: true, choices: AUDIENCES }),
    record_number: text({ label: "业务单号", maxLength: 60, found: "start" }),
    path: text({
      label: "跳转页面",
      maxLength: 300,
      help: "点消息标题时打开的站内地址，如 /purchase-orders/purchase-order；留空不跳转",
    }),
    sent_at: dateTime({ label: "发送时间", system }),
    sent_by: reference("system-management/user", { label: "发送人", system }),
  },
  lines: { targets: audienceLines },
  rules: [leadsInside, targetsOnce, targetsChosen],
  list: {
    columns: ["title", "level", "audience", "state", "sent_at", "sent_by", "+received", "+read", "+recalled"],
    filters: ["title", "level", "audience", "record_number", "state", "sent_at"],
    sort: "-updated_at",
    rowActions: ["send", "recall"],
    card: ["audience", "sent_at"],
  },
  form: [
    section("消息", ["title", "content", "level", "sticky", "record_number", "path"]),
    section("发送", ["audience", "sent_at", "sent_by"]),
    { ...lineSection("指定对象", "targets"), when: where.eq("audience", "listed") },
  ],
  states: { draft: "草稿", sent: "已发送", recalled: "已撤回" },
  tones: { draft: "draft", sent: "done", recalled: "closed" },
  removableWhen: { where: where.eq("state", "draft"), otherwise: "发出的消息不能删除，可以撤回" },
  transitions: {
    send: {
      label: "发送",
      decides: { not: "The writer's own words, sent under the own name" },
      from: ["draft"],
      to: "sent",
      by: ["system_admin"],
      tone: "primary",
      confirm: "消息马上进入收件人的收件箱，之后不能修改。",
      effect: (work) => work.set({ sent_at: work.now, sent_by: work.actor.id }),
    },
    recall: {
      label: "撤回",
      from: ["sent"],
      to: "recalled",
      by: ["system_admin"],
      tone: "danger",
      reason: "required",
      reasonLength: { least: 2, most: 200, complaint: "请填写原因（2-200字）" },
      confirm: "还没有读的人收件箱里不再有这条消息；已经读了的人仍然看得到。",
      done: "已从没有读的人那里撤回",
    },
  },
  related: [pointedAtBy("system-management/message", "composed_id", { label: "送达情况", fact: "receiver" })],
  access: { suppliers: noSupplier, grants: { system_admin: "all", log_auditor: read } },
  views: [
    {
      screen: "system-management/composed-message",
      label: "手工消息",
      extra: {
        received: integer({ label: "送达", system }),
        read: integer({ label: "已读", system }),
        recalled: integer({ label: "已撤回", system }),
      },
    },
  ],
});
