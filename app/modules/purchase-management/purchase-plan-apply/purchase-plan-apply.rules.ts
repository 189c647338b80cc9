import { type Complaint, complain, type LineInputs, lineField, ok } from "~/engine/entity";
import { addDays, addMonths } from "~/shared/calendar";
import {
  type Decimal,
  decimal,
  decimalOrZero,
  formatDecimal,
  quotient,
  roundMoney,
  roundPercent,
  roundQuantity,
  roundRate,
  sum,
} from "~/shared/decimal";

export const PLAN_KINDS = { year: "年度", quarter: "季度", month: "月度", season: "产季", extra: "追加" } as const;
export const SOURCE_ROUTES = {
  rfq: "询价",
  tender: "招标",
  auction: "竞价",
  collective: "集采",
  contract: "执行既有合同",
} as const;
export const LINE_STATUSES = { open: "待寻源", sourcing: "寻源中", sourced: "已定价", stopped: "已终止" } as const;
export type LineStatus = keyof typeof LINE_STATUSES;

export const MONTH = { expression: /^20\d{2}-(0[1-9]|1[0-2])$/, complaint: "请按“2026-10”的格式填写月份" };

export const YEAR = { expression: /^20\d{2}$/, complaint: "请填写四位年份，如2026" };

/** The first and the last day of a month. */
export function daysOfMonth(month: string): { first: string; last: string } {
  const first = `${month}-01`;
  return { first, last: addDays(addMonths(first, 1), -1) };
}

interface Plan {
  plan_kind: string;
  season: string | null;
  period_from: string;
  period_to: string;
  items: readonly { material_id: string; month: string; qty: string }[];
}

/** What is harvested once a year is planned by its harvest. */
export function seasonNamed({ plan_kind, season }: Pick<Plan, "plan_kind" | "season">): Complaint | null {
  return plan_kind === "season" && (season ?? "").trim() === "" ? complain("season", "请填写产季") : ok;
}

export function periodRuns({ period_from, period_to }: Pick<Plan, "period_from" | "period_to">): Complaint | null {
  return period_to < period_from ? complain("period_to", "结束月份不能早于开始月份") : ok;
}

export function quantitiesAboveZero({ items }: { items: readonly { qty: string }[] }): Complaint | null {
  const at = items.findIndex(({ qty }) => decimal(qty).lte(0));
  return at < 0 ? ok : complain(lineField("items", at + 1, "qty"), `第${at + 1}行计划数量必须大于0`);
}

/** Every line lies inside the months the plan is for. */
export function monthsInside({ period_from, period_to, items }: Omit<Plan, "plan_kind" | "season">): Complaint | null {
  const at = items.findIndex(({ month }) => month < period_from || month > period_to);
  return at < 0
    ? ok
    : complain(
        lineField("items", at + 1, "month"),
        `第${at + 1}行的需求月份不在计划期间（${period_from}至${period_to}）以内`,
      );
}

/** A material stands once in a month, or nobody knows which of the lines was bought. */
export function monthOnce({ items }: { items: readonly { material_id: string; month: string }[] }): Complaint | null {
  const keys = items.map(({ material_id, month }) => `${material_id} ${month}`);
  const at = keys.findIndex((key, index) => keys.indexOf(key) !== index);
  return at < 0
    ? ok
    : complain(lineField("items", at + 1, "material_id"), `第${at + 1}行与前面的行物料和需求月份重复，请合并为一行`);
}

export interface Budgeted {
  qty: string;
  budget_price: string | null;
  last_price: string | null;
}

/** What a line costs: by its budget price, or what was paid last. */
export function lineBudget({ qty, budget_price, last_price }: Budgeted): string {
  return roundMoney(decimal(qty).times(decimalOrZero(budget_price ?? last_price)));
}

export function budgetTotal({ items }: { items: readonly Budgeted[] }): string {
  return roundMoney(sum(items.map(lineBudget)));
}

/** Lines whose budget price is so much above what was paid last that it has to be explained; sentences by place. */
export function unexplainedRises(
  items: readonly (Budgeted & { note: string | null })[],
  warnPercent: number,
): { place: number; text: string }[] {
  return items.flatMap(({ budget_price, last_price, note }, index) => {
    if (budget_price === null || last_price === null || decimal(last_price).lte(0) || (note ?? "").trim() !== "")
      return [];
    const last = decimal(last_price);
    const rise = quotient(decimal(budget_price).minus(last).times(100), last);
    if (rise.lte(warnPercent)) return [];
    const text = `第${index + 1}行预算单价较上次采购价上涨${formatDecimal(roundPercent(rise))}%，请填写说明`;
    return [{ place: index + 1, text }];
  });
}

export interface PlannedLine {
  qty: string;
  sourcing_qty: string | null;
  sourced_qty: string | null;
  stopped_at: string | null;
}

function taken({ sourcing_qty, sourced_qty }: PlannedLine): Decimal {
  return decimalOrZero(sourcing_qty).plus(decimalOrZero(sourced_qty));
}

/** What may still be asked for of a line; null once it was stopped. */
export function toSource(line: PlannedLine): string | null {
  return line.stopped_at === null ? roundQuantity(decimal(line.qty).minus(taken(line))) : null;
}

/** Where a line stands, by what was taken of it. */
export function lineStatus(line: PlannedLine): LineStatus {
  if (decimalOrZero(line.sourced_qty).gte(decimal(line.qty))) return "sourced";
  if (line.stopped_at !== null) return "stopped";
  return decimalOrZero(line.sourcing_qty).gt(0) ? "sourcing" : "open";
}

/** A plan ends when nobody asks suppliers for any of it. */
export function nothingSourcing({ items }: { items: readonly PlannedLine[] }): Complaint | null {
  const at = items.findIndex(({ sourcing_qty }) => decimalOrZero(sourcing_qty).gt(0));
  return at < 0 ? ok : complain("items", `第${at + 1}行正在寻源，询价结束或取消后才能关闭计划`);
}

/** Lines with a tick beside them. */
export function chosenLines<L extends { id: string }>(lines: readonly L[], typed: LineInputs): L[] {
  return lines.filter(({ id }) => typed.get(id)?.chosen === true);
}

export function someChosen(
  { items }: { items: readonly { id: string }[] },
  _input: unknown,
  typed: LineInputs,
): Complaint | null {
  return chosenLines(items, typed).length > 0 ? ok : complain("items", "请至少勾选一行");
}

export interface Bought {
  ordered: string;
  received: string;
}

/** How much of what was approved has been ordered, in percent; what is beyond one line does not make up for others. */
export function orderedRate(lines: readonly { qty: string; ordered: string }[]): string | null {
  if (lines.length === 0) return null;
  // Materials have units of their own: the mean of the lines is what can be compared.
  const rates = lines.map(({ qty, ordered }) => {
    const rate = quotient(decimal(ordered).times(100), decimal(qty));
    return rate.gt(100) ? decimal(100) : rate;
  });
  return roundRate(quotient(sum(rates), decimal(rates.length)));
}

/** A quantity at the budget price of its line; null where the line has no price. */
export function atBudget({ budget_price, last_price }: Budgeted, quantity: string): string | null {
  const price = budget_price ?? last_price;
  return price === null ? null : roundMoney(decimal(quantity).times(decimal(price)));
}
