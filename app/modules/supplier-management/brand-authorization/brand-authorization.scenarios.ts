import type { EventsOf, ScenarioFacts } from "~/shared/scenarios";

/** What people are notified of here. */
export const brandAuthorizationScenarios = {
  "brand.submitted": {
    label: "有品牌授权等待审核",
    module: "供应商",
    level: "todo",
    channels: ["site"],
    audience: "internal",
    help: "关闭后，仍可在品牌供应商列表中查看待审核的授权。",
    variables: {
      supplier: { label: "供应商", sample: "澜川丰禾面粉有限公司" },
      brand: { label: "品牌", sample: "麦田坊" },
    },
    wording: {
      title: "{{supplier}}的品牌授权（{{brand}}）等待审核",
      content: "供应商已提交授权链和授权文件，请核对后通过或退回。",
    },
  },
  "brand.judged": {
    label: "品牌授权有了审核结果",
    module: "供应商",
    level: "info",
    channels: ["site"],
    audience: "both",
    help: "通过、退回和撤销。关闭后仍可在品牌授权上查看。",
    variables: {
      supplier: { label: "供应商", sample: "澜川丰禾面粉有限公司" },
      brand: { label: "品牌", sample: "麦田坊" },
      result: { label: "结果", sample: "审核通过" },
    },
    wording: { title: "{{supplier}}的品牌授权（{{brand}}）{{result}}", content: "详情和说明请在品牌授权中查看。" },
    supplier: { title: "您的品牌授权（{{brand}}）{{result}}", content: "详情和说明请在品牌授权中查看。" },
  },
  "brand.ending": {
    label: "品牌授权即将到期或已到期",
    module: "供应商",
    level: "warning",
    channels: ["site", "email"],
    audience: "both",
    help: "授权链中最早一级到期前几次，到期时再提醒一次。关闭后页面上的预警仍会显示。",
    variables: {
      supplier: { label: "供应商", sample: "澜川丰禾面粉有限公司" },
      brand: { label: "品牌", sample: "麦田坊" },
      day: { label: "有效期至", sample: "2026-04-01" },
      left: { label: "剩余", sample: "剩30天" },
    },
    wording: {
      title: "供应商{{supplier}}的品牌授权书（{{brand}}）{{left}}",
      content: "授权有效期至{{day}}，{{left}}，请督促供应商续签并更新。",
    },
    supplier: {
      title: "您的品牌授权书（{{brand}}）{{left}}",
      content: "授权有效期至{{day}}，{{left}}。请续签后提交新的授权链和授权文件。",
    },
  },
} as const satisfies Readonly<Record<string, ScenarioFacts>>;

declare module "~/shared/scenarios" {
  interface ScenarioMap extends EventsOf<typeof brandAuthorizationScenarios> {}
}
