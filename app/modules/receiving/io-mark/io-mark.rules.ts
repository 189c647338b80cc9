import { type Complaint, complain, ok } from "~/engine/entity";
import { addMonths } from "~/shared/calendar";
import { decimal, decimalOrZero, sum } from "~/shared/decimal";

/** What a comparison with the ERP came to. */
export type Match = "ok" | "only_sap" | "only_srm" | "diff";

/** The month of a day, `2026-03`. */
export function monthOf(day: string): string {
  return day.slice(0, 7);
}

/** The month after this one. */
export function nextMonth(month: string): string {
  return monthOf(addMonths(`${month}-01`, 1));
}

/** The month before this one. */
export function lastMonth(month: string): string {
  return monthOf(addMonths(`${month}-01`, -1));
}

/** The month a movement falls into: that of its day, or the first after it that the supplier has not confirmed yet. */
export function openMonth(day: string, confirmed: ReadonlySet<string>): string {
  let month = monthOf(day);
  while (confirmed.has(month)) month = nextMonth(month);
  return month;
}

interface Moved {
  source_no: string | null;
  supplier_id: string;
  material_id: string;
  batch_no: string | null;
  io_type: string | null;
  uom: string | null;
}

/**
 * What both sides name a movement by: our document, its supplier, the material, its batch, what kind of movement it is and the unit, because
 * quantities of two units say nothing about each other.
 */
export function movementKey({ source_no, supplier_id, material_id, batch_no, io_type, uom }: Moved): string {
  return [source_no ?? "", supplier_id, material_id, batch_no ?? "", io_type ?? "", uom ?? ""].join("\n");
}

/**
 * The quantity the ERP has, laid on our rows of the same movement in their order: each gets its own as long as there is enough, the last one
 * whatever is left. A difference then stands in one row, not in all.
 */
export function allocated(ours: readonly string[], theirs: string): string[] {
  let left = decimal(theirs);
  return ours.map((qty, at) => {
    const own = decimal(qty);
    const isLast = at === ours.length - 1;
    const given = isLast || left.abs().lt(own.abs()) ? left : own;
    left = left.minus(given);
    return given.toFixed(3);
  });
}

/**
 * What a row of ours comes to.
 * @param sapQty what the ERP has of it; null where it knows nothing of the movement
 * @param isOld the ERP has had its time to tell
 * @returns null while there is nothing to say yet
 */
export function matchOf(qty: string, sapQty: string | null, isOld: boolean): Match | null {
  if (sapQty === null) return isOld ? "only_srm" : null;
  return decimal(qty).eq(decimal(sapQty)) ? "ok" : "diff";
}

const INTO_STOCK: readonly string[] = ["in", "out_rev", "free", "consign"];

/** What comes in is above zero, what leaves below it. */
export function signOfKind({ io_type, qty }: { io_type: string; qty: string }): Complaint | null {
  const quantity = decimalOrZero(qty);
  if (quantity.eq(0)) return complain("qty", "数量不能为0");
  return quantity.gt(0) === INTO_STOCK.includes(io_type)
    ? ok
    : complain("qty", "入库的数量应为正，退货和冲销的数量应为负");
}

/** Whether a row keeps the month from being confirmed: quantities differ and nobody has said what counts. */
export function isUnsettled({ match, settled_on }: { match: string | null; settled_on: string | null }): boolean {
  return match === "diff" && settled_on === null;
}

/** What comes in for the first time; whatever corrects or sends back is counted with what left. */
const RECEIVED: readonly string[] = ["in", "free", "consign"];

interface CountedRow {
  io_type: string | null;
  state: string | null;
  match: string | null;
  settled_on: string | null;
  amount: string | null;
}

/** What the rows of a month come to: goods received, and returns with all corrections, which are mostly below zero. */
export function totalsOf(rows: readonly CountedRow[]) {
  const amounts = (isIn: boolean) =>
    sum(rows.filter(({ io_type }) => RECEIVED.includes(io_type ?? "") === isIn).map(({ amount }) => amount)).toFixed(2);
  return {
    row_count: rows.length,
    in_amount: amounts(true),
    out_amount: amounts(false),
    total_amount: sum(rows.map(({ amount }) => amount)).toFixed(2),
    diff_count: rows.filter(isUnsettled).length,
    disputed_count: rows.filter(({ state }) => state === "disputed").length,
  };
}
