/** Where and by whom what a check finds on an order is cured, where the finding does not say so itself. */
export interface Cure {
  who: string;
  how: string;
  /** Whose list shows it; the rows of the supplier alone where it can be narrowed to one. */
  at?: { entity: string; label: string; ofSupplier?: false };
}

const CONTRACTS = { entity: "contract-management/contract", label: "查看合同" };
const CERTIFICATES = { entity: "supplier-management/supplier-certificate", label: "查看资质" };
const SOURCES = { entity: "base-data/source-data", label: "查看货源" };
const ADMISSIONS = { entity: "supplier-management/admission", label: "查看准入" };
const CYCLES = { entity: "master-data/deliver-cycle", label: "查看采购交货周期" };
const PRICES = { entity: "base-data/price-data", label: "查看价格数据" };

/** By check: those of the rules of administrators, of the supplier gate, and the order's own. */
export const CURES: Readonly<Record<string, Cure>> = {
  contract_window: { who: "采购员", how: "签订或续签合同，或改用订单日期内有效的合同", at: CONTRACTS },
  supplier_frozen: { who: "采购经理", how: "重新准入后恢复业务，或改向其他供应商采购", at: ADMISSIONS },
  min_lead_days: { who: "采购员", how: "推迟需求日期，或与供应商约定提前交货", at: CYCLES },
  over_amount: { who: "采购经理", how: "核对数量和单价，按权限审批" },
  max_lines: { who: "采购员", how: "减少明细，分几张订单下达" },
  min_order_qty: { who: "采购员", how: "数量改为不少于最小订购量", at: SOURCES },
  pack_multiple: { who: "采购员", how: "数量改为包装量的整数倍", at: SOURCES },
  certificate_ending: { who: "供应商", how: "更新将到期的证照并通过核验", at: CERTIFICATES },
  stage: { who: "采购员", how: "完成供应商准入", at: ADMISSIONS },
  freeze: {
    who: "采购经理",
    how: "满足解冻条件后办理解冻",
    at: { entity: "supplier-performance/supplier-freeze", label: "查看冻结" },
  },
  certificate: { who: "供应商", how: "上传有效的证照并通过核验", at: CERTIFICATES },
  type_inspection: {
    who: "供应商、质量工程师",
    how: "上传新的型式检验报告并审核通过",
    at: { entity: "master-data/type-inspection-report", label: "查看型式检验报告" },
  },
  source: { who: "采购经理", how: "恢复或登记并批准货源", at: SOURCES },
  trial_qty: { who: "采购经理", how: "试用转有效或提高试用限量", at: SOURCES },
  temporary: { who: "采购员", how: "办理供应商准入", at: ADMISSIONS },
  brand: {
    who: "供应商",
    how: "上传有效的品牌授权并通过审核",
    at: { entity: "supplier-management/brand-authorization", label: "查看品牌授权" },
  },
  grade: { who: "采购经理", how: "下一期绩效考评升级后恢复" },
  risk: {
    who: "采购员、质量工程师",
    how: "处置并关闭未了结的风险",
    at: { entity: "supplier-management/risk-event", label: "查看风险" },
  },
  correction: {
    who: "供应商、质量工程师",
    how: "完成整改，由质量验证后关闭",
    at: { entity: "supplier-audit/corrective-action", label: "查看整改" },
  },
  material: {
    who: "主数据管理员",
    how: "改用替代物料，或恢复物料的状态",
    at: { entity: "master-data/material", label: "查看物料", ofSupplier: false },
  },
  agreed_stock: {
    who: "采购员",
    how: "按备货协议约定的数量和期限要货",
    at: { entity: "purchase-orders/supplier-stock", label: "查看备货协议" },
  },
  planned: {
    who: "采购员",
    how: "按需求计划核对数量",
    at: { entity: "purchase-orders/demand-commit", label: "查看需求承诺" },
  },
  lead_time: { who: "采购员", how: "推迟需求日期，或与供应商约定提前交货", at: CYCLES },
  rest_day: { who: "采购员", how: "需求日期改为工作日" },
  price: { who: "采购员", how: "核对单价与价格数据，先核价再下单", at: PRICES },
  credit: { who: "采购员", how: "核对付款期与价格的约定", at: PRICES },
  commitment: {
    who: "采购员",
    how: "核对财年约定供货量，需要时先调整约定",
    at: { entity: "purchase-management/fiscal-supply", label: "查看财年供货" },
  },
  pool: {
    who: "采购员",
    how: "归入集采项目一起采购",
    at: { entity: "purchase-management/collective", label: "查看集采项目", ofSupplier: false },
  },
};

/** What is wrong without who cures it: a refusal of the gate has both in one sentence, which stays as it is for whoever reads the field. */
export function withoutRemedy(text: string, { who, how }: { who: string; how: string }): string {
  const said = `（${who}：${how}）`;
  return text.endsWith(said) ? text.slice(0, -said.length) : text;
}
