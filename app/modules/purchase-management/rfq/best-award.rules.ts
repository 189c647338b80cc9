import { type Decimal, decimal, quotient, roundMoney, roundPercent, sum } from "~/shared/decimal";
import {
  type AskedLine,
  type Basis,
  type Bid,
  creditOf,
  type Offers,
  offersBy,
  type Priced,
  pricedAt,
} from "./comparison.rules";
import { manualScenario, type Scenario } from "./comparison-ways.rules";
import { shareOf } from "./rfq.rules";

/*
 * What a best award is looked for in: lines, offers and limits, and what an award comes to, in decimals. How one is found stands in
 * best-award-model.rules.ts (the problem as the solver takes it) and best-award-search.rules.ts (ways to award), see decision 0173.
 */

/** A supplier for a line. */
export interface Source {
  line: number;
  supplierId: string;
}

export interface Quota extends Source {
  percent: string;
}

/** What an award is made from. */
export interface AwardProblem {
  lines: readonly AskedLine[];
  bids: readonly Bid[];
  basis: Basis;
  /** Shares agreed on; lines that have none are free. */
  quotas: readonly Quota[];
  /** Who delivers a line today. */
  incumbents: readonly Source[];
  /** Who may deliver a line. */
  approved: readonly Source[];
}

/** What an award is held to. A supplier of null means each. */
export type LimitRule =
  /** So many suppliers in all. */
  | { kind: "suppliers"; most: number }
  /** So many for each line. */
  | { kind: "line_suppliers"; most: number }
  /** No more of what is paid in all goes to one. */
  | { kind: "share_most"; supplierId: string | null; percent: string }
  /** No less; where each is meant, whoever gets anything. */
  | { kind: "share_least"; supplierId: string | null; percent: string }
  /** So much of each line stays with those who deliver it today, as far as they quoted it. */
  | { kind: "incumbents"; percent: string }
  /** Shares of lines differ from those agreed on by so many points at most. */
  | { kind: "quota"; points: string }
  /** Nobody gets less of a line than the least order. */
  | { kind: "lot" }
  /** Nobody gets more of a line than is on offer. */
  | { kind: "capacity" }
  /** What is paid in all, with tax and freight. */
  | { kind: "budget"; amount: string }
  /** So many days at most; whoever says none is late. */
  | { kind: "lead"; days: number }
  /** Paid so many days after delivery at the earliest; whoever has a term without days is none. */
  | { kind: "term_least"; days: number }
  /** Paid so many days after delivery at the latest. */
  | { kind: "term_most"; days: number }
  /** Only who may deliver the line. */
  | { kind: "approved" }
  /** Somebody gets nothing, or nothing of a line. */
  | { kind: "excluded"; supplierId: string; line: number | null };

export type LimitKind = LimitRule["kind"];

export type Limit = LimitRule & {
  id: string;
  /** Null: mandatory. Else it may give way, the largest number first. */
  priority: number | null;
};

/** So much of a line, in percent, to a supplier. */
export interface AwardPart extends Source {
  share: string;
}

/** An offer that may be taken, priced for the whole line. */
export interface Place extends Priced {
  line: AskedLine;
}

/** A problem made ready: nothing in it depends on the order its parts came in. */
export interface Study extends AwardProblem {
  offers: Offers;
  /** Lines that are bought and that somebody offers. */
  covered: readonly AskedLine[];
  /** Lines that are bought and nobody offers. */
  uncovered: readonly number[];
  places: readonly Place[];
  supplierIds: readonly string[];
}

export const sourceKey = ({ line, supplierId }: Source): string => `${line} ${supplierId}`;

export function studyOf(problem: AwardProblem): Study {
  const offers = offersBy(problem.bids, problem.basis);
  const lines = problem.lines.filter(({ isBought }) => isBought).sort((a, b) => a.line - b.line);
  const isOffered = ({ line }: AskedLine) => (offers.byLine.get(line)?.length ?? 0) > 0;
  const covered = lines.filter(isOffered);
  const places = covered.flatMap((line) =>
    [...(offers.byLine.get(line.line) ?? [])]
      .map(({ bid, paid, goods, unit }) => ({ line, bid, paid, goods, unit }))
      .sort((a, b) => (a.bid.supplierId < b.bid.supplierId ? -1 : 1)),
  );
  return {
    ...{ ...problem, offers, covered, places },
    uncovered: lines.filter((line) => !isOffered(line)).map(({ line }) => line),
    supplierIds: [...new Set(places.map(({ bid }) => bid.supplierId))].sort(),
  };
}

/** What an award comes to; null where nothing is awarded. The same sums as those of the comparison. */
export function totalsOf({ lines, offers }: Study, parts: readonly AwardPart[]): Scenario | null {
  const awards = parts.map(({ line, supplierId, share }) => ({ item_no: line, supplier_id: supplierId, share }));
  return manualScenario(awards, lines, offers);
}

/** What an award has of what a limit counts. */
export interface Measured {
  unit: "suppliers" | "percent" | "money" | "days" | "places";
  asked: string;
  /** Null: somebody does not say. */
  reached: string | null;
  /** By how much the limit is missed, zero where it is kept; what is missed at all is never zero. */
  excess: string;
}

/** More than whoever says its days may say. */
export const UNSAID_DAYS = 366;

/** A part of an award with what it is made of. */
interface Taken {
  place: Place;
  share: Decimal;
  qty: Decimal;
  amount: Decimal;
}

function takenOf({ places, basis }: Study, parts: readonly AwardPart[]): Taken[] {
  const byKey = new Map(
    places.map((place) => [sourceKey({ line: place.line.line, supplierId: place.bid.supplierId }), place]),
  );
  return parts.flatMap((part) => {
    const place = byKey.get(sourceKey(part));
    if (!place || decimal(part.share).lte(0)) return [];
    const qty = decimal(shareOf(place.line.qty, part.share));
    return [
      {
        place,
        qty,
        share: decimal(part.share),
        amount: decimal(roundMoney(pricedAt(place, qty.toFixed(), basis).paid.times(qty))),
      },
    ];
  });
}

/** Offers that a limit rules out. */
export function ruledOut(
  study: Study,
  rule: Extract<LimitRule, { kind: "approved" | "excluded" }>,
): (place: Place) => boolean {
  if (rule.kind === "excluded")
    return ({ line, bid }) => bid.supplierId === rule.supplierId && (rule.line === null || rule.line === line.line);
  const approved = new Set(study.approved.map(sourceKey));
  return ({ line, bid }) => !approved.has(sourceKey({ line: line.line, supplierId: bid.supplierId }));
}

export const leadOf = ({ bid }: Place): number => bid.leadDays ?? UNSAID_DAYS;

/** How many days an offer misses a limit of its term of payment by; zero or less: it keeps it. */
export function termMissed(
  { basis }: Pick<Study, "basis">,
  { kind, days }: Extract<LimitRule, { kind: "term_least" | "term_most" }>,
  { bid }: Place,
): number {
  const credit = creditOf(basis, bid);
  if (credit === null) return UNSAID_DAYS;
  return kind === "term_least" ? days - credit : credit - days;
}

/** Lines of a study that quotas are agreed on for. */
export function quotasByLine({ quotas, covered }: Study): Map<number, Map<string, string>> {
  const lines = new Set(covered.map(({ line }) => line));
  const found = new Map<number, Map<string, string>>();
  for (const { line, supplierId, percent } of quotas)
    if (lines.has(line)) found.set(line, (found.get(line) ?? new Map<string, string>()).set(supplierId, percent));
  return found;
}

/** Lines that somebody who delivers them today offers, each with the keys of these offers. */
export function keptLines({ incumbents, places }: Study): Map<number, Set<string>> {
  const today = new Set(incumbents.map(sourceKey));
  const found = new Map<number, Set<string>>();
  for (const { line, bid } of places) {
    const key = sourceKey({ line: line.line, supplierId: bid.supplierId });
    if (today.has(key)) found.set(line.line, (found.get(line.line) ?? new Set<string>()).add(key));
  }
  return found;
}

const largest = (values: readonly Decimal[]): Decimal =>
  values.reduce((most, value) => (value.gt(most) ? value : most), decimal(0));
const distinct = <T>(values: readonly T[]): number => new Set(values).size;

/** Places of a percent that are told; what is less is told as one of them. */
const LEAST_PERCENT = "0.0001";

function percentMissed(missed: Decimal): string {
  if (missed.lte(0)) return "0.0000";
  const rounded = roundPercent(missed);
  return decimal(rounded).eq(0) ? LEAST_PERCENT : rounded;
}

/** A count against the most that is allowed. */
function counted(unit: "suppliers" | "places" | "days", reached: number, most: number): Measured {
  return { unit, asked: String(most), reached: String(reached), excess: String(Math.max(0, reached - most)) };
}

/** How far an award keeps to a limit, exactly. */
export function measure(study: Study, limit: LimitRule, parts: readonly AwardPart[]): Measured {
  const taken = takenOf(study, parts);
  const supplierOf = ({ place }: Taken) => place.bid.supplierId;
  switch (limit.kind) {
    case "suppliers":
      return counted("suppliers", distinct(taken.map(supplierOf)), limit.most);
    case "line_suppliers": {
      const counts = study.covered.map(({ line }) => taken.filter(({ place }) => place.line.line === line).length);
      return counted("suppliers", Math.max(0, ...counts), limit.most);
    }
    case "lead": {
      const days = counted("days", Math.max(0, ...taken.map(({ place }) => leadOf(place))), limit.days);
      return taken.some(({ place }) => place.bid.leadDays === null) ? { ...days, reached: null } : days;
    }
    case "term_least":
    case "term_most":
      return ofTerms(study, taken, limit);
    case "approved":
    case "excluded": {
      const isOut = ruledOut(study, limit);
      return counted("places", taken.filter(({ place }) => isOut(place)).length, 0);
    }
    case "budget": {
      const paid = sum(taken.map(({ amount }) => amount));
      const missed = paid.minus(decimal(limit.amount));
      return {
        unit: "money",
        asked: limit.amount,
        reached: roundMoney(paid),
        excess: roundMoney(missed.gt(0) ? missed : decimal(0)),
      };
    }
    case "lot":
    case "capacity":
      return ofLine(taken, limit.kind);
    case "quota":
      return ofQuotas(study, taken, limit.points);
    case "incumbents":
      return ofIncumbents(study, taken, limit.percent);
    default:
      return ofShares(study, taken, limit);
  }
}

/** Least orders and what is on offer: how much of a line is too little or too much, in percent of the line. */
function ofLine(taken: readonly Taken[], kind: "lot" | "capacity"): Measured {
  const missed = taken.map(({ place: { line, bid }, qty }) => {
    const bound = kind === "lot" ? bid.moq : bid.offerQty;
    if (bound === null) return decimal(0);
    const over = qty.minus(decimal(bound)).times(kind === "lot" ? -100 : 100);
    return over.lte(0) ? decimal(0) : over.div(decimal(line.qty));
  });
  const excess = percentMissed(largest(missed));
  return { unit: "percent", asked: "0", reached: excess, excess };
}

/** The earliest, or the latest, day on which a part of an award is paid. */
function ofTerms(
  study: Study,
  taken: readonly Taken[],
  limit: Extract<LimitRule, { kind: "term_least" | "term_most" }>,
): Measured {
  const credits = taken.map(({ place }) => creditOf(study.basis, place.bid));
  const said = credits.filter((days) => days !== null);
  const worst = limit.kind === "term_least" ? Math.min(...said) : Math.max(...said);
  return {
    ...{ unit: "days", asked: String(limit.days) },
    reached: credits.includes(null) ? null : String(said.length === 0 ? limit.days : worst),
    excess: String(Math.max(0, ...taken.map(({ place }) => termMissed(study, limit, place)))),
  };
}

function ofQuotas(study: Study, taken: readonly Taken[], points: string): Measured {
  const off = [...quotasByLine(study)].flatMap(([line, quotas]) => {
    const own = new Map(
      taken.filter(({ place }) => place.line.line === line).map(({ place, share }) => [place.bid.supplierId, share]),
    );
    const ids = new Set([...quotas.keys(), ...own.keys()]);
    return [...ids].map((id) => (own.get(id) ?? decimal(0)).minus(decimal(quotas.get(id) ?? "0")).abs());
  });
  const most = largest(off);
  return {
    unit: "percent",
    asked: points,
    reached: roundPercent(most),
    excess: percentMissed(most.minus(decimal(points))),
  };
}

function ofIncumbents(study: Study, taken: readonly Taken[], percent: string): Measured {
  const shares = [...keptLines(study)].map(([line, keys]) =>
    sum(
      taken.flatMap(({ place, share }) =>
        keys.has(sourceKey({ line, supplierId: place.bid.supplierId })) && place.line.line === line ? [share] : [],
      ),
    ),
  );
  const least = shares.reduce((low, share) => (share.lt(low) ? share : low), decimal(100));
  return {
    unit: "percent",
    asked: percent,
    reached: roundPercent(least),
    excess: percentMissed(decimal(percent).minus(least)),
  };
}

/** What is paid is rounded to it: a share of it is no more exact. */
const CENT = "0.01";

/** Shares of what is paid in all, to the cent. */
function ofShares(
  study: Study,
  taken: readonly Taken[],
  limit: Extract<LimitRule, { kind: "share_most" | "share_least" }>,
): Measured {
  const all = sum(taken.map(({ amount }) => amount));
  const named = limit.supplierId === null ? study.supplierIds : [limit.supplierId];
  const amounts = named.map((id) => sum(taken.map((one) => (one.place.bid.supplierId === id ? one.amount : null))));
  const isMost = limit.kind === "share_most";
  // Where each is meant, whoever gets nothing is not held to a least share.
  const counting = limit.supplierId === null && !isMost ? amounts.filter((amount) => amount.gt(0)) : amounts;
  const percent = (amount: Decimal) => (all.eq(0) ? decimal(0) : quotient(amount.times(100), all));
  const asked = decimal(limit.percent);
  const worst = counting.reduce<Decimal | null>(
    (one, amount) => (one === null || (isMost ? amount.gt(one) : amount.lt(one)) ? amount : one),
    null,
  );
  const bound = asked.times(all).div(100);
  const missed = worst === null ? decimal(0) : isMost ? worst.minus(bound) : bound.minus(worst);
  return {
    unit: "percent",
    asked: limit.percent,
    reached: roundPercent(worst === null ? asked : percent(worst)),
    excess: percentMissed(missed.lte(CENT) ? decimal(0) : percent(missed)),
  };
}

/** A limit that an award does not keep. */
export interface Breach {
  limit: Limit;
  measured: Measured;
}

/** Limits that an award does not keep: of one filled in by hand as of one that is proposed. */
export function breachesOf(study: Study, limits: readonly Limit[], parts: readonly AwardPart[]): Breach[] {
  return limits.flatMap((limit) => {
    const measured = measure(study, limit, parts);
    return decimal(measured.excess).gt(0) ? [{ limit, measured }] : [];
  });
}

/** A line that is awarded otherwise. */
export interface Move {
  line: number;
  from: AwardPart[];
  to: AwardPart[];
  /** What the line costs more, all costs counted; negative: less. */
  difference: string;
}

/** Which lines move from one award to another. */
export function movesBetween(study: Study, from: readonly AwardPart[], to: readonly AwardPart[]): Move[] {
  const own = (parts: readonly AwardPart[], line: number) =>
    parts.filter((part) => part.line === line).sort((a, b) => (a.supplierId < b.supplierId ? -1 : 1));
  const written = (parts: readonly AwardPart[]) =>
    parts.map(({ supplierId, share }) => `${supplierId} ${decimal(share).toFixed()}`).join();
  const costs = (parts: readonly AwardPart[]) => decimal(totalsOf(study, parts)?.full ?? "0");
  return study.covered.flatMap(({ line }) => {
    const [before, after] = [own(from, line), own(to, line)];
    if (written(before) === written(after)) return [];
    return [{ line, from: before, to: after, difference: roundMoney(costs(after).minus(costs(before))) }];
  });
}
