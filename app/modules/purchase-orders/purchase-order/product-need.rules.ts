import { type Complaint, complain, type LineInputs, lineField, ok } from "~/engine/entity";
import { COUNTED_UNITS } from "~/shared/choices";
import { type Decimal, decimal, decimalOrZero, formatDecimal, roundQuantity } from "~/shared/decimal";

interface Need {
  made_qty: string | null;
  unit_use: string;
  loss_rate: string;
  uom: string;
}

/**
 * How much of a packaging is needed for what is made, with what gets lost. Of what is counted nobody hands out a part: it is rounded up
 * to whole ones; of what is weighed three digits are kept. None before the line it is for is known.
 */
export function neededOf({ made_qty, unit_use, loss_rate, uom }: Need): string | null {
  if (made_qty === null) return null;
  const exact = decimal(made_qty).times(decimal(unit_use)).times(decimal(loss_rate).plus(100)).div(100);
  return roundQuantity(COUNTED_UNITS.has(uom) ? exact.round(0, ROUND_UP) : exact);
}

/** As `big.js` calls rounding away from zero. */
const ROUND_UP = 3;

interface NumberedLine {
  id: string;
  line_no: number;
}

interface UsedLine {
  id: string;
  item_line: number | null;
}

/**
 * For which line a packaging is: the only one where nothing was typed. Numbers follow the order of the lines, so that a packaging whose
 * line has moved moves with it, and one whose line is gone is for none until somebody says so.
 */
export function usedFor(
  row: UsedLine,
  items: readonly NumberedLine[],
  before: { items: readonly NumberedLine[]; supplied: readonly UsedLine[] } | null,
): number | null {
  const stored = before?.supplied.find(({ id }) => id === row.id);
  const known = stored && before?.items.find(({ line_no }) => line_no === stored.item_line);
  const [only, ...more] = items;
  const single = only && more.length === 0 ? only.line_no : null;
  if (known && row.item_line === stored.item_line) return items.find(({ id }) => id === known.id)?.line_no ?? single;
  return row.item_line ?? single;
}

/** Packaging is for a line of the order, and stands once for each, so that what was sent and used of it can be told. */
export function suppliedFits({
  items,
  supplied,
}: {
  items: readonly { line_no: number }[];
  supplied: readonly { material_id: string; item_line: number }[];
}): Complaint | null {
  const known = supplied.map(({ material_id, item_line }) => `${material_id} ${item_line}`);
  for (const [index, { item_line }] of supplied.entries()) {
    if (!items.some(({ line_no }) => line_no === item_line))
      return complain(
        lineField("supplied", index + 1, "item_line"),
        `第${index + 1}行客供包材所用的订单行${item_line}不存在`,
      );
    if (known.indexOf(known[index] ?? "") !== index)
      return complain(lineField("supplied", index + 1, "material_id"), `第${index + 1}行客供包材重复，请合并为一行`);
  }
  return ok;
}

interface Supplied {
  id: string;
  need_qty: string | null;
  sent_qty: string | null;
  used_qty: string | null;
}

/** A row as what is typed beside it leaves it. */
export function suppliedAfter<R extends Supplied>(row: R, typed: LineInputs): R & { left_qty: string } {
  const said = typed.get(row.id) ?? {};
  const value = (name: "sent_qty" | "used_qty") => (typeof said[name] === "string" ? said[name] : row[name]);
  const after = { ...row, sent_qty: value("sent_qty"), used_qty: value("used_qty") };
  return { ...after, left_qty: leftOf(after) };
}

/** What is still with the supplier of the packaging we sent. */
export function leftOf({ sent_qty, used_qty }: Pick<Supplied, "sent_qty" | "used_qty">): string {
  return decimalOrZero(sent_qty).minus(decimalOrZero(used_qty)).toFixed();
}

/** By how many percent more was used than needed; zero where it was not. */
export function overUse({ need_qty, used_qty }: Pick<Supplied, "need_qty" | "used_qty">): Decimal {
  const need = decimalOrZero(need_qty);
  const over = decimalOrZero(used_qty).minus(need);
  return need.lte(0) || over.lte(0) ? decimal(0) : over.times(100).div(need);
}

/** Nobody sends back packaging by using less than nothing, or uses what was not sent. */
export function usageFits(
  { supplied }: { supplied: readonly Supplied[] },
  _input: unknown,
  typed: LineInputs,
): Complaint | null {
  for (const [index, row] of supplied.entries()) {
    if (!typed.has(row.id)) continue;
    const after = suppliedAfter(row, typed);
    const at = (name: string, text: string) => complain(`supplied.${row.id}.${name}`, `第${index + 1}行${text}`);
    if (decimalOrZero(after.sent_qty).lt(0)) return at("sent_qty", "已发数量不能小于0");
    if (decimalOrZero(after.used_qty).lt(0)) return at("used_qty", "实耗数量不能小于0");
    if (decimal(after.left_qty).lt(0))
      return at(
        typed.get(row.id)?.used_qty === undefined ? "sent_qty" : "used_qty",
        `实耗${formatDecimal(decimalOrZero(after.used_qty).toFixed())}不能多于已发${formatDecimal(decimalOrZero(after.sent_qty).toFixed())}`,
      );
  }
  return ok;
}
