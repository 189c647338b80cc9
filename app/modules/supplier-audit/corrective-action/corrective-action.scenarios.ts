import type { EventsOf, ScenarioFacts } from "~/shared/scenarios";

const quality = { module: "质量" } as const;

const capa = {
  number: { label: "单号", sample: "ZG20260302-0001" },
  title: { label: "整改主题", sample: "车间清洁记录不完整" },
  due: { label: "报告期限", sample: "2026-03-16" },
} as const;

/** What people are notified of here. */
export const correctiveActionScenarios = {
  "capa.issued": {
    ...quality,
    label: "收到整改单",
    level: "todo",
    channels: ["site", "email"],
    audience: "supplier",
    help: "关闭后仍可在整改报告中查看。",
    variables: capa,
    wording: {
      title: "整改单 {{number}} 请在 {{due}} 前答复",
      content: "{{title}}。请登录平台填写整改报告，期限 {{due}}。",
    },
  },
  "capa.answered": {
    ...quality,
    label: "供应商提交了整改报告",
    level: "todo",
    channels: ["site"],
    audience: "internal",
    help: "您负责的整改单有了答复时提醒。",
    variables: { ...capa, days: { label: "工作日", sample: "3" } },
    wording: {
      title: "整改单 {{number}} 等待您审核",
      content: "{{title}}。供应商已提交，请在{{days}}个工作日内审核。",
    },
  },
  "capa.returned": {
    ...quality,
    label: "整改报告被退回",
    level: "todo",
    channels: ["site", "email"],
    audience: "supplier",
    help: "关闭后仍可在整改报告中查看。",
    variables: capa,
    wording: {
      title: "整改单 {{number}} 被退回",
      content: "{{title}}。请按退回意见修改，在 {{due}} 前重新提交。",
    },
  },
  "capa.returned-often": {
    ...quality,
    label: "整改报告多次退回",
    level: "warning",
    channels: ["site"],
    audience: "both",
    help: "同一张整改单退回的次数达到「整改报告退回几次起约谈供方负责人」时，提醒负责人、质量经理和供应商。",
    variables: { ...capa, times: { label: "退回次数", sample: "3" } },
    wording: {
      title: "整改单 {{number}} 已退回{{times}}次",
      content: "{{title}}。整改报告已退回{{times}}次，请安排约谈供方负责人。",
    },
    supplier: {
      title: "整改单 {{number}} 已退回{{times}}次",
      content: "{{title}}。整改报告已退回{{times}}次，将通知您的负责人并安排约谈。",
    },
  },
  "capa.changed": {
    ...quality,
    label: "整改单有进展",
    level: "info",
    channels: ["site"],
    audience: "supplier",
    help: "报告通过、延期和取消。关闭后仍可在整改报告中查看。",
    variables: {
      ...capa,
      state: { label: "进展", sample: "报告已通过" },
      note: { label: "说明", sample: "请按计划完成措施并登记完成日期，等待效果验证。" },
    },
    wording: { title: "整改单 {{number}} {{state}}", content: "{{title}}（期限 {{due}}）。{{note}}" },
  },
  "capa.assigned": {
    ...quality,
    label: "整改单由我负责",
    level: "info",
    channels: ["site"],
    audience: "internal",
    receivers: "assignee",
    help: "被指定为整改单的我方负责人时提醒。",
    variables: capa,
    wording: { title: "整改单 {{number}} 由您负责", content: "{{title}}。整改报告期限 {{due}}。" },
  },
  "capa.closed": {
    ...quality,
    label: "整改单已关闭",
    level: "info",
    channels: ["site"],
    audience: "supplier",
    help: "关闭后仍可在整改报告中查看。",
    variables: capa,
    wording: { title: "整改单 {{number}} 已关闭", content: "{{title}}。整改效果已验证，整改单关闭。" },
  },
  "capa.due": {
    ...quality,
    label: "整改报告快到期",
    level: "todo",
    channels: ["site", "email"],
    audience: "supplier",
    help: "到期前和当天提醒。",
    merge: true,
    variables: capa,
    wording: { title: "整改单 {{number}} 将于 {{due}} 到期", content: "{{title}}。请尽快提交整改报告。" },
  },
  "capa.overdue": {
    ...quality,
    label: "整改报告逾期",
    level: "warning",
    channels: ["site", "email"],
    audience: "both",
    help: "逾期后多次提醒，不久起也通知质量经理。",
    merge: true,
    variables: { ...capa, days: { label: "逾期天数", sample: "3" } },
    wording: { title: "整改单 {{number}} 已逾期{{days}}天", content: "{{title}}。整改报告应在 {{due}} 前提交。" },
    supplier: {
      title: "您的整改报告 {{number}} 已逾期{{days}}天",
      content: "{{title}}。应在 {{due}} 前提交，请尽快处理。",
    },
  },
} as const satisfies Readonly<Record<string, ScenarioFacts>>;

declare module "~/shared/scenarios" {
  interface ScenarioMap extends EventsOf<typeof correctiveActionScenarios> {}
}
