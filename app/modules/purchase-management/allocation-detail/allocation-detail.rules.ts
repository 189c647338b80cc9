import { type Complaint, complain, lineField, ok } from "~/engine/entity";
import { where } from "~/shared/condition";
import { decimal, decimalOrZero, formatDecimal, quotient, roundPercent, roundQuantity, sum } from "~/shared/decimal";
import { fiscalPeriod, type Period } from "../fiscal-supply/fiscal-supply.rules";

/** States in which a demand is divided: nobody else buys or asks for it. */
export const DIVIDING = ["proposed", "locked", "used"] as const;

/** Where a demand comes from that is divided. */
export const ALLOC_SOURCES = {
  demand_plan: "需求计划",
  purchase_plan: "采购计划",
  award: "中标结果",
  collective: "集采",
} as const;

interface Share {
  line_no: number;
  supplier_id: string;
  quota_rate: string | null;
  suggest_qty: string | null;
  alloc_qty: string;
  ordered_qty: string | null;
  actual_rate: string | null;
  adjust_reason: string | null;
}

interface Allocation {
  demand_qty: string;
  shares: readonly Share[];
}

/** Plans are named by a reference; where a demand comes from elsewhere its number is typed. */
export function sourceNamed({
  source_type,
  demand_plan_id,
  purchase_plan_id,
  source_no,
}: {
  source_type: string;
  demand_plan_id: string | null;
  purchase_plan_id: string | null;
  source_no: string | null;
}): Complaint | null {
  if (source_type === "demand_plan") return demand_plan_id ? ok : complain("demand_plan_id", "请选择需求计划");
  if (source_type === "purchase_plan") return purchase_plan_id ? ok : complain("purchase_plan_id", "请选择采购计划");
  return (source_no ?? "").trim() === "" ? complain("source_no", "请填写来源单号") : ok;
}

/** A supplier stands once, or nobody knows which row is its share. */
export function suppliersOnce({ shares }: { shares: readonly { supplier_id: string }[] }): Complaint | null {
  const ids = shares.map(({ supplier_id }) => supplier_id);
  const at = ids.findIndex((id, index) => ids.indexOf(id) !== index);
  return at < 0 ? ok : complain(lineField("shares", at + 1, "supplier_id"), `第${at + 1}行供应商重复，请合并为一行`);
}

/** Who gets more or less than was proposed, in which row: somebody has to say why. */
export function correctionsExplained({ shares }: Pick<Allocation, "shares">): Complaint | null {
  const at = shares.findIndex(
    ({ alloc_qty, suggest_qty, adjust_reason }) =>
      !decimalOrZero(alloc_qty).eq(decimalOrZero(suggest_qty)) && (adjust_reason ?? "").trim() === "",
  );
  return at < 0 ? ok : complain(lineField("shares", at + 1, "adjust_reason"), "请填写配额调整原因");
}

function allocated(shares: readonly { alloc_qty: string }[]) {
  return sum(shares.map(({ alloc_qty }) => alloc_qty));
}

/** What of the demand nobody has got. */
export function notGiven({
  demand_qty,
  shares,
}: Pick<Allocation, "demand_qty"> & { shares: readonly { alloc_qty: string }[] }): string {
  return roundQuantity(decimal(demand_qty).minus(allocated(shares)));
}

/** Whether the demand is given out; only then it may be locked. */
export const allGiven = {
  when: ({ rest_qty }: { rest_qty: string | null }) => decimalOrZero(rest_qty).eq(0),
  // What was stored before the figure existed has none; the lock itself asks the sum.
  rows: where.any(where.empty("rest_qty"), where.eq("rest_qty", "0.000")),
  otherwise: "需求还没有分配完：请手工调整，或恢复货源和供应商状态后重新计算，分配数量合计等于需求数量后才能锁定",
};

/** What is left of a proposal stands on top of it: who reads zeros wants to know why, and what to do. */
export function restNotes({
  state,
  demand_qty,
  rest_qty,
  shares,
}: {
  state: string;
  demand_qty: string | null | undefined;
  rest_qty: string | null | undefined;
  shares: readonly { alloc_qty: string }[];
}): string[] {
  // Suppliers read neither of these.
  if (state !== "proposed" || !demand_qty || !rest_qty || decimal(rest_qty).eq(0)) return [];
  if (allocated(shares).eq(0))
    return [
      `没有供应商现在可以下单，需求${formatDecimal(demand_qty)}全部没有分配，不能锁定。请恢复货源或供应商状态后重新计算，或手工加入可以下单的供应商并说明原因。`,
    ];
  return [
    `需求${formatDecimal(demand_qty)}中还有${formatDecimal(rest_qty)}没有分配，不能锁定。请手工调整并说明原因，合计等于需求数量后锁定。`,
  ];
}

/** What was demanded is given out as a whole, and nothing beyond it. */
export function addsUp({ demand_qty, shares }: Allocation): Complaint | null {
  const whole = allocated(shares);
  return whole.eq(decimal(demand_qty))
    ? ok
    : complain(
        "shares",
        `分配数量合计${formatDecimal(roundQuantity(whole))}与需求数量${formatDecimal(demand_qty)}不一致`,
      );
}

export function nothingOrdered({ shares }: { shares: readonly Pick<Share, "ordered_qty">[] }): Complaint | null {
  return someOrdered({ shares }) ? complain("shares", "已生成订单，请先取消订单") : ok;
}

export function someOrdered({ shares }: { shares: readonly Pick<Share, "ordered_qty">[] }): boolean {
  return shares.some(({ ordered_qty }) => decimalOrZero(ordered_qty).gt(0));
}

/** What may still be ordered of a share. */
export function toOrder({ alloc_qty, ordered_qty }: Pick<Share, "alloc_qty" | "ordered_qty">): string {
  return roundQuantity(decimal(alloc_qty).minus(decimalOrZero(ordered_qty)));
}

/** Percent that a share is of the whole, to two decimals, which is what people compare; null of nothing. */
export function rateOf(part: string, whole: string): string | null {
  return decimalOrZero(whole).gt(0)
    ? roundPercent(quotient(decimalOrZero(part).times(100), decimalOrZero(whole)).round(2))
    : null;
}

function widest(pairs: readonly { agreed: string | null; actual: string | null }[]): string | null {
  const gaps = pairs.flatMap(({ agreed, actual }) =>
    agreed === null || actual === null ? [] : [decimal(actual).minus(decimal(agreed)).abs()],
  );
  const [first, ...rest] = gaps;
  if (!first) return null;
  return roundPercent(rest.reduce((most, gap) => (gap.gt(most) ? gap : most), first));
}

/** How far what came this fiscal year is from what was agreed on, at most, in points. */
export function yearDeviation({ shares }: Pick<Allocation, "shares">): string | null {
  return widest(shares.map(({ quota_rate, actual_rate }) => ({ agreed: quota_rate, actual: actual_rate })));
}

/** How far this split is from what was agreed on, at most, in points; who has no share was agreed on with nothing; null while nothing is given. */
export function splitDeviation({ demand_qty, shares }: Allocation): string | null {
  if (!shares.some(({ quota_rate }) => quota_rate !== null)) return null;
  // What nobody has got yet is no split that could be far from anything.
  if (allocated(shares).eq(0)) return null;
  return widest(
    shares.map(({ quota_rate, alloc_qty }) => ({ agreed: quota_rate ?? "0", actual: rateOf(alloc_qty, demand_qty) })),
  );
}

/** Whether a split, or the year it stands in, is further from the shares than the limit. */
export function isOver(allocation: Allocation, limit: number): boolean {
  return [yearDeviation(allocation), splitDeviation(allocation)].some((gap) => gap !== null && decimal(gap).gt(limit));
}

/** The fiscal year a day lies in. */
export function fiscalYearOf(day: string, startMonth: number): Period {
  const year = Number(day.slice(0, 4));
  const own = fiscalPeriod(String(year), startMonth);
  return own.from <= day ? own : fiscalPeriod(String(year - 1), startMonth);
}
