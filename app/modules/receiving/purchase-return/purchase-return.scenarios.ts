import type { EventsOf, ScenarioFacts } from "~/shared/scenarios";

const area = { module: "收货" } as const;

const number = { label: "退货单号", sample: "TH20260306-0001" } as const;
const supplier = { label: "供应商", sample: "澜川丰禾面粉有限公司" } as const;
const factory = { label: "退货工厂", sample: "合肥工厂" } as const;
const mode = { label: "处理方式", sample: "退货扣款" } as const;
const deadline = { label: "确认时限", sample: "2026-03-09 10:00" } as const;
const day = { label: "日期", sample: "2026-03-12" } as const;
const reason = { label: "说明", sample: "出厂检验合格，请求复检" } as const;

/** What people are notified of here. */
export const purchaseReturnScenarios = {
  "return.to-confirm": {
    ...area,
    label: "退货待供应商确认",
    level: "warning",
    channels: ["site", "email"],
    audience: "supplier",
    help: "退货单批准以后请供应商确认。关闭后仍可在退货单中按“待供应商确认”查看。",
    variables: { number, factory, mode, cause: { label: "退货原因", sample: "质量不合格" }, deadline },
    wording: {
      title: "{{factory}}的退货单{{number}}请您确认",
      content: "处理方式：{{mode}}，原因：{{cause}}。请在{{deadline}}以前确认或提出异议，逾期视为您同意。",
    },
  },
  "return.confirm-due": {
    ...area,
    label: "退货确认即将到期",
    level: "warning",
    channels: ["site", "email"],
    audience: "supplier",
    help: "确认时限以前提醒还没有答复的供应商。关闭后逾期仍视为同意。",
    variables: { number, factory, deadline },
    wording: {
      title: "退货单{{number}}还等您确认",
      content: "{{factory}}的退货请在{{deadline}}以前确认或提出异议，逾期视为您同意。",
    },
  },
  "return.taken-back": {
    ...area,
    label: "拒收的货待供应商带回",
    level: "warning",
    channels: ["site", "email"],
    audience: "supplier",
    help: "拒收的货没有入库，通知供应商提货。关闭后仍可在退货单中按“待提货”查看。",
    variables: { number, factory },
    wording: {
      title: "{{factory}}拒收的货请您带回",
      content: "退货单{{number}}列出拒收的物料和数量，请安排车辆提货。",
    },
  },
  "return.accepted": {
    ...area,
    label: "供应商确认退货",
    level: "info",
    channels: ["site"],
    audience: "internal",
    help: "供应商确认或逾期视为确认时通知采购员、登记人和仓库。关闭后仍可在退货单中按“待提货”查看。",
    variables: {
      number,
      supplier,
      factory,
      how: { label: "如何确认", sample: "已确认" },
      pickup: { label: "提货安排", sample: "提货日期2026-03-12。" },
    },
    wording: {
      title: "{{supplier}}的退货单{{number}}{{how}}",
      content: "{{factory}}的退货请备好待提。{{pickup}}",
    },
  },
  "return.accepted-silently": {
    ...area,
    label: "退货逾期未答复，视为确认",
    level: "warning",
    channels: ["site", "email"],
    audience: "supplier",
    help: "供应商在时限以前没有答复时通知供应商。关闭后仍可在退货单中查看。",
    variables: { number, factory },
    wording: {
      title: "退货单{{number}}逾期未答复，视为您已同意",
      content: "请尽快到{{factory}}提货。",
    },
  },
  "return.disputed": {
    ...area,
    label: "供应商对退货有异议",
    level: "warning",
    channels: ["site", "email"],
    audience: "internal",
    help: "供应商提出异议时通知采购员、登记人和质量人员。关闭后仍可在退货单中按“有异议”查看。",
    variables: { number, supplier, factory, reason },
    wording: {
      title: "{{supplier}}对退货单{{number}}有异议",
      content: "{{factory}}的退货，供应商说明：{{reason}}。请核对依据，必要时复检，然后修改或取消退货单。",
    },
  },
  "return.called-off": {
    ...area,
    label: "退货撤回或取消",
    level: "info",
    channels: ["site"],
    audience: "supplier",
    help: "已请供应商确认的退货单被撤回修改或取消时通知供应商。关闭后供应商须自行查看。",
    variables: { number, factory, what: { label: "如何变化", sample: "已取消" }, reason },
    wording: {
      title: "{{factory}}的退货单{{number}}{{what}}",
      content: "您不须再答复这张退货单。原因：{{reason}}",
    },
  },
  "return.pick-overdue": {
    ...area,
    label: "退货逾期未提",
    level: "warning",
    channels: ["site", "email"],
    audience: "both",
    help: "确认退货后逾期没有提货时通知供应商和采购员。关闭后仍可在退货单中按“待提货”查看。",
    variables: { number, supplier, factory, late: { label: "逾期天数", sample: "3" } },
    wording: {
      title: "{{supplier}}的退货单{{number}}已逾期{{late}}天未提货",
      content: "货物仍在{{factory}}，将按约定收取仓储费。",
    },
    supplier: {
      title: "退货单{{number}}已逾期{{late}}天未提货，将按约定收取仓储费",
      content: "请您尽快到{{factory}}提货。",
    },
  },
  "return.shipped": {
    ...area,
    label: "退货已出厂",
    level: "info",
    channels: ["site"],
    audience: "supplier",
    help: "退货出厂时通知供应商签收。关闭后逾期仍视为签收。",
    variables: { number, factory, vehicle: { label: "车牌号", sample: "皖A12345" }, day },
    wording: {
      title: "退货单{{number}}已从{{factory}}出厂",
      content: "{{day}}由车辆{{vehicle}}提走，请核对实退数量并签收。",
    },
  },
  "return.destroyed": {
    ...area,
    label: "退货已销毁",
    level: "info",
    channels: ["site"],
    audience: "supplier",
    help: "退货在本厂销毁时通知供应商。关闭后仍可在退货单中查看。",
    variables: { number, factory, day },
    wording: {
      title: "退货单{{number}}的货已在{{factory}}销毁",
      content: "销毁日期{{day}}，见证人和销毁记录见退货单。",
    },
  },
  "return.completed-silently": {
    ...area,
    label: "退货逾期未签收，视为完成",
    level: "info",
    channels: ["site"],
    audience: "supplier",
    help: "供应商在时限以前没有签收时通知供应商。关闭后仍可在退货单中查看。",
    variables: { number, factory },
    wording: {
      title: "退货单{{number}}逾期未签收，视为完成",
      content: "{{factory}}的退货以登记的实退数量为准。",
    },
  },
  "return.completed": {
    ...area,
    label: "退货完成",
    level: "info",
    channels: ["site"],
    audience: "internal",
    help: "退货完成时通知财务处理扣款。关闭后仍可在退货单中按“已完成”查看。",
    variables: { number, supplier, factory, mode, amount: { label: "退货金额", sample: "3,200.00" } },
    wording: {
      title: "{{supplier}}的退货单{{number}}已完成",
      content: "{{factory}}，{{mode}}，金额{{amount}}。",
    },
  },
  "return.reversed": {
    ...area,
    label: "退货已冲销",
    level: "warning",
    channels: ["site"],
    audience: "both",
    help: "已出厂的退货冲销时通知供应商、采购员和登记人，数量退回收货单和订单。关闭后仍可在退货单中按“已冲销”查看。",
    variables: { number, supplier, factory, reason },
    wording: {
      title: "{{supplier}}的退货单{{number}}已冲销",
      content: "{{factory}}冲销了退货，数量退回收货单和订单。原因：{{reason}}",
    },
    supplier: {
      title: "您的退货单{{number}}已冲销",
      content: "{{factory}}冲销了退货登记，数量退回收货单和订单。原因：{{reason}}",
    },
  },
  "return.uncompleted": {
    ...area,
    label: "已完成的退货冲销",
    level: "warning",
    channels: ["site"],
    audience: "internal",
    help: "已完成的退货冲销时通知财务。关闭后仍可在退货单中按“已冲销”查看。",
    variables: { number, supplier, factory, mode, reason },
    wording: {
      title: "{{supplier}}已完成的退货单{{number}}已冲销",
      content: "{{factory}}，{{mode}}，请核对已作的处理。原因：{{reason}}",
    },
  },
} as const satisfies Readonly<Record<string, ScenarioFacts>>;

declare module "~/shared/scenarios" {
  interface ScenarioMap extends EventsOf<typeof purchaseReturnScenarios> {}
}
