import type { ScenarioFacts } from "~/shared/scenarios";

/** What people are notified of by this part of the platform. */
export const integrationsScenarios = {
  "interface.undelivered": {
    label: "发往其他系统的报文没有送达",
    module: "系统",
    level: "warning",
    channels: ["site", "email"],
    audience: "internal",
    receivers: "role",
    help: "对方拒绝，或多次重发都没有成功时提醒。关闭后仍可在接口日志中查看。",
    variables: {
      number: { label: "日志编号", sample: "SAP20260302-000001" },
      system: { label: "系统", sample: "SAP" },
      call: { label: "接口", sample: "采购订单下达" },
      document: { label: "单据", sample: "采购订单 CG202603020001" },
      reason: { label: "原因", sample: "对方没有在规定时间内答复" },
    },
    wording: {
      title: "{{system}}没有收到“{{call}}”",
      content:
        "{{document}}（{{number}}）：{{reason}}。不再自动重发，请处理后在接口日志中手工重发。同一接口一小时内的其他失败不再单独提醒。",
    },
  },
  "interface.failing": {
    label: "其他系统的接口成功率过低",
    module: "系统",
    level: "warning",
    channels: ["site", "email"],
    audience: "internal",
    receivers: "role",
    help: "一小时内发往同一系统的报文成功率低于80%时提醒，每小时最多一次。关闭后仍可在接口日志的统计中查看。",
    variables: {
      system: { label: "系统", sample: "SAP" },
      rate: { label: "成功率", sample: "62.5%" },
      all: { label: "次数", sample: "16" },
      failed: { label: "失败次数", sample: "6" },
    },
    wording: {
      title: "{{system}}接口一小时内成功率{{rate}}",
      content: "近一小时与{{system}}往来{{all}}次，失败{{failed}}次，成功率{{rate}}。请在接口日志中查看原因。",
    },
  },
} as const satisfies Readonly<Record<string, ScenarioFacts>>;
