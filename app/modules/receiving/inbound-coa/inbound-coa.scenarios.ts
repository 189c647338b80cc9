import type { EventsOf, ScenarioFacts } from "~/shared/scenarios";

const number = { label: "单号", sample: "COA20260302-0001" };
const material = { label: "物料", sample: "M001 玉米" };
const batch = { label: "批号", sample: "P20260301" };

/** What people are notified of here. */
export const inboundCoaScenarios = {
  "coa.submitted": {
    label: "供应商提交了COA",
    module: "质量",
    level: "todo",
    channels: ["site"],
    audience: "internal",
    receivers: "role",
    merge: false,
    help: "供应商提交COA时告诉质量人员。关闭后仍可在入厂COA中按状态查看。",
    variables: { number, material, batch, result: { label: "系统判定", sample: "合格" } },
    wording: {
      title: "COA{{number}}等待审核：系统判定{{result}}",
      content: "物料{{material}}批号{{batch}}的COA已提交，系统判定{{result}}。",
    },
  },
  "coa.failed": {
    label: "我采购的物料发货前COA不合格",
    module: "质量",
    level: "warning",
    channels: ["site"],
    audience: "internal",
    help: "提交的COA有项目超出标准时告诉归口采购员。关闭后仍可在入厂COA中按系统判定查看。",
    variables: { number, supplier: { label: "供应商", sample: "样例供应商" }, material, batch },
    wording: {
      title: "{{supplier}}的COA不合格：{{material}}",
      content: "批号{{batch}}的COA{{number}}有项目超出标准，通过或让步接收之前不能发货，请关注交期。",
    },
  },
  "coa.judged": {
    label: "我们提交的COA有了结论",
    module: "质量",
    level: "info",
    channels: ["site", "email"],
    audience: "supplier",
    help: "COA通过、让步、退回、判不合格和撤销判定时提醒。关闭后仍可在入厂COA中查看。",
    variables: {
      number,
      material,
      batch,
      result: { label: "结论", sample: "已退回，请修改后再次提交" },
      reason: { label: "说明", sample: "原件看不清" },
    },
    wording: {
      title: "COA{{number}}：{{result}}",
      content: "您的物料{{material}}批号{{batch}}的COA：{{result}}。{{reason}}",
    },
  },
} as const satisfies Readonly<Record<string, ScenarioFacts>>;

declare module "~/shared/scenarios" {
  interface ScenarioMap extends EventsOf<typeof inboundCoaScenarios> {}
}
