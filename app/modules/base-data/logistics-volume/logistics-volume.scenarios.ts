import type { EventsOf, ScenarioFacts } from "~/shared/scenarios";

const material = { label: "物料", sample: "M001 玉米" };

/** What people are notified of here. */
export const logisticsVolumeScenarios = {
  "volume.proposed": {
    label: "供应商提交了包装尺寸修改",
    module: "供应商",
    level: "todo",
    channels: ["site"],
    audience: "internal",
    receivers: "role",
    help: "供应商提交包装尺寸和重量时告诉计划员。关闭后仍可在物流容积中按状态查看。",
    variables: { supplier: { label: "供应商", sample: "样例供应商" }, material },
    wording: {
      title: "{{supplier}}提交了包装尺寸修改：{{material}}",
      content: "物料{{material}}的包装尺寸和重量等待确认，确认后按它测算装载。",
    },
  },
  "volume.answered": {
    label: "我们提交的包装尺寸有了答复",
    module: "供应商",
    level: "info",
    channels: ["site"],
    audience: "supplier",
    help: "包装尺寸确认或退回时提醒。关闭后仍可在物流容积中查看。",
    variables: {
      material,
      answer: { label: "答复", sample: "已确认" },
      note: { label: "说明", sample: "请按实测重量填写" },
    },
    wording: {
      title: "{{material}}的包装尺寸{{answer}}",
      content: "您提交的物料{{material}}的包装尺寸{{answer}}。{{note}}",
    },
  },
} as const satisfies Readonly<Record<string, ScenarioFacts>>;

declare module "~/shared/scenarios" {
  interface ScenarioMap extends EventsOf<typeof logisticsVolumeScenarios> {}
}
