import type { EventsOf, ScenarioFacts } from "~/shared/scenarios";

const area = { module: "收货" } as const;
const number = { label: "单号", sample: "DZQR202603-0001" } as const;
const month = { label: "月份", sample: "2026-02" } as const;
const supplier = { label: "供应商", sample: "澜川丰禾面粉有限公司" } as const;
const rows = { label: "笔数", sample: "36" } as const;

/** What people are notified of here. */
export const monthConfirmationScenarios = {
  "month.ready": {
    ...area,
    label: "月度出入库待供应商确认",
    level: "todo",
    channels: ["site", "email"],
    audience: "supplier",
    help: "关闭后仍可在月度对账确认中查看。",
    variables: { number, month, rows },
    wording: {
      title: "{{month}}的出入库请您确认",
      content: "共{{rows}}笔（{{number}}）。请核对后确认；有不符的，请对那一笔提出异议，其余的可以先确认。",
    },
  },
  "month.due": {
    ...area,
    label: "月度出入库确认提醒",
    level: "todo",
    channels: ["site", "email"],
    audience: "supplier",
    merge: true,
    help: "确认期限以前和以后提醒还没有确认的供应商。",
    variables: { number, month, day: { label: "确认期限", sample: "2026-03-08" } },
    wording: {
      title: "{{month}}的出入库请在{{day}}前确认",
      content: "还没有收到您的确认（{{number}}）。确认以后才能开票和付款。",
    },
  },
  "month.overdue": {
    ...area,
    label: "供应商逾期未确认月度出入库",
    level: "info",
    channels: ["site"],
    audience: "internal",
    receivers: "creator",
    merge: true,
    help: "通知财务和供应商的采购员跟催。关闭后仍可在月度对账确认中查看。",
    variables: { number, month, supplier },
    wording: {
      title: "{{supplier}}还没有确认{{month}}的出入库",
      content: "单据{{number}}已过确认期限，请联系供应商。",
    },
  },
  "month.confirmed": {
    ...area,
    label: "供应商已确认月度出入库",
    level: "info",
    channels: ["site"],
    audience: "internal",
    receivers: "creator",
    help: "通知财务。关闭后仍可在月度对账确认中查看。",
    variables: { number, month, supplier, rows },
    wording: { title: "{{supplier}}已确认{{month}}的出入库", content: "单据{{number}}，确认{{rows}}笔。" },
  },
} as const satisfies Readonly<Record<string, ScenarioFacts>>;

declare module "~/shared/scenarios" {
  interface ScenarioMap extends EventsOf<typeof monthConfirmationScenarios> {}
}
