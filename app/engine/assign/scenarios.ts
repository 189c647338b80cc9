import type { ScenarioFacts } from "~/shared/scenarios";

const account = {
  module: "账号",
  level: "security",
  channels: ["site", "email"],
  audience: "both",
  mandatory: true,
  merge: false,
  help: "该类通知不能关闭。",
} as const;
/** What is said of an account goes to a mailbox that is known to be its owner's; the inbox has it in any case. */
const owners = { ...account, provedMail: true, help: "该类通知不能关闭；邮件只发到验证过的邮箱。" } as const;

const name = { label: "用户账号", sample: "li.mei" };
const by = { label: "操作人", sample: "王强" };
const time = { label: "时间", sample: "2026-03-02 09:30:00" };
const reason = { label: "原因", sample: "岗位调整" };

/** What owners of accounts are told of what others do to these. */
export const assignScenarios = {
  /** Holds no secret: it goes to the address the account was made with, which nobody can have proved yet. */
  "account.created": {
    ...account,
    label: "账号已开通",
    variables: { account: name, by },
    wording: {
      title: "您的账号已开通",
      content:
        "{{by}} 为您开通了供应商平台的账号，用户账号：{{account}}，登录页面见“查看”。密码不在本消息中，由开通人另行告知，首次登录后须修改。",
    },
  },
  "account.blocked": {
    ...owners,
    toStopped: true,
    label: "账号已冻结",
    variables: { account: name, by, reason },
    wording: {
      title: "您的账号已冻结",
      content: "您的账号 {{account}} 已由 {{by}} 冻结，不能再登录。原因：{{reason}}。如有疑问，请联系管理员。",
    },
  },
  "account.deleted": {
    ...owners,
    toStopped: true,
    label: "账号已删除",
    variables: { account: name, by, reason },
    wording: {
      title: "您的账号已删除",
      content: "您的账号 {{account}} 已由 {{by}} 删除，不能再登录。原因：{{reason}}。如有疑问，请联系管理员。",
    },
  },
  "account.locked": {
    ...owners,
    label: "账号因多次输错密码被锁定",
    variables: { account: name, time, place: { label: "来源", sample: "Edge · Windows，IP 203.0.113.8" } },
    wording: {
      title: "您的账号多次输错密码",
      content:
        "截至 {{time}}，您的账号 {{account}} 连续输错密码，从该处登录须等待后再试（{{place}}）。如不是您本人操作，请修改密码并联系管理员。",
    },
  },
  "account.binding-cleared": {
    ...owners,
    label: "账号绑定已清除",
    variables: { account: name, by },
    wording: {
      title: "您的账号绑定已清除",
      content:
        "您的账号 {{account}} 的绑定已清除（操作人：{{by}}），不能再用微信登录，也不再通过企业微信和短信收到通知。需要时请在账号绑定中重新绑定。",
    },
  },
  "account.rights-changed": {
    ...owners,
    label: "我的角色或数据范围有变化",
    variables: {
      kind: { label: "内容", sample: "角色" },
      change: { label: "变化", sample: "新增：采购员；移除：计划员" },
      by,
    },
    wording: {
      title: "您的{{kind}}有变化",
      content: "{{by}} 调整了您的{{kind}}，{{change}}。从现在起生效，可以在个人中心查看。",
    },
  },
  "account.grant-ending": {
    ...account,
    level: "warning",
    provedMail: true,
    help: "角色授权到期前提醒本人和授权人；邮件只发到验证过的邮箱。该类通知不能关闭。",
    label: "角色授权快到期",
    variables: {
      person: { label: "用户", sample: "李梅" },
      role: { label: "角色", sample: "采购员" },
      day: { label: "失效日", sample: "2026-03-05" },
      left: { label: "剩余", sample: "剩3天" },
    },
    wording: {
      title: "{{person}} 的角色“{{role}}”{{left}}到期",
      content: "该角色授权到 {{day}} 为止，次日起不再有效。仍需要的，请联系管理员延长。",
    },
  },
} as const satisfies Readonly<Record<string, ScenarioFacts>>;
