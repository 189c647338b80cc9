import { type Decimal, decimal, formatDecimal, quotient } from "~/shared/decimal";
import { type AskedLine, type Bid, standing } from "./comparison.rules";
import { swapOf, timesText } from "./odd-offers.rules";

/*
 * What is odd about the prices of a round, each with its reason: slips of the decimal point or of the unit, too little on offer, quotes
 * that end alike. Hints before an award, no verdicts.
 */

/** What parameters say of odd prices. */
export interface OddLimits {
  /** A price so many percent from the one it is measured by is told. */
  warnPercent: number;
  /** How close to ten or a hundred times counts as such, in percent. */
  slipPercent: number;
  /** On how many lines endings have to agree. */
  tailLines: number;
}

/** Something to look at before anybody is awarded. */
export interface Oddity {
  /** Null: it is about whole quotes. */
  line: number | null;
  supplierIds: string[];
  text: string;
  isSevere: boolean;
}

/** The middle price, of two the lower: one that slipped does not move it. */
function middleOf(prices: readonly string[]): Decimal | null {
  const sorted = prices.map(decimal).sort((a, b) => a.cmp(b));
  return sorted[Math.floor((sorted.length - 1) / 2)] ?? null;
}

/** Why a price looks like a slip, measured by what it should be near; null: it does not. */
export function slipOf(
  price: string,
  { by, called }: { by: Decimal; called: string },
  limits: Pick<OddLimits, "warnPercent" | "slipPercent">,
): { text: string; isSevere: boolean } | null {
  const paid = decimal(price);
  if (by.lte(0) || paid.lte(0)) return null;
  const isRise = paid.gte(by);
  const near = decimal(100 - limits.slipPercent).times("0.01");
  // Most prices are neither far nor slipped, and seen to be so without dividing.
  const isFar = paid.minus(by).abs().times(100).gt(by.times(limits.warnPercent));
  const tenfold = near.times(10);
  const isManyfold = isRise ? paid.gte(by.times(tenfold)) : by.gte(paid.times(tenfold));
  if (!isFar && !isManyfold) return null;
  const times = quotient(paid, by);
  const factor = isRise ? times : quotient(by, paid);
  const much = timesText(paid, { by, called });
  if (factor.gte(near.times(100))) return { text: `${much}，可能填错单位`, isSevere: true };
  const isTenfold = factor.gte(tenfold) && factor.lte(decimal(100 + limits.slipPercent).times("0.1"));
  if (isTenfold) return { text: `${much}，可能小数点错位`, isSevere: true };
  if (!isFar) return null;
  const change = times.minus(1).times(100).abs().round(1);
  return { text: `较${called}${isRise ? "高" : "低"}${formatDecimal(change.toFixed())}%`, isSevere: isManyfold };
}

/** What the prices of a line should be near; null: nothing says so. */
function measureOf({ last }: AskedLine, valid: readonly Bid[]): { by: Decimal; called: string } | null {
  if (last !== null) return { by: decimal(last), called: "上次价" };
  const middle = valid.length < 2 ? null : middleOf(valid.map(({ price }) => price));
  return middle && { by: middle, called: "各家中间价" };
}

/** Odd prices of one line, each with its reason. */
function oddOffers(asked: AskedLine, bids: readonly Bid[], limits: OddLimits): Oddity[] {
  const own = bids.filter(({ line }) => line === asked.line);
  const valid = standing(own);
  const of = (bid: Bid, text: string, isSevere: boolean): Oddity => ({
    ...{ line: asked.line, supplierIds: [bid.supplierId], text, isSevere },
  });
  const zero = own.filter((bid) => !valid.includes(bid)).map((bid) => of(bid, "单价为0，不参加比较", true));
  const measure = measureOf(asked, valid);
  const slips = valid.flatMap((bid) => {
    const slip =
      measure && (swapOf(bid.price, measure, asked.swaps ?? [], limits) ?? slipOf(bid.price, measure, limits));
    return slip ? [of(bid, slip.text, slip.isSevere)] : [];
  });
  const short = valid.flatMap((bid) =>
    bid.offerQty !== null && decimal(bid.offerQty).lt(decimal(asked.qty))
      ? [of(bid, `可供数量${formatDecimal(bid.offerQty)}少于预计数量${formatDecimal(asked.qty)}`, false)]
      : [],
  );
  const few: Oddity[] =
    valid.length > 1 || !asked.isBought
      ? []
      : [
          {
            line: asked.line,
            supplierIds: valid.map(({ supplierId }) => supplierId),
            text: valid.length === 0 ? "没有有效报价" : "仅有一家有效报价，请说明",
            isSevere: valid.length === 0,
          },
        ];
  return [...zero, ...slips, ...short, ...few];
}

/** The last two digits a price is written with: 1.235 ends in 35, 1.5 in 50. */
export function tailOf(price: string): string {
  return (decimal(price).toFixed().split(".")[1] ?? "").padEnd(2, "0").slice(-2);
}

/** Pairs of suppliers whose prices end alike on every line both quoted. Round prices prove nothing and are not counted. */
function equalTails(bids: readonly Bid[], least: number): Oddity[] {
  const byLine = new Map<string, Map<number, string>>();
  for (const { supplierId, line, price } of standing(bids))
    byLine.set(supplierId, (byLine.get(supplierId) ?? new Map<number, string>()).set(line, tailOf(price)));
  const suppliers = [...byLine].sort(([a], [b]) => a.localeCompare(b));
  return suppliers.flatMap(([one, own], at) =>
    suppliers.slice(at + 1).flatMap(([other, theirs]) => {
      const shared = [...own].filter(([line]) => theirs.has(line));
      const telling = shared.filter(([, tail]) => tail !== "00").length;
      const isAlike = telling >= least && shared.every(([line, tail]) => theirs.get(line) === tail);
      return isAlike
        ? [
            {
              ...{ line: null, supplierIds: [one, other], isSevere: true },
              text: `两家共同报价的${shared.length}行尾数都相同，报价存在异常一致性，请核查`,
            },
          ]
        : [];
    }),
  );
}

/**
 * Everything odd about the quotes of a round: by line, then about whole quotes.
 * @param low suppliers that are graded low, with what is said of them
 */
export function oddities(
  lines: readonly AskedLine[],
  bids: readonly Bid[],
  limits: OddLimits,
  low: readonly { id: string; text: string }[] = [],
): Oddity[] {
  return [
    ...lines.flatMap((line) => oddOffers(line, bids, limits)),
    ...equalTails(bids, limits.tailLines),
    ...low.map(({ id, text }): Oddity => ({ line: null, supplierIds: [id], text, isSevere: true })),
  ];
}
