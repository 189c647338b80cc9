import { type Complaint, complain, ok } from "~/engine/entity";
import { addDays, addMonths } from "~/shared/calendar";
import { decimal, quotient, roundPercent } from "~/shared/decimal";

/** The reports there are. */
export const REPORT_CODES = {
  spend: "采购支出分析",
  price_trend: "价格趋势",
  saving: "降本明细",
  order_exec: "订单执行跟踪",
  on_time: "准时交付排名",
  concentration: "供应商集中度",
  sourcing_cycle: "寻源周期分析",
  inbound_quality: "来料质量",
  uncovered: "无合同无核价下单",
} as const;
export type ReportCode = keyof typeof REPORT_CODES;

/** What figures are put together by, and the column of 采购记录 that says it. */
export const DIMENSIONS = {
  supplier: "供应商",
  category: "品类",
  material: "物料",
  factory: "工厂",
  group: "采购组",
  buyer: "采购员",
  month: "月份",
} as const;
export type Dimension = keyof typeof DIMENSIONS;

/** Time that moves with the day, or days that stay. */
export const PERIODS = {
  months_12: "近12个月",
  months_3: "近3个月",
  this_month: "本月",
  last_month: "上月",
  this_year: "本年",
  fixed: "指定日期",
} as const;
export type Period = keyof typeof PERIODS;

const MOST_MONTHS = 24;

interface Asked {
  report_code: string;
  period: string;
  date_from: string | null;
  date_to: string | null;
  material_id: string | null;
  dimension: string;
}

/** Days are given where they stay, the end not before the beginning, two years at most. */
export function daysFit({ period, date_from, date_to }: Asked): Complaint | null {
  if (period !== "fixed") return ok;
  if (date_from === null) return complain("date_from", "请填写开始日期");
  if (date_to === null) return complain("date_to", "请填写结束日期");
  if (date_to < date_from) return complain("date_to", "结束日期不能早于开始日期");
  return date_to > addDays(addMonths(date_from, MOST_MONTHS), -1)
    ? complain("date_to", `查询区间不能超过${MOST_MONTHS}个月`)
    : ok;
}

/** Prices of different goods have no course in common. */
export function trendOfOne({ report_code, material_id }: Asked): Complaint | null {
  return report_code === "price_trend" && material_id === null ? complain("material_id", "价格趋势须选择一种物料") : ok;
}

/** What the time of an inquiry is put together by: it has several suppliers, materials and factories, so that by them it would count twice. */
export const CYCLE_DIMENSIONS = ["category", "group", "buyer", "month"] as const satisfies readonly Dimension[];

const NOT_OF_CYCLES = ["supplier_id", "material_id", "factory_id"] as const;

/** An inquiry is not of one supplier, material or factory. */
export function cycleIsOfInquiries(asked: {
  report_code: string;
  dimension: string;
  supplier_id: string | null;
  material_id: string | null;
  factory_id: string | null;
}): Complaint | null {
  if (asked.report_code !== "sourcing_cycle") return ok;
  if (!(CYCLE_DIMENSIONS as readonly string[]).includes(asked.dimension))
    return complain("dimension", "寻源周期分析只能按品类、采购组、采购员或月份汇总");
  const narrowed = NOT_OF_CYCLES.find((name) => asked[name] !== null);
  return narrowed ? complain(narrowed, "一张询价有多家供应商、多种物料和工厂，寻源周期分析不按它查询，请留空") : ok;
}

/** The days a report is about, as of a day. */
export function daysOf(
  { period, date_from, date_to }: Pick<Asked, "period" | "date_from" | "date_to">,
  today: string,
): { from: string; to: string } {
  const month = `${today.slice(0, 7)}-01`;
  switch (period) {
    case "months_3":
      return { from: addMonths(month, -2), to: today };
    case "this_month":
      return { from: month, to: today };
    case "last_month":
      return { from: addMonths(month, -1), to: addDays(month, -1) };
    case "this_year":
      return { from: `${today.slice(0, 4)}-01-01`, to: today };
    case "fixed":
      return { from: date_from ?? today, to: date_to ?? today };
    default:
      return { from: addMonths(month, -11), to: today };
  }
}

/** The days of a month that lie inside a period. */
export function monthWithin(month: string, { from, to }: { from: string; to: string }): { from: string; to: string } {
  const first = `${month}-01`;
  const last = addDays(addMonths(first, 1), -1);
  return { from: first < from ? from : first, to: last > to ? to : last };
}

/** A part of a whole in percent, two places; nothing of nothing is zero. */
export function partOf(part: string | number, whole: string | number): string {
  const all = decimal(String(whole));
  if (all.eq(0)) return "0";
  return decimal(roundPercent(quotient(decimal(String(part)).times(100), all)))
    .round(2)
    .toFixed();
}

/** How far the first so many of figures in order reach together, each in percent of the whole. */
export function reaching(amounts: readonly string[], whole: string): string[] {
  let sum = decimal("0");
  return amounts.map((amount) => {
    sum = sum.plus(decimal(amount));
    return partOf(sum.toFixed(), whole);
  });
}
