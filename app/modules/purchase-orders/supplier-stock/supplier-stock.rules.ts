import { type Complaint, complain, type LineInputs, lineField, ok, type RuleFacts, type Value } from "~/engine/entity";
import { addDays, daysBetween } from "~/shared/calendar";
import { type Decimal, decimal, decimalOrZero, roundMoney, roundPercent, roundQuantity, sum } from "~/shared/decimal";

export const STOCK_MODES = { safety: "安全库存", season: "旺季备货", vmi: "供应商管理库存", consign: "寄售" } as const;

type Inputs = Readonly<Record<string, Value>>;
type Today = Pick<RuleFacts, "today">;

interface Period {
  valid_from: string;
  valid_to: string;
}

export function periodFits({ valid_from, valid_to }: Period): Complaint | null {
  return valid_to < valid_from ? complain("valid_to", "结束日期不能早于开始日期") : ok;
}

interface Bounds {
  material_id: string;
  min_qty: string;
  max_qty: string;
}

export function boundsFit({ items }: { items: readonly Bounds[] }): Complaint | null {
  const at = items.findIndex(({ min_qty, max_qty }) => decimal(max_qty).lt(decimal(min_qty)));
  return at < 0 ? ok : complain(lineField("items", at + 1, "max_qty"), "最高库存不能小于最低库存");
}

export function materialsOnce({ items }: { items: readonly Bounds[] }): Complaint | null {
  const ids = items.map(({ material_id }) => material_id);
  const at = ids.findIndex((id, index) => ids.indexOf(id) !== index);
  return at < 0 ? ok : complain(lineField("items", at + 1, "material_id"), `第${at + 1}行物料重复，请合并为一行`);
}

/** Nobody agrees on a time that is over. */
export function notOver(
  { valid_to }: Pick<Period, "valid_to">,
  _input: Inputs,
  _lines: LineInputs,
  { today }: Today,
): Complaint | null {
  return valid_to < today ? complain("valid_to", "协议期间已过，请修改结束日期") : ok;
}

/** What an order by the agreement will need. */
export function termsKnown(agreement: {
  currency: string | null;
  payment_term: string | null;
  purchase_org_id: string | null;
  purchase_group_id: string | null;
  items: readonly { price: string | null; tax_rate: string | null }[];
}): Complaint | null {
  const { items, currency, payment_term, purchase_org_id, purchase_group_id } = agreement;
  const terms = {
    currency: [currency, "请选择币种"],
    payment_term: [payment_term, "请选择付款条件"],
    purchase_org_id: [purchase_org_id, "请选择采购组织"],
    purchase_group_id: [purchase_group_id, "请选择采购组"],
  } as const;
  for (const [field, [value, message]] of Object.entries(terms)) if (value === null) return complain(field, message);
  const at = items.findIndex(({ price, tax_rate }) => price === null || tax_rate === null);
  return at < 0
    ? ok
    : complain(lineField("items", at + 1, "price"), `第${at + 1}行没有已确认的订单价格，请填写含税单价和税率`);
}

/** Until when unused stock is bought. */
export function protectedUntil({ valid_to, liability_days }: { valid_to: string; liability_days: number }): string {
  return addDays(valid_to, liability_days);
}

/** What we would have to buy of a line at most; what lies above the maximum is nobody's promise. */
export function lineLiability({ max_qty, price }: { max_qty: string; price: string | null }): string | null {
  return price === null ? null : roundMoney(decimal(max_qty).times(decimal(price)));
}

export function wholeLiability({ items }: { items: readonly { max_qty: string; price: string | null }[] }): string {
  return roundMoney(sum(items.map((line) => lineLiability(line))));
}

/** What orders by the agreement are. */
export function orderTypeOf({ stock_mode }: { stock_mode: string }): string {
  return stock_mode === "consign" ? "consign" : "call_off";
}

/** What may still be called off of a line. */
export function toCall({ max_qty, called_qty }: { max_qty: string; called_qty: string }): string {
  return roundQuantity(decimal(max_qty).minus(decimalOrZero(called_qty)));
}

const HUNDRED = decimal(100);

/** How far the minimum is there, in percent, never above 100; a minimum of nothing is always there. */
export function fillRate(stock: string, min: string): string {
  if (decimal(min).lte(0)) return roundPercent(HUNDRED);
  const rate = decimal(stock).times(100).div(decimal(min));
  return roundPercent(rate.gt(HUNDRED) ? HUNDRED : rate);
}

/** Of an agreement the mean of its lines, whose units differ. */
export function wholeRate(rates: readonly string[]): string | null {
  return rates.length === 0 ? null : roundPercent(sum(rates).div(rates.length));
}

/** What is bought of a stock: never more than was agreed on, less what was called off already. */
export function coveredQty(stock: string, { max_qty, called_qty }: { max_qty: string; called_qty: string }): string {
  const room: Decimal = decimal(toCall({ max_qty, called_qty }));
  const have = decimal(stock);
  const least = have.lt(room) ? have : room;
  return roundQuantity(least.lt(0) ? decimal(0) : least);
}

/** How many days in a row it has been short, the first one counted. */
export function daysShort(since: string, today: string): number {
  return daysBetween(since, today) + 1;
}
