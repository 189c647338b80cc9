import type { EventsOf, ScenarioFacts } from "~/shared/scenarios";

/** What people are notified of here. */
export const supplierWarningScenarios = {
  "supplier-warning.reminded": {
    label: "采购方提醒处理预警",
    module: "供应商",
    level: "warning",
    channels: ["site", "email"],
    audience: "supplier",
    help: "关闭后，仍可在供应商预警中查看。",
    variables: {
      kind: { label: "预警类型", sample: "资质到期" },
      subject: { label: "预警对象", sample: "食品生产许可证" },
      due: { label: "到期情况", sample: "2026-03-20到期（剩18天）" },
    },
    wording: {
      title: "请处理{{kind}}预警：{{subject}}",
      content: "{{subject}}：{{due}}。过期会影响询价、定标和订单，请及时更新。",
    },
  },
  "supplier-warning.weekly": {
    label: "归口供应商的预警周报",
    module: "供应商",
    level: "warning",
    channels: ["site", "email"],
    audience: "internal",
    help: "每周一发给归口采购员和质量工程师。关闭后，仍可在供应商预警中查看。",
    variables: {
      count: { label: "待处理条数", sample: "6" },
      blocked: { label: "影响业务的条数", sample: "2" },
      kinds: { label: "按类型", sample: "资质到期4条、型式检验2条" },
    },
    wording: {
      title: "您归口的供应商有{{count}}条预警待处理",
      content: "{{kinds}}，其中{{blocked}}条已影响业务。请在供应商预警中跟进。",
    },
  },
} as const satisfies Readonly<Record<string, ScenarioFacts>>;

declare module "~/shared/scenarios" {
  interface ScenarioMap extends EventsOf<typeof supplierWarningScenarios> {}
}
