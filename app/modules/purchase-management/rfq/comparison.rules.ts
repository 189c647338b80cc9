import {
  type Decimal,
  decimal,
  formatDecimal,
  quotient,
  roundMoney,
  roundPercent,
  roundPrice,
  sum,
} from "~/shared/decimal";
import { daysOfTerm } from "~/shared/payment-days";
import type { UnitSwap } from "./odd-offers.rules";
import {
  comparablePrice,
  dutyOf,
  goodsPrice,
  isUntaxed,
  landed,
  type Offer,
  paidPrice,
  priceFor,
  ranksOf,
} from "./rfq.rules";

/*
 * What is made of opened quotes: comparable prices, ranks, and what they cost besides. Everything is in the
 * currency of the inquiry; the prices are those of the quotes, nothing here is stored (decision 0170).
 */

const DAYS_OF_YEAR = 365;

/** An offer with what else its supplier says of the line. */
export interface Bid extends Offer {
  round: number;
  moq: string | null;
  offerQty: string | null;
  leadDays: number | null;
}

/** A line of the inquiry. */
export interface AskedLine {
  line: number;
  qty: string;
  /** With tax, as the inquiry noted it. */
  last: string | null;
  isBought: boolean;
  /** Units a price may have been meant for instead. */
  swaps?: readonly UnitSwap[];
}

/** How offers are compared. */
export interface Basis {
  /** Rates of tax differ: prices are compared without it. */
  untaxed: boolean;
  /** What money costs in a year, in percent. */
  capitalRate: string;
  /** Term of payment of the inquiry, as its dictionary writes it. */
  term: string | null;
}

export function basisOf(bids: readonly Bid[], money: Pick<Basis, "capitalRate" | "term">): Basis {
  return { ...money, untaxed: isUntaxed(bids) };
}

/** Days of credit an offer gives: as its supplier says, else as the inquiry does, see creditDays. */
export function creditOf({ term }: Pick<Basis, "term">, bid: Pick<Bid, "creditDays" | "leadDays">): number | null {
  return bid.creditDays ?? creditDays(term, bid.leadDays);
}

/** A parameter in hundredths of a percent as percent: 435 is 4.35. */
export function percentOf(hundredths: number): string {
  return decimal(hundredths).div(100).toFixed();
}

/**
 * Days between delivery and payment, negative where it is paid first: then until the goods come. Null for a term that says no number of
 * days, which is left out of the costs.
 */
export function creditDays(term: string | null, leadDays: number | null): number | null {
  return term === "prepay" ? -(leadDays ?? 0) : daysOfTerm(term);
}

/** How far a figure lies from another, in percent of that one; null where that is nothing. */
export function changeOf(value: string | Decimal, from: string | Decimal | null): string | null {
  if (from === null) return null;
  const base = typeof from === "string" ? decimal(from) : from;
  if (base.eq(0)) return null;
  const present = typeof value === "string" ? decimal(value) : value;
  return roundPercent(quotient(present.minus(base).times(100), base));
}

/** A change as people read it: 「+3.57%」. */
export function signedPercent(percent: string): string {
  const short = decimal(percent).round(2);
  return `${short.gt(0) ? "+" : ""}${formatDecimal(short.toFixed())}%`;
}

/** Price and costs of a quantity at one offer. */
export interface Costs {
  /** With tax and freight: what is paid. */
  amount: string;
  /** As it is compared: goods, taxed or not, with the duty of what is asked for. */
  comparable: string;
  /** What has to be bought beyond the quantity, because the least order is larger. */
  surplus: string;
  /** What paying early costs; negative: paying late saves. Null: the term says no days. */
  termCost: string | null;
  /** Duty that is not in the price, of all that has to be bought. */
  duty: string;
  /** Goods, surplus, term and duty together. */
  full: string;
}

/** An offer that can be taken, with what a unit of it costs at the quantity that is asked for. */
export interface Priced {
  bid: Bid;
  /** With tax and freight. */
  paid: Decimal;
  /** The same, without tax where offers are compared so. */
  goods: Decimal;
  /** As it is compared: the goods and their duty. */
  unit: Decimal;
}

/** The offers of a round, by line and the lowest first: worked out once for everything that is made of them. */
export interface Offers {
  basis: Basis;
  byLine: ReadonlyMap<number, readonly Priced[]>;
  supplierIds: readonly string[];
}

const pricedBy = (bid: Bid, { untaxed }: Pick<Basis, "untaxed">): Priced => ({
  ...{ bid, paid: paidPrice(bid) },
  ...{ goods: decimal(goodsPrice(bid, untaxed)), unit: decimal(comparablePrice(bid, untaxed)) },
});

/** What a unit costs when so much of it is taken: of its scales the one that quantity falls into. */
export function pricedAt<P extends Priced>(one: P, qty: string, basis: Pick<Basis, "untaxed">): Priced {
  const { bid } = one;
  return bid.scaled ? pricedBy({ ...bid, price: priceFor(bid, qty) }, basis) : one;
}

/** Offers that can be taken: a price of nothing is a slip. */
export function standing(bids: readonly Bid[]): Bid[] {
  return bids.filter(({ price }) => isPositive(price));
}

/** By its digits: this is asked of thousands of prices, as the database writes them. */
function isPositive(price: string): boolean {
  return !price.startsWith("-") && /[1-9]/.test(price);
}

export function offersBy(bids: readonly Bid[], basis: Basis): Offers {
  const byLine = new Map<number, Priced[]>();
  const valid = standing(bids);
  for (const bid of valid) {
    const one = pricedBy(bid, basis);
    const own = byLine.get(bid.line);
    if (own) own.push(one);
    else byLine.set(bid.line, [one]);
  }
  for (const own of byLine.values()) own.sort((a, b) => a.unit.cmp(b.unit) || byId(a.bid, b.bid));
  return { basis, byLine, supplierIds: [...new Set(valid.map(({ supplierId }) => supplierId))].sort() };
}

export const byId = (a: { supplierId: string }, b: { supplierId: string }) => a.supplierId.localeCompare(b.supplierId);

export function offersFor({ byLine }: Offers, line: number): readonly Priced[] {
  return byLine.get(line) ?? [];
}

/** So much of a line from one supplier. */
export interface Part {
  line: AskedLine;
  offer: Priced;
  qty: string;
}

export const wholeLine = (line: AskedLine, offer: Priced): Part => ({ line, offer, qty: line.qty });

function surplusOf({ offer: { bid, goods }, qty }: Part): Decimal {
  const missing = bid.moq === null ? decimal(0) : decimal(bid.moq).minus(decimal(qty));
  return missing.gt(0) ? missing.times(goods) : decimal(0);
}

/** What is bought at least bears duty, also what nobody asked for. */
function partDuty({ offer: { bid }, qty }: Part): Decimal {
  const own = decimal(qty);
  const least = decimal(bid.moq ?? "0");
  return dutyOf(bid).times(least.gt(own) ? least : own);
}

/** What parts cost together; each part is rounded to money, what its term costs once for all. */
export function costsOf(whole: readonly Part[], basis: Basis): Costs {
  const { capitalRate, untaxed } = basis;
  const parts = whole.map((part) => ({ ...part, offer: pricedAt(part.offer, part.qty, { untaxed }) }));
  const goods = parts.map(({ offer, qty }) => roundMoney(offer.goods.times(decimal(qty))));
  const owed = parts.map(({ offer, qty }) => roundMoney(dutyOf(offer.bid).times(decimal(qty))));
  const surplus = roundMoney(sum(parts.map((part) => roundMoney(surplusOf(part)))));
  const days = parts.map(({ offer }) => creditOf(basis, offer.bid));
  // Duty is paid to the customs, whose term is nobody's offer.
  const lent = sum(goods.map((amount, at) => decimal(amount).times(-(days[at] ?? 0))));
  const yearly = lent.times(decimal(capitalRate)).times("0.01");
  const duty = roundMoney(sum(parts.map((part) => roundMoney(partDuty(part)))));
  const termCost = days.includes(null) ? null : roundMoney(quotient(yearly, decimal(DAYS_OF_YEAR)));
  return {
    amount: roundMoney(sum(parts.map(({ offer, qty }) => roundMoney(offer.paid.times(decimal(qty)))))),
    comparable: roundMoney(sum([...goods, ...owed])),
    ...{ surplus, termCost, duty },
    full: roundMoney(sum([...goods, surplus, termCost, duty])),
  };
}

/** One offer among the others for its line. */
export interface Compared {
  bid: Bid;
  /** 可比单价. */
  price: string;
  /** Equal prices share a rank. */
  rank: number;
  /** How far above the lowest, in percent. */
  gap: string;
  isLowest: boolean;
  isHighest: boolean;
}

/** Offers for a line, the lowest first. */
export function compareLine({ line }: AskedLine, offers: Offers): Compared[] {
  const own = offersFor(offers, line);
  const least = own[0]?.unit;
  const most = own.at(-1)?.unit;
  if (!least || !most) return [];
  const leastPrice = decimal(roundPrice(least));
  let rank = 1;
  return own.map(({ bid, unit }, at) => {
    const price = roundPrice(unit);
    if (own[at - 1]?.unit.lt(unit)) rank = at + 1;
    return {
      ...{ bid, price, rank },
      gap: changeOf(price, leastPrice) ?? "0.0000",
      isLowest: unit.eq(least),
      isHighest: unit.eq(most) && most.gt(least),
    };
  });
}

/** What one offer costs besides its price. */
export interface OfferCosts extends Costs {
  /** Price and freight against the last price, both with tax. */
  vsLast: string | null;
  /** 综合单价: comparable price with surplus, its duty, and term. */
  fullPrice: string;
}

export function offerCosts(asked: AskedLine, bid: Bid, basis: Basis): OfferCosts {
  const offer = pricedBy(bid, basis);
  const { unit } = offer;
  const costs = costsOf([wholeLine(asked, offer)], basis);
  const qty = decimal(asked.qty);
  return {
    ...costs,
    vsLast: changeOf(landed(bid), asked.last),
    fullPrice: roundPrice(qty.eq(0) ? unit : quotient(decimal(costs.full), qty)),
  };
}

/** Everything one supplier offered. */
export interface SupplierTotal extends Costs {
  supplierId: string;
  /** How many of the lines that are bought it quoted. */
  quoted: number;
  isWhole: boolean;
  /** Among those who quoted everything, by the comparable total; null for the others. */
  rank: number | null;
  /** How far above the lowest of them, in percent; null for the others. */
  gap: string | null;
}

export const bought = (lines: readonly AskedLine[]) => lines.filter(({ isBought }) => isBought);

/** Parts of one supplier: the lines that are bought, as far as it quoted them. */
export function partsOf(lines: readonly AskedLine[], offers: Offers, supplierId: string): Part[] {
  return bought(lines).flatMap((line) => {
    const offer = offersFor(offers, line.line).find(({ bid }) => bid.supplierId === supplierId);
    return offer ? [wholeLine(line, offer)] : [];
  });
}

export function supplierTotals(lines: readonly AskedLine[], offers: Offers): SupplierTotal[] {
  const wanted = bought(lines).length;
  const all = offers.supplierIds.map((supplierId) => {
    const parts = partsOf(lines, offers, supplierId);
    const isWhole = parts.length === wanted && wanted > 0;
    return { ...costsOf(parts, offers.basis), supplierId, quoted: parts.length, isWhole };
  });
  const whole = all.filter(({ isWhole }) => isWhole);
  const ranks = ranksOf(whole.map(({ supplierId: id, comparable: total }) => ({ id, total })));
  const last = all.length + 1;
  return all
    .map((one) => {
      const ranked = ranks.get(one.supplierId);
      return { ...one, rank: ranked?.rank ?? null, gap: ranked?.gap ?? null };
    })
    .sort((a, b) => (a.rank ?? last) - (b.rank ?? last) || byId(a, b));
}

/** How one supplier's price of a line went from round to round, with freight. */
export interface Rounds {
  line: number;
  supplierId: string;
  prices: { round: number; price: string }[];
  /** From its first offer to its last, in percent. */
  change: string | null;
}

/** Only where somebody offered in more than one round. */
export function roundsOf(bids: readonly Bid[]): Rounds[] {
  const groups = new Map<string, Bid[]>();
  for (const bid of standing(bids)) {
    const key = `${bid.line} ${bid.supplierId}`;
    const own = groups.get(key);
    if (own) own.push(bid);
    else groups.set(key, [bid]);
  }
  return [...groups.values()].flatMap((group) => {
    const [one] = group;
    const sorted = [...group].sort((a, b) => a.round - b.round);
    const paid = sorted.map(paidPrice);
    const [first] = paid;
    const latest = paid.at(-1);
    if (!one || !first || !latest || paid.length < 2) return [];
    const prices = sorted.map(({ round }, at) => ({ round, price: paid[at]?.toFixed() ?? "" }));
    return [{ line: one.line, supplierId: one.supplierId, prices, change: changeOf(latest, first) }];
  });
}
