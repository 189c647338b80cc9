import type { EventsOf, ScenarioFacts } from "~/shared/scenarios";

/** What people are notified of here. */
export const typeInspectionDueScenarios = {
  "type-inspection.due": {
    label: "型式检验报告到期或超期",
    module: "供应商",
    level: "warning",
    channels: ["site", "email"],
    audience: "both",
    help: "到期前几次和当天提醒供应商和质量工程师，超期后定期提醒；开始限制下单前和当天提醒采购员。关闭后仍可在预警中查看。",
    variables: {
      supplier: { label: "供应商", sample: "甲供应商" },
      material: { label: "物料编码", sample: "M001" },
      when: { label: "期限", sample: "将于2026-03-17到期（剩余15天）" },
    },
    wording: {
      title: "供应商【{{supplier}}】物料【{{material}}】的型式检验报告{{when}}",
      content:
        "供应商【{{supplier}}】物料【{{material}}】的型式检验报告{{when}}，请督促提交！超过15天将限制采购订单释放。",
    },
    supplier: {
      title: "您的物料【{{material}}】的型式检验报告{{when}}",
      content: "您的物料【{{material}}】的型式检验报告{{when}}，请尽快上传；超过15天将无法接收新订单！",
    },
  },
} as const satisfies Readonly<Record<string, ScenarioFacts>>;

declare module "~/shared/scenarios" {
  interface ScenarioMap extends EventsOf<typeof typeInspectionDueScenarios> {}
}
