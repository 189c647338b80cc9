import { decimal, formatDecimal, roundPrice, roundShownPercent, sum } from "~/shared/decimal";

/** A price of the price book; without tax, so that rates do not tell prices apart. */
export interface BookPrice {
  supplierId: string;
  currency: string;
  uom: string;
  untaxed: string;
  validFrom: string;
  validTo: string;
}

/** Where a supplier's price of a material stands beside those of others, in one currency and unit. */
export interface PricePosition {
  currency: string;
  uom: string;
  /** Its newest price; null where it never had one. */
  own: { price: string; validTo: string; isOver: boolean } | null;
  /** How many others have a price that holds. */
  others: number;
  lowest: string | null;
  median: string | null;
}

/**
 * Prices are compared only within one currency and unit. Of each supplier the newest counts: of the others among those that hold on the day, of
 * its own also one that is over, which is said.
 */
export function pricePositions(prices: readonly BookPrice[], supplierId: string, day: string): PricePosition[] {
  const kinds = new Map<string, BookPrice[]>();
  for (const one of prices) {
    if (one.validFrom > day) continue;
    const kind = `${one.currency} ${one.uom}`;
    kinds.set(kind, [...(kinds.get(kind) ?? []), one]);
  }
  return [...kinds.values()].flatMap((all): PricePosition[] => {
    const newest = all.toSorted((a, b) => (a.validFrom < b.validFrom ? 1 : -1));
    const own = newest.find((one) => one.supplierId === supplierId);
    const others = new Map<string, BookPrice>();
    for (const one of newest)
      if (one.supplierId !== supplierId && one.validTo >= day && !others.has(one.supplierId))
        others.set(one.supplierId, one);
    const figures = [...others.values()].map(({ untaxed }) => untaxed).toSorted((a, b) => decimal(a).cmp(decimal(b)));
    const [first] = all;
    if (!first || (!own && figures.length === 0)) return [];
    return [
      {
        ...{ currency: first.currency, uom: first.uom, others: figures.length },
        own: own ? { price: own.untaxed, validTo: own.validTo, isOver: own.validTo < day } : null,
        lowest: figures[0] ?? null,
        median: medianOf(figures),
      },
    ];
  });
}

/** The middle of sorted prices; of two in the middle half their sum, rounded as prices are. */
function medianOf(sorted: readonly string[]): string | null {
  const middle = sorted.slice(Math.ceil(sorted.length / 2) - 1, Math.floor(sorted.length / 2) + 1);
  return sorted.length === 0 ? null : roundPrice(sum(middle).div(middle.length));
}

/** How far a price lies above or below another, in words. */
export function comparedWith(price: string, other: string): string {
  const share = decimal(price).minus(decimal(other)).times(100).div(decimal(other));
  if (share.eq(0)) return "持平";
  return `${share.gt(0) ? "高" : "低"}${formatDecimal(roundShownPercent(share.abs()))}%`;
}
