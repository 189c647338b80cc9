import type { EventsOf, ScenarioFacts } from "~/shared/scenarios";

/** What people are notified of here. */
export const supplierFreezeScenarios = {
  "supplier-freeze.asked": {
    label: "有供应商冻结单等待我批准",
    module: "供应商",
    level: "todo",
    channels: ["site"],
    audience: "internal",
    receivers: "role",
    help: "关闭后，仍可在首页看到等待批准的冻结单。",
    variables: {
      number: { label: "冻结单", sample: "DJ20260302-0001" },
      supplier: { label: "供应商", sample: "GYS000001 甲供应商" },
      actions: { label: "业务", sample: "下达订单" },
      note: { label: "说明", sample: "整改完成前暂停新订单" },
    },
    wording: { title: "冻结单{{number}}等待批准", content: "供应商{{supplier}}，业务：{{actions}}。" },
  },
  "supplier-freeze.emergency": {
    label: "有紧急冻结等待追认",
    module: "供应商",
    level: "todo",
    channels: ["site", "email"],
    audience: "internal",
    receivers: "role",
    help: "关闭后，仍可在首页和任务中看到等待追认的紧急冻结。",
    variables: {
      number: { label: "冻结单", sample: "DJ20260302-0001" },
      supplier: { label: "供应商", sample: "GYS000001 甲供应商" },
      actions: { label: "业务", sample: "交货" },
      until: { label: "自动失效时间", sample: "2026-03-05 10:00" },
      note: { label: "说明", sample: "疑似污染" },
    },
    wording: {
      title: "供应商{{supplier}}已紧急冻结，等待追认",
      content: "冻结单{{number}}，业务：{{actions}}。紧急冻结将于{{until}}自动失效，请尽快完成审批。",
    },
  },
  "supplier-freeze.changed": {
    label: "供应商冻结生效或解除",
    module: "供应商",
    level: "warning",
    channels: ["site", "email"],
    audience: "both",
    help: "关闭后仍可在供应商冻结中查看。",
    variables: {
      number: { label: "冻结单", sample: "DJ20260302-0001" },
      supplier: { label: "供应商", sample: "GYS000001 甲供应商" },
      actions: { label: "业务", sample: "下达订单" },
      state: { label: "状态", sample: "已生效" },
      note: { label: "告知供应商的说明", sample: "整改完成前暂停新订单" },
    },
    wording: {
      title: "供应商{{supplier}}的冻结单{{number}}{{state}}",
      content: "业务：{{actions}}。{{note}}",
    },
    supplier: { title: "您的业务限制{{state}}", content: "单据{{number}}，业务：{{actions}}。{{note}}" },
  },
} as const satisfies Readonly<Record<string, ScenarioFacts>>;

declare module "~/shared/scenarios" {
  interface ScenarioMap extends EventsOf<typeof supplierFreezeScenarios> {}
}
