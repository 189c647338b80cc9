import type { ScenarioFacts } from "~/shared/scenarios";

const time = { label: "时间", sample: "2026-03-02 09:30:00" };

const account = {
  module: "账号",
  level: "security",
  channels: ["site", "email"],
  audience: "both",
  mandatory: true,
  help: "该类通知不能关闭。",
} as const;

/** What people are notified of by this part of the platform. */
export const sessionScenarios = {
  "role.rights-changed": {
    label: "我持有的角色权限有变化",
    module: "账号",
    level: "info",
    channels: ["site"],
    audience: "both",
    help: "管理员修改角色的权限后提醒持有人。关闭后仍可在个人中心查看自己的权限。",
    variables: {
      role: { label: "角色", sample: "采购员" },
      change: { label: "变化", sample: "新增2项，移除1项" },
    },
    wording: {
      title: "角色“{{role}}”的权限已更新",
      content: "{{change}}，从现在起生效。可以在个人中心查看自己的权限。",
    },
  },
  "role.stopped": {
    label: "我持有的角色已停用",
    module: "账号",
    level: "info",
    channels: ["site"],
    audience: "both",
    help: "管理员停用角色后提醒持有人。",
    variables: { role: { label: "角色", sample: "采购员" } },
    wording: {
      title: "角色“{{role}}”已停用",
      content: "您不再有这个角色带来的权限。如仍需要，请联系管理员。",
    },
  },
  "security.address-stopped": {
    label: "同一地址多次登录失败",
    module: "账号",
    level: "security",
    channels: ["site", "email"],
    audience: "internal",
    receivers: "role",
    mandatory: true,
    help: "该类通知不能关闭。",
    variables: {
      address: { label: "地址", sample: "203.0.113.8" },
      failures: { label: "失败次数", sample: "20" },
      time,
    },
    wording: {
      title: "地址 {{address}} 连续登录失败{{failures}}次",
      content: "截至 {{time}}，该地址在10分钟内登录失败{{failures}}次，已暂停从该地址登录。请在登录日志中核对。",
    },
  },
  "account.grant-proposed": {
    ...account,
    label: "授权待确认",
    channels: ["site"],
    audience: "internal",
    help: "有人提出授予审批岗位或管理员角色，须由另一名管理员确认。",
    variables: {
      person: { label: "用户", sample: "李梅" },
      roles: { label: "角色", sample: "采购经理" },
      by: { label: "提出人", sample: "王强" },
    },
    wording: {
      title: "{{person}} 的授权待确认",
      content: "{{by}} 提出授予 {{person}} 角色：{{roles}}。请在该用户的资料中核对后确认或驳回。",
    },
  },
  "account.grant-settled": {
    ...account,
    label: "授权已处理",
    audience: "internal",
    variables: {
      person: { label: "用户", sample: "李梅" },
      roles: { label: "角色", sample: "采购经理" },
      by: { label: "处理人", sample: "张伟" },
      verdict: { label: "结果", sample: "确认" },
    },
    wording: {
      title: "{{person}} 的授权已{{verdict}}",
      content: "授予 {{person}} 的角色「{{roles}}」已由 {{by}} {{verdict}}。",
    },
  },
  "account.new-device": {
    ...account,
    label: "新设备登录",
    variables: { time, place: { label: "设备", sample: "Edge · Windows，IP 203.0.113.8" } },
    wording: {
      title: "新设备登录提醒",
      content: "您的账号于 {{time}} 在新设备上登录（{{place}}）。如不是您本人操作，请立即修改密码。",
    },
  },
  "account.opening-key": {
    ...account,
    label: "开启口令已变更",
    audience: "internal",
    variables: {
      change: { label: "变化", sample: "更换" },
      fingerprint: { label: "公钥指纹", sample: "3F2A 91C0 77DE 0B14" },
    },
    wording: {
      title: "开启口令已{{change}}",
      content: "您的开启口令已{{change}}，公钥指纹 {{fingerprint}}。如不是您本人操作，请立即修改登录密码并联系管理员。",
    },
  },
  "account.password-changed": {
    ...account,
    label: "登录密码已修改",
    variables: { others: { label: "其他设备", sample: "，其他2处登录已退出" } },
    wording: {
      title: "登录密码已修改",
      content: "您的登录密码已修改{{others}}。如不是您本人操作，请立即联系管理员。",
    },
  },
  "account.password-reset": {
    ...account,
    label: "登录密码已重置",
    variables: { time },
    wording: {
      title: "登录密码已重置",
      content: "您的登录密码于 {{time}} 通过邮件链接重置，所有设备已退出登录。如不是您本人操作，请立即联系管理员。",
    },
  },
  "account.recover-email": {
    ...account,
    label: "密保邮箱已修改",
    variables: { change: { label: "变化", sample: "修改" } },
    wording: { title: "密保邮箱已修改", content: "您的密保邮箱已{{change}}。如不是您本人操作，请立即修改密码。" },
  },
  "account.channel-binding": {
    ...account,
    label: "账号绑定已变更",
    variables: {
      change: { label: "变化", sample: "绑定" },
      channel: { label: "渠道", sample: "短信" },
      address: { label: "标识", sample: "138****8000" },
    },
    wording: {
      title: "{{channel}}已{{change}}",
      content: "您的账号已{{change}}{{channel}}（{{address}}）。如不是您本人操作，请立即修改密码。",
    },
  },
  "account.sessions-ended": {
    ...account,
    label: "其他登录设备已退出",
    variables: { count: { label: "退出的登录数", sample: "2" } },
    wording: {
      title: "其他登录设备已退出",
      content: "您已将{{count}}处登录退出。如不是您本人操作，请立即修改密码。",
    },
  },
  "account.mail-proof": {
    ...account,
    label: "验证邮箱",
    channels: ["email"],
    variables: { link: { label: "链接", sample: "https://portal.example.com/web/account/mail-proof?ticket=…" } },
    wording: {
      title: "验证邮箱",
      content: `您的账号申请验证本邮箱。请在30分钟内打开以下链接，用该账号登录后确认：

{{link}}

如不是您本人操作，请忽略本邮件。`,
    },
  },
  "account.mail-proved": {
    ...account,
    label: "邮箱已验证",
    variables: { address: { label: "邮箱", sample: "li.mei@example.com" } },
    wording: {
      title: "邮箱已验证",
      content:
        "您账号的邮箱 {{address}} 已验证，管理员重置密码时一次性密码发到这里。如不是您本人操作，请立即修改密码。",
    },
  },
  "account.one-time-password": {
    ...account,
    label: "他人为我生成了一次性密码",
    variables: { time, by: { label: "生成人", sample: "王强" } },
    wording: {
      title: "您的账号有了一次性密码",
      content:
        "{{by}} 于 {{time}} 为您的账号生成了一次性密码，密码由其告知您，登录后须立即修改。如您没有要求，请立即联系另一名管理员。验证邮箱后，一次性密码只发到您的邮箱。",
    },
  },
  "account.one-time-mail": {
    ...account,
    label: "一次性密码",
    channels: ["email"],
    variables: {
      by: { label: "生成人", sample: "王强" },
      until: { label: "有效期至", sample: "2026-03-05 09:30" },
      password: { label: "一次性密码", sample: "…" },
    },
    wording: {
      title: "您的一次性密码",
      content: `{{by}} 为您的账号重置了密码，原来的密码不再有效。一次性密码：

{{password}}

{{until}}前有效，登录后须立即修改。如您没有要求，请立即联系另一名管理员。`,
    },
  },
  "account.recover": {
    ...account,
    label: "重置登录密码",
    channels: ["email"],
    variables: { time, link: { label: "链接", sample: "https://portal.example.com/web/user/recover?ticket=…" } },
    wording: {
      title: "重置登录密码",
      content: `您的账号于 {{time}} 申请重置登录密码。请在30分钟内打开以下链接设置新密码，链接只能使用一次：

{{link}}

如不是您本人操作，请忽略本邮件，密码不会改变。`,
    },
  },
} as const satisfies Readonly<Record<string, ScenarioFacts>>;
