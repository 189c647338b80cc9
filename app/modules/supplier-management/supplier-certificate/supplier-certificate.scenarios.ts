import type { EventsOf, ScenarioFacts } from "~/shared/scenarios";

/** What people are notified of here. */
export const supplierCertificateScenarios = {
  "certificate.submitted": {
    label: "有资质证照等待核验",
    module: "供应商",
    level: "todo",
    channels: ["site"],
    audience: "internal",
    help: "关闭后，仍可在资质证照列表中查看待核验的证照。",
    variables: {
      supplier: { label: "供应商", sample: "澜川丰禾面粉有限公司" },
      certificate: { label: "证照", sample: "食品生产许可证" },
    },
    wording: {
      title: "{{supplier}}的{{certificate}}等待核验",
      content: "供应商已提交证照，请核对扫描件后核验或退回。",
    },
  },
  "certificate.judged": {
    label: "资质证照有了核验结果",
    module: "供应商",
    level: "info",
    channels: ["site"],
    audience: "both",
    help: "通过、退回和作废。关闭后仍可在证照上查看。",
    variables: {
      supplier: { label: "供应商", sample: "澜川丰禾面粉有限公司" },
      certificate: { label: "证照", sample: "食品生产许可证" },
      result: { label: "结果", sample: "核验通过" },
    },
    wording: { title: "{{supplier}}的{{certificate}}{{result}}", content: "详情和说明请在证照中查看。" },
    supplier: { title: "您的{{certificate}}{{result}}", content: "详情和说明请在证照中查看。" },
  },
  "certificate.expiring": {
    label: "资质证照即将到期或已过期",
    module: "供应商",
    level: "warning",
    channels: ["site", "email"],
    audience: "both",
    help: "到期前几次，过期时再提醒一次。关闭后页面上的预警仍会显示。",
    variables: {
      supplier: { label: "供应商", sample: "澜川丰禾面粉有限公司" },
      certificate: { label: "证照", sample: "食品生产许可证" },
      day: { label: "有效期至", sample: "2026-04-01" },
      left: { label: "剩余", sample: "剩30天" },
    },
    wording: {
      title: "供应商{{supplier}}的资质证书“{{certificate}}”{{left}}",
      content: "有效期至{{day}}，{{left}}，请督促供应商及时更新。",
    },
    supplier: {
      title: "您的资质证书“{{certificate}}”{{left}}",
      content: "有效期至{{day}}，{{left}}。请及时上传新的证照；过期的必备资质会限制询价、定标和订单下达。",
    },
  },
} as const satisfies Readonly<Record<string, ScenarioFacts>>;

declare module "~/shared/scenarios" {
  interface ScenarioMap extends EventsOf<typeof supplierCertificateScenarios> {}
}
