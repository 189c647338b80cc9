import type { EventsOf, ScenarioFacts } from "~/shared/scenarios";

const area = { module: "收货" } as const;

const number = { label: "演练单号", sample: "ZH20260306-0001" } as const;
const supplier = { label: "供应商", sample: "澜川丰禾面粉有限公司" } as const;
const material = { label: "物料", sample: "高筋小麦粉" } as const;
const batch = { label: "批号", sample: "260301-1" } as const;
const reason = { label: "原因", sample: "二号库的清点没有照片" } as const;
const subject = { number, supplier, material, batch } as const;

/** What people are notified of here. */
export const recallDrillScenarios = {
  "recall.started": {
    ...area,
    label: "召回演练开始",
    level: "warning",
    channels: ["site", "email"],
    audience: "internal",
    help: "演练开始时通知负责人、质量经理、仓库和工厂品控登记清点。关闭后仍可在召回演练中按“进行中”查看。",
    variables: subject,
    wording: {
      title: "召回演练{{number}}已开始计时",
      content: "{{supplier}}的{{material}}，批号{{batch}}。请立即清点各处剩余数量并登记。",
    },
  },
  "recall.overdue": {
    ...area,
    label: "召回演练超时未上报",
    level: "warning",
    channels: ["site", "email"],
    audience: "internal",
    help: "一到时限还没有上报就通知负责人和质量经理。关闭后超时的演练须自行查看。",
    variables: { ...subject, started: { label: "开始时间", sample: "2026-03-06 09:00" } },
    wording: {
      title: "召回演练{{number}}已超过时限，还没有上报",
      content: "{{supplier}}的{{material}}，批号{{batch}}，{{started}}开始。请尽快完成清点并上报。",
    },
  },
  "recall.reported": {
    ...area,
    label: "召回演练待结论",
    level: "todo",
    channels: ["site"],
    audience: "internal",
    help: "结果上报时通知质量经理给出结论。关闭后仍可在召回演练中按“待结论”查看。",
    variables: {
      ...subject,
      minutes: { label: "上报用时（分钟）", sample: "95" },
      difference: { label: "差异数量", sample: "0" },
    },
    wording: {
      title: "召回演练{{number}}已上报，请给出结论",
      content: "{{supplier}}的{{material}}，批号{{batch}}：用时{{minutes}}分钟，差异{{difference}}。",
    },
  },
  "recall.sent-back": {
    ...area,
    label: "召回演练退回补充",
    level: "warning",
    channels: ["site"],
    audience: "internal",
    help: "质量经理退回时通知负责人和登记人。关闭后须自行查看。",
    variables: { ...subject, reason },
    wording: {
      title: "召回演练{{number}}被退回补充",
      content: "{{supplier}}的{{material}}，批号{{batch}}。原因：{{reason}}",
    },
  },
  "recall.closed": {
    ...area,
    label: "召回演练完成",
    level: "info",
    channels: ["site"],
    audience: "internal",
    help: "结论给出时通知负责人、仓库和采购经理。关闭后仍可在召回演练中查看。",
    variables: { ...subject, conclusion: { label: "结论", sample: "有效" } },
    wording: {
      title: "召回演练{{number}}的结论：{{conclusion}}",
      content: "{{supplier}}的{{material}}，批号{{batch}}。改进要求见演练单。",
    },
  },
  "recall.cancelled": {
    ...area,
    label: "召回演练取消",
    level: "info",
    channels: ["site"],
    audience: "internal",
    help: "进行中的演练取消时通知参加的人停止清点。关闭后须自行查看。",
    variables: { ...subject, reason },
    wording: {
      title: "召回演练{{number}}已取消，不须再清点",
      content: "{{supplier}}的{{material}}，批号{{batch}}。原因：{{reason}}",
    },
  },
} as const satisfies Readonly<Record<string, ScenarioFacts>>;

declare module "~/shared/scenarios" {
  interface ScenarioMap extends EventsOf<typeof recallDrillScenarios> {}
}
