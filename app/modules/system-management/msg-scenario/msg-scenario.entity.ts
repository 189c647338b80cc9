import {
  choice,
  defineEntity,
  integer,
  lineSection,
  lines,
  longText,
  noSupplier,
  person,
  reference,
  section,
  text,
  yesNo,
} from "~/engine/entity";
import { where } from "~/shared/condition";
import {
  CONDITION_OPERATORS,
  NOTIFICATION_AUDIENCES,
  NOTIFICATION_LEVELS,
  RECEIVER_RULES,
  type Scenarios,
} from "~/shared/scenarios";
import { receiversOnce, scenarioRules, someChannel } from "./msg-scenario.rules";

const system = true;
const read = ["query", "get", "export"] as const;

/** The rows come from the program, see `scenarios` of the registry: nobody adds or removes one. */
export function msgScenarioOf(scenarios: Scenarios) {
  const { conditionsKnown, mandatoryStays, mayStop, receiversReached, ruleChosen } = scenarioRules(scenarios);
  return defineEntity({
    key: "system-management/msg-scenario",
    label: "业务场景",
    kind: "settings",
    purpose: "系统会就哪些业务事件发出通知，各走哪些渠道，个人能不能关闭。改动从下一次事件起生效。",
    title: ["name"],
    search: ["code", "name"],
    removable: false,
    copy: false,
    fields: {
      code: text({ label: "场景编码", required: true, system, maxLength: 60, unique: "场景编码已存在" }),
      name: text({ label: "场景名称", required: true, system, maxLength: 60 }),
      module: text({ label: "模块", required: true, system, maxLength: 30 }),
      level: choice({
        label: "级别",
        required: true,
        system,
        choices: NOTIFICATION_LEVELS,
        tones: { info: "draft", todo: "waiting", warning: "warning", security: "refused" },
      }),
      audience: choice({ label: "接收方", required: true, system, choices: NOTIFICATION_AUDIENCES }),
      variables: longText({ label: "变量", system, help: "模板中可以使用的变量及其样例" }),
      receiver_rule: choice({
        label: "接收人规则",
        choices: RECEIVER_RULES,
        help: "系统按事件确定的接收人。改选后，内部接收人改为所选的人：单据负责人、创建人、当前处理人按单据取，指定角色取下面的附加接收人；供应商一方不变",
      }),
      on_site: yesNo({ label: "站内消息", initial: true }),
      by_email: yesNo({ label: "邮件" }),
      by_wecom: yesNo({ label: "企业微信", help: "发给绑定了企业微信的人；没有接入企业微信网关时不发" }),
      by_sms: yesNo({ label: "短信", help: "发给绑定了手机号的人；没有接入短信网关时不发" }),
      quiet: yesNo({
        label: "免打扰",
        help: "免打扰时段内的邮件、企业微信和短信推迟到时段结束后发出；站内消息不受影响",
      }),
      can_mute: yesNo({ label: "允许个人关闭", initial: true }),
      remark: longText({ label: "说明", maxLength: 500 }),
    },
    lines: {
      receivers: lines({
        label: "附加接收人",
        max: 50,
        counter: "个",
        fields: {
          target_type: choice({ label: "类型", required: true, choices: { role: "角色", user: "员工" } }),
          role_id: reference("system-management/role", {
            label: "角色",
            requiredWhen: where.eq("target_type", "role"),
            only: where.eq("audience", "internal"),
          }),
          user_id: person({ label: "员工", requiredWhen: where.eq("target_type", "user") }),
        },
      }),
      conditions: lines({
        label: "触发条件",
        max: 10,
        counter: "条",
        fields: {
          variable: text({ label: "变量", required: true, maxLength: 40 }),
          operator: choice({ label: "比较", required: true, choices: CONDITION_OPERATORS, initial: "eq" }),
          value: text({ label: "值", required: true, maxLength: 100 }),
        },
      }),
    },
    rules: [someChannel, mandatoryStays, ruleChosen, receiversOnce, receiversReached, conditionsKnown],
    list: {
      columns: [
        "name",
        "code",
        "module",
        "level",
        "audience",
        "receiver_rule",
        "on_site",
        "by_email",
        "by_wecom",
        "by_sms",
        "can_mute",
        "+templates",
        "+sent",
        "+failed",
        "state",
      ],
      filters: [
        "module",
        "code",
        "name",
        "level",
        "receiver_rule",
        "on_site",
        "by_email",
        "by_wecom",
        "by_sms",
        "state",
      ],
      sort: "module,code",
      batch: ["enable", "disable"],
      rowActions: ["try", "enable", "disable"],
      card: ["name", "level"],
    },
    form: [
      section("业务场景", ["name", "code", "module", "level", "audience", "variables"]),
      section("接收人", ["receiver_rule"]),
      lineSection("附加接收人", "receivers"),
      lineSection("触发条件", "conditions"),
      section("渠道", ["on_site", "by_email", "by_wecom", "by_sms", "quiet", "can_mute", "remark"]),
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
        right: "msg-scenario.edit",
        confirm:
          "用样例数据按启用的模板发给您本人：站内消息马上可以看到，邮件发到您账号的邮箱，企业微信和短信发到您的绑定。",
        done: "已发给您本人",
      },
      enable: {
        label: "启用",
        from: ["stopped"],
        to: "active",
        by: ["system_admin"],
        right: "msg-scenario.enable",
        tone: "primary",
      },
      disable: {
        label: "停用",
        from: ["active"],
        to: "stopped",
        by: ["system_admin"],
        right: "msg-scenario.disable",
        guard: mayStop,
        reason: "optional",
        confirm: "停用后该事件不再通知任何人，发送记录中仍会留下“场景停用”。",
      },
    },
    access: {
      suppliers: noSupplier,
      grants: { system_admin: ["edit", "enable", "disable", ...read], log_auditor: read },
    },
    views: [
      {
        screen: "system-management/msg-scenario",
        label: "业务场景",
        extra: {
          templates: integer({ label: "启用模板", system }),
          sent: integer({ label: "近7天发送", system }),
          failed: integer({ label: "近7天失败", system }),
        },
      },
    ],
  });
}
