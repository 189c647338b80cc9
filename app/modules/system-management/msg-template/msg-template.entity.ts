import {
  choice,
  computed,
  dateTime,
  defineEntity,
  integer,
  lineSection,
  lines,
  longText,
  noSupplier,
  section,
  text,
} from "~/engine/entity";
import { NOTIFICATION_CHANNELS, NOTIFICATION_SIDES, type Scenarios, scenarioLabels } from "~/shared/scenarios";
import { bracesMatch, filtersKnown, revisionExists, templateRules } from "./msg-template.rules";

const system = true;
const read = ["query", "get", "export"] as const;

/** Wording of a scenario for one channel and side. The rows come with the program; every save keeps the version before. */
export function msgTemplateOf(scenarios: Scenarios) {
  const { previewOf, smsFits, variablesKnown, variablesOf } = templateRules(scenarios);
  return defineEntity({
    key: "system-management/msg-template",
    label: "消息模板",
    kind: "settings",
    purpose: "每个业务场景、渠道和接收方的用词。保存时检查变量，每次保存生成新版本，可以回退。",
    title: ["scenario", "channel", "side"],
    search: ["title"],
    removable: false,
    copy: false,
    fields: {
      scenario: choice({ label: "业务场景", required: true, system, choices: scenarioLabels(scenarios) }),
      channel: choice({ label: "渠道", required: true, system, choices: NOTIFICATION_CHANNELS }),
      side: choice({ label: "接收方", required: true, system, choices: NOTIFICATION_SIDES }),
      remark: text({ label: "说明", maxLength: 200 }),
      variables: computed(longText({ label: "可用变量" })),
      title: text({ label: "标题", required: true, maxLength: 120 }),
      content: longText({
        label: "内容",
        required: true,
        maxLength: 2000,
        help: "变量写作 {{变量}}，发送时填入实际内容；可以加格式：{{变量|date}} 只取日期，{{变量|money}} 写成金额，{{变量|mask}} 隐去中间",
      }),
      preview: computed(longText({ label: "预览（样例数据）" })),
      revision: integer({ label: "版本", system }),
    },
    compute: { preview: previewOf, variables: variablesOf },
    lines: {
      revisions: lines({
        label: "历史版本",
        system: true,
        fields: {
          revision: integer({ label: "版本", required: true }),
          title: text({ label: "标题", required: true, maxLength: 120 }),
          content: longText({ label: "内容", required: true, maxLength: 2000 }),
          saved_by: text({ label: "修改人" }),
          saved_at: dateTime({ label: "修改时间" }),
        },
      }),
    },
    rules: [bracesMatch, variablesKnown, filtersKnown, smsFits],
    list: {
      columns: ["scenario", "channel", "side", "title", "revision", "state", "updated_at"],
      filters: ["scenario", "channel", "side", "title", "state"],
      sort: "scenario",
      batch: ["enable", "disable"],
      rowActions: ["try", "restore", "enable", "disable"],
      card: ["scenario", "channel"],
    },
    form: [
      section("模板", ["scenario", "channel", "side", "remark", "variables"]),
      section("用词", ["title", "content", "preview", "revision"]),
      lineSection("历史版本", "revisions"),
    ],
    states: { active: "启用", stopped: "停用" },
    tones: { active: "done", stopped: "closed" },
    editIn: ["active", "stopped"],
    transitions: {
      try: {
        label: "试发",
        from: ["active", "stopped"],
        to: "same",
        by: ["system_admin"],
        right: "msg-template.edit",
        confirm:
          "用样例数据按这份模板发给您本人：站内消息马上可以看到，邮件发到您账号的邮箱，企业微信和短信发到您的绑定。",
        done: "已发给您本人",
      },
      enable: {
        label: "启用",
        from: ["stopped"],
        to: "active",
        by: ["system_admin"],
        right: "msg-template.enable",
        tone: "primary",
      },
      disable: {
        label: "停用",
        from: ["active"],
        to: "stopped",
        by: ["system_admin"],
        right: "msg-template.disable",
        reason: "optional",
        confirm: "停用后该场景不再通过这个渠道通知这一方。",
      },
      restore: {
        label: "回退版本",
        from: ["active", "stopped"],
        to: "same",
        by: ["system_admin"],
        right: "msg-template.edit",
        input: { to_revision: integer({ label: "回退到版本", required: true, positive: true }) },
        guard: revisionExists,
        confirm: "以该版本的用词生成一个新版本，从下一条消息起生效。",
        shows: { lines: "revisions", columns: ["revision", "title", "content", "saved_by", "saved_at"] },
        effect(work) {
          const { record, input, actor, now } = work;
          const old = record.revisions.find((one) => one.revision === Number(input.to_revision));
          if (!old) return;
          const revision = Math.max(0, ...record.revisions.map((one) => one.revision)) + 1;
          const { title, content } = old;
          work.set({ title, content, revision, preview: previewOf({ ...record, title, content }) });
          work.append("revisions", { revision, title, content, saved_by: actor.name, saved_at: now });
        },
        done: "已回退",
      },
    },
    access: {
      suppliers: noSupplier,
      grants: { system_admin: ["edit", "enable", "disable", ...read], log_auditor: read },
    },
  });
}
