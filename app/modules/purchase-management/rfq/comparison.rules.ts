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
import { swapOf, timesText, type UnitSwap } from "./odd-offers.rules";
import { comparablePrice, isUntaxed, landed, type Offer, paidPrice, priceFor, shareOf } from "./rfq.rules";

/*
 * What is made of opened quotes: comparable prices, ranks, what they cost besides, and what each way to award comes to. Everything is in the
 * currency of the inquiry; the prices are those of the quotes, nothing here is stored (decision 0170).
 */

const DAYS_OF_YEAR = 365;

/** Ways to award that are named and compared. */
export const SCENARIOS = { lowest: "逐行最低", one_supplier: "一家全包最低", manual: "定价结果" } as const;
export type ScenarioName = keyof typeof SCENARIOS;

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

/** A parameter in hundredths of a percent as percent: 435 is 4.35. */
export function percentOf(hundredths: number): string {
  return decimal(hundredths).div(100).toFixed();
}

/**
 * Days between delivery and payment, negative where it is paid first: then until the goods come. Null for a term that says no number of
 * days, which is left out of the costs.
 */
export function creditDays(term: string | null, leadDays: number | null): number | null {
  if (term === "cod") return 0;
  if (term === "prepay") return -(leadDays ?? 0);
  const days = /^d(\d{1,3})$/.exec(term ?? "")?.[1];
  return days === undefined ? null : Number(days);
}

/** How far a figure lies from another, in percent of that one; null where that is nothing. */
export function changeOf(value: string, from: string | null): string | null {
  if (from === null || decimal(from).eq(0)) return null;
  return roundPercent(quotient(decimal(value).minus(decimal(from)).times(100), decimal(from)));
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
  /** The same as it is compared. */
  comparable: string;
  /** What has to be bought beyond the quantity, because the least order is larger. */
  surplus: string;
  /** What paying early costs; negative: paying late saves. Null: the term says no days. */
  termCost: string | null;
  /** Comparable amount, surplus and term together. */
  full: string;
}

/** An offer that can be taken, with what a unit of it costs at the quantity that is asked for. */
export interface Priced {
  bid: Bid;
  /** With tax and freight. */
  paid: Decimal;
  /** As it is compared. */
  unit: Decimal;
}

/** The offers of a round, by line and the lowest first: worked out once for everything that is made of them. */
export interface Offers {
  basis: Basis;
  byLine: ReadonlyMap<number, readonly Priced[]>;
  supplierIds: readonly string[];
}

const pricedBy = (bid: Bid, { untaxed }: Pick<Basis, "untaxed">): Priced => ({
  ...{ bid, paid: paidPrice(bid), unit: decimal(comparablePrice(bid, untaxed)) },
});

/** What a unit costs when so much of it is taken: of its scales the one that quantity falls into. */
export function pricedAt<P extends Priced>(one: P, qty: string, basis: Pick<Basis, "untaxed">): Priced {
  const { bid } = one;
  return bid.scaled ? pricedBy({ ...bid, price: priceFor(bid, qty) }, basis) : one;
}

/** Offers that can be taken: a price of nothing is a slip. */
function standing(bids: readonly Bid[]): Bid[] {
  return bids.filter(({ price }) => decimal(price).gt(0));
}

export function offersBy(bids: readonly Bid[], basis: Basis): Offers {
  const byLine = new Map<number, Priced[]>();
  const valid = standing(bids);
  for (const bid of valid) {
    const one = pricedBy(bid, basis);
    byLine.set(bid.line, [...(byLine.get(bid.line) ?? []), one]);
  }
  for (const own of byLine.values()) own.sort((a, b) => a.unit.cmp(b.unit) || byId(a.bid, b.bid));
  return { basis, byLine, supplierIds: [...new Set(valid.map(({ supplierId }) => supplierId))].sort() };
}

const byId = (a: { supplierId: string }, b: { supplierId: string }) => a.supplierId.localeCompare(b.supplierId);

function offersFor({ byLine }: Offers, line: number): readonly Priced[] {
  return byLine.get(line) ?? [];
}

/** So much of a line from one supplier. */
interface Part {
  line: AskedLine;
  offer: Priced;
  qty: string;
}

const wholeLine = (line: AskedLine, offer: Priced): Part => ({ line, offer, qty: line.qty });

function surplusOf({ offer: { bid, unit }, qty }: Part): Decimal {
  const missing = bid.moq === null ? decimal(0) : decimal(bid.moq).minus(decimal(qty));
  return missing.gt(0) ? missing.times(unit) : decimal(0);
}

/** What parts cost together; each part is rounded to money, what its term costs once for all. */
function costsOf(whole: readonly Part[], { capitalRate, term, untaxed }: Basis): Costs {
  const parts = whole.map((part) => ({ ...part, offer: pricedAt(part.offer, part.qty, { untaxed }) }));
  const comparables = parts.map(({ offer, qty }) => roundMoney(offer.unit.times(decimal(qty))));
  const comparable = roundMoney(sum(comparables));
  const surplus = roundMoney(sum(parts.map((part) => roundMoney(surplusOf(part)))));
  const days = parts.map(({ offer }) => creditDays(term, offer.bid.leadDays));
  const lent = sum(comparables.map((amount, at) => decimal(amount).times(-(days[at] ?? 0))));
  const yearly = lent.times(decimal(capitalRate)).times("0.01");
  const termCost = days.includes(null) ? null : roundMoney(quotient(yearly, decimal(DAYS_OF_YEAR)));
  return {
    amount: roundMoney(sum(parts.map(({ offer, qty }) => roundMoney(offer.paid.times(decimal(qty)))))),
    ...{ comparable, surplus, termCost },
    full: roundMoney(sum([comparable, surplus, termCost])),
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
  const leastPrice = roundPrice(least);
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
  /** 综合单价: comparable price with surplus and term. */
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
}

const bought = (lines: readonly AskedLine[]) => lines.filter(({ isBought }) => isBought);

/** Parts of one supplier: the lines that are bought, as far as it quoted them. */
function partsOf(lines: readonly AskedLine[], offers: Offers, supplierId: string): Part[] {
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
  const last = all.length + 1;
  return all
    .map((one) => {
      const lower = whole.filter(({ comparable }) => decimal(comparable).lt(decimal(one.comparable))).length;
      return { ...one, rank: one.isWhole ? 1 + lower : null };
    })
    .sort((a, b) => (a.rank ?? last) - (b.rank ?? last) || byId(a, b));
}

/** What a way to award comes to. */
export interface Scenario extends Costs {
  name: ScenarioName;
  supplierIds: string[];
  /** Lines that are bought and go to nobody. */
  uncovered: number[];
  /** At last prices, of the lines that have one; null: none has. */
  last: string | null;
  /** What is saved on these lines against the last price; negative: it costs more. */
  saving: string | null;
  savingRate: string | null;
}

function scenarioOf(
  name: ScenarioName,
  parts: readonly Part[],
  lines: readonly AskedLine[],
  { basis }: Offers,
): Scenario {
  const known = parts.flatMap(({ line, offer, qty }) => {
    if (line.last === null) return [];
    const times = (price: Decimal) => roundMoney(price.times(decimal(qty)));
    return [{ last: times(decimal(line.last)), now: times(pricedAt(offer, qty, basis).paid) }];
  });
  const last = known.length === 0 ? null : roundMoney(sum(known.map((one) => one.last)));
  const saving = last === null ? null : roundMoney(decimal(last).minus(sum(known.map(({ now }) => now))));
  return {
    ...costsOf(parts, basis),
    name,
    supplierIds: [...new Set(parts.map(({ offer }) => offer.bid.supplierId))].sort(),
    uncovered: bought(lines).flatMap(({ line }) => (parts.some((part) => part.line.line === line) ? [] : [line])),
    last,
    saving,
    savingRate:
      last === null || saving === null || decimal(last).eq(0)
        ? null
        : roundPercent(quotient(decimal(saving).times(100), decimal(last))),
  };
}

/** Each line at its lowest; of equal offers the one of the supplier that is lowest most often, so that fewer are needed. */
export function lowestScenario(lines: readonly AskedLine[], offers: Offers): Scenario {
  const found = bought(lines).map((line) => {
    const own = offersFor(offers, line.line);
    const [least] = own;
    return { line, lowest: least ? own.filter(({ unit }) => unit.eq(least.unit)) : [] };
  });
  const wins = new Map<string, number>();
  for (const { lowest } of found)
    for (const { bid } of lowest) wins.set(bid.supplierId, (wins.get(bid.supplierId) ?? 0) + 1);
  const winsOf = ({ bid }: Priced) => wins.get(bid.supplierId) ?? 0;
  const parts = found.flatMap(({ line, lowest }) => {
    const [best] = [...lowest].sort((a, b) => winsOf(b) - winsOf(a) || byId(a.bid, b.bid));
    return best ? [wholeLine(line, best)] : [];
  });
  return scenarioOf("lowest", parts, lines, offers);
}

/**
 * Everything from whoever is the lowest over all lines; null where nobody quoted all of them.
 * @param totals those of the same lines and offers
 */
export function oneSupplierScenario(
  totals: readonly SupplierTotal[],
  lines: readonly AskedLine[],
  offers: Offers,
): Scenario | null {
  const best = totals.find(({ rank }) => rank === 1);
  return best ? scenarioOf("one_supplier", partsOf(lines, offers, best.supplierId), lines, offers) : null;
}

/** The award as somebody filled it in; null before that. */
export function manualScenario(
  awards: readonly { item_no: number; supplier_id: string; share: string }[],
  lines: readonly AskedLine[],
  offers: Offers,
): Scenario | null {
  const parts = awards.flatMap(({ item_no, supplier_id, share }) => {
    const line = bought(lines).find((one) => one.line === item_no);
    const offer = offersFor(offers, item_no).find(({ bid }) => bid.supplierId === supplier_id);
    return line && offer ? [{ line, offer, qty: shareOf(line.qty, share) }] : [];
  });
  return parts.length === 0 ? null : scenarioOf("manual", parts, lines, offers);
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
    groups.set(key, [...(groups.get(key) ?? []), bid]);
  }
  return [...groups.values()].flatMap((group) => {
    const [one] = group;
    const sorted = [...group].sort((a, b) => a.round - b.round);
    const prices = sorted.map((bid) => ({ round: bid.round, price: landed(bid) }));
    const [first] = prices;
    const latest = prices.at(-1);
    if (!one || !first || !latest || prices.length < 2) return [];
    return [{ line: one.line, supplierId: one.supplierId, prices, change: changeOf(latest.price, first.price) }];
  });
}

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
  const isManyfold = isRise ? paid.gte(by.times(near).times(10)) : by.gte(paid.times(near).times(10));
  if (!isFar && !isManyfold) return null;
  const times = quotient(paid, by);
  const factor = isRise ? times : quotient(by, paid);
  const much = timesText(paid, { by, called });
  if (factor.gte(near.times(100))) return { text: `${much}，可能填错单位`, isSevere: true };
  const isTenfold = factor.gte(near.times(10)) && factor.lte(decimal(100 + limits.slipPercent).times("0.1"));
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
