import type { ScenarioFacts } from "~/shared/scenarios";

/** What people are notified of by this part of the platform. */
export const mailScenarios = {
  "mail.failed": {
    label: "我写的邮件没有送达",
    module: "消息",
    level: "warning",
    channels: ["site"],
    audience: "internal",
    receivers: "creator",
    help: "邮件服务器最终拒绝或多次重试仍未成功时提醒写信人。关闭后仍可在邮件管理中查看。",
    variables: {
      subject: { label: "主题", sample: "请确认交期" },
      recipient: { label: "收件人", sample: "li@example.com" },
      reason: { label: "失败原因", sample: "邮箱不存在" },
    },
    wording: {
      title: "邮件“{{subject}}”没有送达",
      content: "收件人 {{recipient}}：{{reason}}。可以在邮件管理中改用其他地址重新写信，或稍后重发。",
    },
  },
} as const satisfies Readonly<Record<string, ScenarioFacts>>;
