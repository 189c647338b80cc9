import { type Decimal, decimal, formatDecimal, quotient } from "~/shared/decimal";

/*
 * Hints before an award that ask for more than the prices themselves: what units the goods are traded in, and how a supplier was graded.
 */

/** Units one of which holds a known number of the other, whatever the goods. */
const ALWAYS: readonly { large: string; small: string; holds: string }[] = [{ large: "t", small: "kg", holds: "1000" }];

/** A unit a price may have been meant for instead of the one that was asked for. */
export interface UnitSwap {
  /** As people call it. */
  called: string;
  /** How many times the asked unit it is. */
  holds: Decimal;
}

/** In what units a material is traded. */
export interface TradedUnits {
  uom: string;
  purchase_uom: string | null;
  uom_rate: string | null;
}

/** Units a line may be mistaken for: the other one of its material, and what is the same for all goods. */
export function swapsOf(asked: string, traded: TradedUnits | undefined, called: (uom: string) => string): UnitSwap[] {
  const {
    uom: small,
    purchase_uom: large,
    uom_rate: holds,
  } = traded ?? { uom: "", purchase_uom: null, uom_rate: null };
  const own =
    large !== null && holds !== null && large !== small && decimal(holds).gt(0) ? [{ large, small, holds }] : [];
  const found = [...own, ...ALWAYS].flatMap((pair): { uom: string; holds: Decimal }[] => {
    if (asked === pair.small) return [{ uom: pair.large, holds: decimal(pair.holds) }];
    return asked === pair.large ? [{ uom: pair.small, holds: quotient(decimal(1), decimal(pair.holds)) }] : [];
  });
  return found
    .filter(({ uom }, at) => found.findIndex((one) => one.uom === uom) === at)
    .map(({ uom, holds: times }) => ({ called: called(uom), holds: times }));
}

/** How a price relates to what it is measured by, in words. */
export function timesText(paid: Decimal, { by, called }: { by: Decimal; called: string }): string {
  const times = quotient(paid, by);
  return paid.gte(by)
    ? `是${called}的${formatDecimal(times.round(1).toFixed())}倍`
    : `只有${called}的${formatDecimal(times.times(100).round(2).toFixed())}%`;
}

/** Why a price looks as if it were meant for another unit; null: it does not. A price that is not far from the usual is none, whatever the rate. */
export function swapOf(
  price: string,
  measure: { by: Decimal; called: string },
  swaps: readonly UnitSwap[],
  { warnPercent, slipPercent }: { warnPercent: number; slipPercent: number },
): { text: string; isSevere: boolean } | null {
  const { by } = measure;
  const paid = decimal(price);
  if (by.lte(0) || paid.lte(0) || paid.minus(by).abs().times(100).lte(by.times(warnPercent))) return null;
  const swap = swaps.find(({ holds }) => {
    const meant = by.times(holds);
    return paid.minus(meant).abs().times(100).lte(meant.times(slipPercent));
  });
  return swap ? { text: `${timesText(paid, measure)}，疑似按${swap.called}报价`, isSevere: true } : null;
}

/** Grades from the best; whoever has not been graded is none of them. */
const GRADES = "ABCD";

/** Suppliers whose grade is the given one or a lower one, with what is said of them. */
export function lowGrades(
  suppliers: readonly { id: string; grade: string | null }[],
  from: number,
): { id: string; text: string }[] {
  return suppliers.flatMap(({ id, grade }) =>
    from > 0 && grade !== null && GRADES.indexOf(grade) + 1 >= from
      ? [{ id, text: `绩效等级为${grade}级，请谨慎选择` }]
      : [],
  );
}
