import type { EventsOf, ScenarioFacts } from "~/shared/scenarios";

const area = { module: "收货" } as const;
const voucher = { label: "凭证号", sample: "IO20260306-0001" } as const;
const supplier = { label: "供应商", sample: "澜川丰禾面粉有限公司" } as const;
const reason = { label: "说明", sample: "该批实际送货120千克，送货单见附件" } as const;

/** What people are notified of here. */
export const ioMarkScenarios = {
  "io-mark.differs": {
    ...area,
    label: "出入库与SAP不一致",
    level: "warning",
    channels: ["site"],
    audience: "internal",
    receivers: "creator",
    merge: false,
    help: "通知财务和订单的采购员。关闭后仍可在出入库数据中按核对结果查看。",
    variables: {
      voucher,
      supplier,
      ours: { label: "平台数量", sample: "120.000" },
      theirs: { label: "SAP数量", sample: "100.000" },
    },
    wording: {
      title: "凭证{{voucher}}与SAP不一致：平台{{ours}}，SAP{{theirs}}",
      content: "供应商：{{supplier}}。请核对后在平台或SAP更正，再重新核对；已查明的可登记差异处理。",
    },
  },
  "io-mark.disputed": {
    ...area,
    label: "供应商对出入库提出异议",
    level: "todo",
    channels: ["site", "email"],
    audience: "internal",
    receivers: "creator",
    merge: false,
    help: "通知财务和订单的采购员答复。关闭后仍可在出入库数据中按“有异议”查看。",
    variables: { voucher, supplier, reason },
    wording: { title: "{{supplier}}对凭证{{voucher}}提出异议", content: "异议：{{reason}}。请核实后答复供应商。" },
  },
  "io-mark.answered": {
    ...area,
    label: "出入库异议已答复",
    level: "info",
    channels: ["site", "email"],
    audience: "supplier",
    merge: false,
    help: "关闭后仍可在出入库数据中查看答复。",
    variables: { voucher, reason },
    wording: {
      title: "您对凭证{{voucher}}的异议已答复",
      content: "答复：{{reason}}。您可以确认所在的月份，或者再次提出异议。",
    },
  },
} as const satisfies Readonly<Record<string, ScenarioFacts>>;

declare module "~/shared/scenarios" {
  interface ScenarioMap extends EventsOf<typeof ioMarkScenarios> {}
}
