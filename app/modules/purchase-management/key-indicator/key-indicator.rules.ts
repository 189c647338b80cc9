import { type Complaint, complain, ok } from "~/engine/entity";
import { addDays, addMonths } from "~/shared/calendar";
import { decimal, quotient, roundPercent } from "~/shared/decimal";

/** An indicator as people read it; how it is counted stands in `key-indicator.query.server.ts`. */
export interface Indicator {
  label: string;
  unit: "%" | "小时" | "天";
  /** Less is better. */
  lower?: true;
  /** The day of 采购记录, or of 寻源周期, that puts a row into the month. */
  day: "order_date" | "due_date" | "last_receipt_date" | "priced_on";
  definition: string;
  /** What narrows 采购记录 to the rows it was counted from, beside month and group. */
  pairs?: readonly (readonly [string, string])[];
}

const MONEY = [["currency", "CNY"]] as const;
const DUE = [["counted_only", "1"]] as const;

export const INDICATORS = {
  saving_rate: {
    label: "降本率",
    unit: "%",
    day: "order_date",
    definition: "当月人民币订单中有上次单价的行：比上次价节约合计÷（上次单价×采购数量）合计",
    pairs: MONEY,
  },
  saving_cost_rate: {
    label: "比应有成本节约率",
    unit: "%",
    day: "order_date",
    definition: "当月人民币订单中有应有成本的行：比应有成本节约合计÷（应有成本×采购数量）合计",
    pairs: MONEY,
  },
  saving_quote_rate: {
    label: "比平均报价节约率",
    unit: "%",
    day: "order_date",
    definition: "当月人民币订单中有平均报价的行：比平均报价节约合计÷（平均报价×采购数量）合计",
    pairs: MONEY,
  },
  on_time_rate: {
    label: "准时交付率",
    unit: "%",
    day: "due_date",
    definition: "承诺交期在当月且已到期的订单行中准时足量的行数÷全部行数；已关闭和已取消的行不计",
    pairs: DUE,
  },
  full_rate: {
    label: "足量交付率",
    unit: "%",
    day: "due_date",
    definition: "承诺交期在当月且已到期的订单行中足量的行数（含延迟）÷全部行数；已关闭和已取消的行不计",
    pairs: DUE,
  },
  reject_rate: {
    label: "来料不合格率",
    unit: "%",
    lower: true,
    day: "last_receipt_date",
    definition: "最后收货日在当月的订单行中有拒收的行数÷全部行数",
  },
  contract_cover: {
    label: "合同覆盖率",
    unit: "%",
    day: "order_date",
    definition: "当月人民币订单中有合同的采购金额÷采购金额",
    pairs: MONEY,
  },
  compete_rate: {
    label: "竞争性采购率",
    unit: "%",
    day: "order_date",
    definition: "当月人民币订单中按两家以上报价的询价定价的采购金额÷采购金额",
    pairs: MONEY,
  },
  rfq_cycle: {
    label: "寻源周期",
    unit: "天",
    lower: true,
    day: "priced_on",
    definition: "当月批准价格的询价，从发布（有采购计划的从计划批准）到价格批准的平均日历天数",
  },
  po_confirm_hours: {
    label: "订单确认时长",
    unit: "小时",
    lower: true,
    day: "order_date",
    definition: "当月订单中供应商已确认的行，从下达到确认的平均小时数",
  },
  rush_rate: {
    label: "加急订单占比",
    unit: "%",
    lower: true,
    day: "order_date",
    definition: "当月订单中加急的行数÷全部行数",
  },
  top3_share: {
    label: "前三供应商集中度",
    unit: "%",
    lower: true,
    day: "order_date",
    definition: "当月人民币订单中采购金额最大的三家供应商的金额÷采购金额",
    pairs: MONEY,
  },
  single_source: {
    label: "独家供应物料占比",
    unit: "%",
    lower: true,
    day: "order_date",
    definition: "当月采购的物料中只向一家供应商下单的物料数÷物料数",
  },
} as const satisfies Readonly<Record<string, Indicator>>;
export type IndicatorCode = keyof typeof INDICATORS;

/** The list whose rows an indicator is counted from. */
export function rowsOfIndicator(code: IndicatorCode): { screen: string; label: string } {
  return INDICATORS[code].day === "priced_on"
    ? { screen: "purchase-management/sourcing-cycle", label: "寻源周期" }
    : { screen: "purchase-management/purchase-record", label: "采购记录" };
}

/** Names by code. */
export const INDICATOR_NAMES = Object.fromEntries(
  Object.entries(INDICATORS).map(([code, { label }]) => [code, label]),
) as Record<IndicatorCode, string>;

export const LIGHTS = { green: "绿", yellow: "黄", red: "红", none: "无数据" } as const;
export type Light = keyof typeof LIGHTS;

export const MONTH = {
  expression: /^\d{4}-(0[1-9]|1[0-2])$/,
  complaint: "月份格式如2026-03",
} as const;

/** First and last day of a month. */
export function daysOfMonth(period: string): { from: string; to: string } {
  const from = `${period}-01`;
  return { from, to: addDays(addMonths(from, 1), -1) };
}

export function nextMonth(period: string): string {
  return addMonths(`${period}-01`, 1).slice(0, 7);
}

/** More than any rate a column holds. */
const MOST = "9999";

/**
 * How far a target was reached, in percent; where less is better, how much of the target was used up, turned round. Null without a figure or
 * where the target is nothing to measure by.
 */
export function achievedOf(code: string, target: string, actual: string | null): string | null {
  if (actual === null) return null;
  const [aim, is] = [decimal(target), decimal(actual)];
  const indicator: Indicator | undefined = INDICATORS[code as IndicatorCode];
  const [part, whole] = indicator?.lower ? [aim, is] : [is, aim];
  // Nothing of what shall be little is all that was wished for; of a target of nothing everything is beyond it.
  if (whole.lte(0)) return part.gte(whole) ? "100" : "0";
  const percent = decimal(roundPercent(quotient(part.times(100), whole))).round(2);
  return percent.gt(decimal(MOST)) ? MOST : percent.lt(decimal(`-${MOST}`)) ? `-${MOST}` : percent.toFixed();
}

/** Limits from which on the light is green or yellow, in percent of the target. */
export interface Limits {
  green: number;
  yellow: number;
}

export function lightOf(achieved: string | null, { green, yellow }: Limits): Light {
  if (achieved === null) return "none";
  const percent = decimal(achieved);
  if (percent.gte(green)) return "green";
  return percent.gte(yellow) ? "yellow" : "red";
}

interface Told {
  indicator: string;
  light: string | null;
  comment: string | null;
}

/** What was missed is explained before the month closes. */
export function redIsExplained({ indicator, light, comment }: Told): Complaint | null {
  return light === "red" && (comment ?? "").trim() === ""
    ? complain("comment", `指标【${INDICATOR_NAMES[indicator as IndicatorCode] ?? indicator}】未达标，请填写差异说明`)
    : ok;
}
