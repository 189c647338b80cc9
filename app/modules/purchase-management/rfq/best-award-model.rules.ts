import { type Decimal, decimal, quotient } from "~/shared/decimal";
import type { Column, Model, Row } from "~/shared/linear-model";
import {
  type AwardPart,
  keptLines,
  type Limit,
  type LimitRule,
  leadOf,
  type Measured,
  type Place,
  quotasByLine,
  ruledOut,
  type Study,
  sourceKey,
  termMissed,
} from "./best-award.rules";
import { addScales } from "./best-award-scales.rules";
import { type AskedLine, creditOf } from "./comparison.rules";
import { dutyOf } from "./rfq.rules";

/*
 * The problem of a best award as the solver takes it, in numbers of the machine: what is chosen by them is added up in decimals afterwards.
 *
 * For each offer: `share` is how much of its line it gets (0 to 1), `used` whether it gets anything, `surplus` what has to be bought beyond
 * that because of the least order, as a part of the line. For each supplier: `taken`, whether it gets anything at all, and `amount`, what it
 * is paid. And what is paid in all.
 */

/** The dearest line costs so much at its lowest offer: figures near one are worked out best. */
const DEAREST = 1000;
/**
 * So many times the lowest offer of a line, or its quantity, are as good as any more: a slipped price or least order is beyond what is chosen, and
 * must not make all the others look alike.
 */
const FARTHEST = 10_000;
/** Of awards that cost the same the one with fewer suppliers, then fewer parts, is taken; far below what counts as a difference. */
const TAKEN_COST = 1e-5;
const USED_COST = 2e-6;
const DAYS_OF_YEAR = 365;

interface Offered {
  place: Place;
  key: string;
  share: number;
  used: number;
  taken: number;
  /** What is paid for the whole line, at its dearest price. */
  paid: number;
  /** What is paid, by the columns it depends on. */
  payments: Terms;
  /** Parts of the line at which another price begins. */
  starts: readonly number[];
  /** Least order and quantity on offer, as parts of the line. */
  lot: number;
  capacity: number;
}

/** Columns of a study and the rows every award has to satisfy. */
export interface Layout {
  study: Study;
  offered: readonly Offered[];
  byLine: ReadonlyMap<number, readonly Offered[]>;
  /** By supplier. */
  taken: ReadonlyMap<string, number>;
  amounts: ReadonlyMap<string, number>;
  paidInAll: number;
  columns: readonly Column[];
  rows: readonly Row[];
  /** One of the model in money. */
  money: number;
}

type Terms = (readonly [column: number, factor: number])[];

const atMost = (terms: Terms, upper: number): Row => ({ terms, lower: Number.NEGATIVE_INFINITY, upper });
const nothing = (terms: Terms): Row => ({ terms, lower: 0, upper: 0 });
const sumColumn: Column = { cost: 0, lower: 0, upper: Number.POSITIVE_INFINITY, isInteger: false };
const yes = (cost: number): Column => ({ cost, lower: 0, upper: 1, isInteger: true });

/** How many times the amount of its goods an offer costs because of when it is paid. */
function termFactor({ basis }: Study, { bid }: Place): number {
  return 1 - ((creditOf(basis, bid) ?? 0) * decimal(basis.capitalRate).toNumber()) / 100 / DAYS_OF_YEAR;
}

/** Duty as a part of the price of the goods: the same for each of an offer's prices, as both follow price and freight. */
function dutyFactor({ bid, goods }: Place): number {
  return goods.eq(0) ? 0 : quotient(dutyOf(bid), goods).toNumber();
}

const partOf = (value: string | null, { qty }: AskedLine): number | null =>
  value === null ? null : Math.min(Number(value) / Number(qty), FARTHEST);

/** What each place costs for its whole line by one of its prices, in money of the model. */
interface Sized {
  paid: readonly number[];
  /** Zero where the line has no other offer: what has to be bought anyway is no choice. */
  unit: readonly number[];
  money: number;
}

function sized({ places }: Study): Sized {
  const counts = new Map<number, number>();
  for (const { line } of places) counts.set(line.line, (counts.get(line.line) ?? 0) + 1);
  const isChoice = places.map(({ line }) => (counts.get(line.line) ?? 0) > 1);
  const hasChoice = isChoice.includes(true);
  const of = (price: (place: Place) => Decimal) => {
    const whole = places.map((place) => price(place).toNumber() * Number(place.line.qty));
    const least = new Map<number, number>();
    for (const [at, { line }] of places.entries())
      least.set(line.line, Math.min(least.get(line.line) ?? Number.POSITIVE_INFINITY, whole[at] ?? 0));
    const leastOf = ({ line }: Place) => least.get(line.line) ?? 0;
    const dearest = Math.max(...places.filter((_, at) => isChoice[at] || !hasChoice).map(leastOf));
    const within = places.map((place) => Math.min(leastOf(place), dearest) * FARTHEST);
    return { dearest, whole: whole.map((one, at) => Math.min(one, within[at] ?? one)) };
  };
  const paid = of((place) => place.paid);
  const money = paid.dearest / DEAREST;
  const unit = of((place) => place.goods);
  return {
    money,
    paid: paid.whole.map((one) => one / money),
    unit: unit.whole.map((one, at) => (isChoice[at] ? one / money : 0)),
  };
}

const byLineOf = (offered: readonly Offered[]): Map<number, Offered[]> => {
  const byLine = new Map<number, Offered[]>();
  for (const one of offered) {
    const own = byLine.get(one.place.line.line);
    if (own) own.push(one);
    else byLine.set(one.place.line.line, [one]);
  }
  return byLine;
};

export function layoutOf(study: Study): Layout {
  const sizes = sized(study);
  const columns: Column[] = [];
  const rows: Row[] = [];
  const add = (column: Column) => columns.push(column) - 1;
  const later = (index: number, count: number) => 1 + index / count;
  const { supplierIds } = study;
  const taken = new Map(
    supplierIds.map((id, index) => [id, add(yes(TAKEN_COST * later(index, supplierIds.length)))] as const),
  );
  const amounts = new Map(supplierIds.map((id) => [id, add(sumColumn)] as const));
  const offered = study.places.map((place, index): Offered => {
    const unit = sizes.unit[index] ?? 0;
    const lot = partOf(place.bid.moq, place.line) ?? 0;
    const ofSupplier = taken.get(place.bid.supplierId) ?? 0;
    const term = termFactor(study, place);
    const duty = dutyFactor(place);
    const share = add({ cost: unit * (term + duty), lower: 0, upper: 1, isInteger: false });
    const used = add(yes(USED_COST * later(index, study.places.length)));
    const paid = sizes.paid[index] ?? 0;
    const whole = { share, used, paid, unit, term, duty, lot };
    const scaled = addScales({ place, whole, basis: study.basis }, { add, rows });
    // Its ways bear the costs.
    if (scaled) columns[share] = { cost: 0, lower: 0, upper: 1, isInteger: false };
    const surplus =
      lot > 0 && !scaled ? add({ cost: unit * (1 + duty), lower: 0, upper: lot, isInteger: false }) : null;
    rows.push(
      atMost(
        [
          [share, 1],
          [used, -1],
        ],
        0,
      ),
      atMost(
        [
          [used, 1],
          [ofSupplier, -1],
        ],
        0,
      ),
    );
    if (surplus !== null)
      rows.push(
        atMost(
          [
            [used, lot],
            [share, -1],
            [surplus, -1],
          ],
          0,
        ),
      );
    const key = sourceKey({ line: place.line.line, supplierId: place.bid.supplierId });
    const capacity = Math.min(partOf(place.bid.offerQty, place.line) ?? 1, 1);
    return {
      ...{ place, key, share, used, lot, capacity, taken: ofSupplier },
      paid: scaled?.dearest ?? paid,
      payments: scaled?.paid ?? [[share, paid]],
      starts: scaled?.starts ?? [],
    };
  });
  const byLine = byLineOf(offered);
  for (const own of byLine.values())
    rows.push({ terms: own.map(({ share }) => [share, 1] as const), lower: 1, upper: 1 });
  for (const [id, amount] of amounts) {
    const own = offered.filter(({ place }) => place.bid.supplierId === id);
    rows.push(nothing([...own.flatMap(({ payments }) => payments), [amount, -1]]));
  }
  const paidInAll = add(sumColumn);
  rows.push(nothing([...[...amounts.values()].map((amount) => [amount, 1] as const), [paidInAll, -1]]));
  return { study, offered, byLine, taken, amounts, paidInAll, columns, rows, money: sizes.money };
}

/** Sums that have to stay below a bound: what a limit is made of. Its slack, where it may be missed, is taken off each. */
interface Bound {
  terms: Terms;
  most: number;
}

function shareBounds(
  { study, byLine, taken, amounts, paidInAll }: Layout,
  limit: Extract<LimitRule, { kind: "share_most" | "share_least" }>,
): Bound[] {
  const part = Number(limit.percent) / 100;
  const isMost = limit.kind === "share_most";
  const dearest = [...byLine.values()].reduce((all, own) => all + Math.max(...own.map(({ paid }) => paid)), 0);
  // Where each is meant, whoever gets nothing is let off by as much as could be asked.
  const off = limit.supplierId === null && !isMost ? part * dearest : 0;
  const sign = isMost ? 1 : -1;
  return (limit.supplierId === null ? study.supplierIds : [limit.supplierId]).map((supplierId) => {
    const terms: Terms = [[paidInAll, -sign * part]];
    const amount = amounts.get(supplierId);
    if (amount !== undefined) terms.push([amount, sign]);
    const isTaken = taken.get(supplierId);
    if (off > 0 && isTaken !== undefined) terms.push([isTaken, off]);
    return { terms, most: off };
  });
}

function quotaBounds({ study, byLine }: Layout, points: string): Bound[] {
  const within = decimal(points).div(100).toNumber();
  return [...quotasByLine(study)].flatMap(([line, quotas]) => {
    const own = byLine.get(line) ?? [];
    const missing = [...quotas.keys()].filter((id) => own.every(({ place }) => place.bid.supplierId !== id));
    const partOfQuota = (id: string) =>
      decimal(quotas.get(id) ?? "0")
        .div(100)
        .toNumber();
    return [
      ...own.flatMap(({ place, share }): Bound[] => {
        const quota = partOfQuota(place.bid.supplierId);
        return [
          { terms: [[share, 1]], most: quota + within },
          { terms: [[share, -1]], most: within - quota },
        ];
      }),
      ...missing.map((id): Bound => ({ terms: [], most: within - partOfQuota(id) })),
    ];
  });
}

/** What a limit says, as sums that stay below bounds. */
function boundsOf(layout: Layout, limit: LimitRule): Bound[] {
  const { study, offered, byLine, taken } = layout;
  const ones = (places: readonly Offered[], column: (one: Offered) => number): Terms =>
    places.map((one) => [column(one), 1] as const);
  switch (limit.kind) {
    case "suppliers":
      return [{ terms: [...taken.values()].map((column) => [column, 1] as const), most: limit.most }];
    case "line_suppliers":
      return [...byLine.values()].map((own) => ({ terms: ones(own, ({ used }) => used), most: limit.most }));
    case "lot":
      return offered.flatMap(({ share, used, lot }) =>
        lot > 0 ? [{ terms: [[used, lot] as const, [share, -1] as const], most: 0 }] : [],
      );
    case "capacity":
      return offered.flatMap(({ place, share, capacity }) =>
        place.bid.offerQty === null ? [] : [{ terms: [[share, 1] as const], most: capacity }],
      );
    case "budget":
      return [{ terms: [[layout.paidInAll, 1] as const], most: Number(limit.amount) / layout.money }];
    case "lead":
      return offered.flatMap(({ place, used }) => {
        const late = leadOf(place) - limit.days;
        return late > 0 ? [{ terms: [[used, late] as const], most: 0 }] : [];
      });
    case "term_least":
    case "term_most":
      return offered.flatMap(({ place, used }) => {
        const missed = termMissed(study, limit, place);
        return missed > 0 ? [{ terms: [[used, missed] as const], most: 0 }] : [];
      });
    case "approved":
    case "excluded": {
      const isOut = ruledOut(study, limit);
      return [
        {
          terms: ones(
            offered.filter(({ place }) => isOut(place)),
            ({ used }) => used,
          ),
          most: 0,
        },
      ];
    }
    case "incumbents": {
      const least = decimal(limit.percent).div(100).toNumber();
      return [...keptLines(study).values()].map((keys) => ({
        terms: offered.filter(({ key }) => keys.has(key)).map(({ share }) => [share, -1] as const),
        most: -least,
      }));
    }
    case "quota":
      return quotaBounds(layout, limit.points);
    default:
      return shareBounds(layout, limit);
  }
}

/** A limit with how much looser than said it is held, as the model counts it; negative: tighter. */
export interface Held {
  limit: Limit;
  looser: number;
}

const limitRows = (layout: Layout, held: readonly Held[]): Row[] =>
  held.flatMap(({ limit, looser }) => boundsOf(layout, limit).map(({ terms, most }) => atMost(terms, most + looser)));

/** The award that costs least within limits. */
export function costModel(layout: Layout, held: readonly Held[]): Model {
  return { columns: layout.columns, rows: [...layout.rows, ...limitRows(layout, held)] };
}

/** The same with the offers that were chosen, and no others: only how much each gets is still open. */
export function chosenModel(layout: Layout, held: readonly Held[], values: readonly number[]): Model {
  const columns = layout.columns.map((column, at) => {
    const chosen = Math.round(values[at] ?? 0);
    return column.isInteger ? { ...column, lower: chosen, upper: chosen, isInteger: false } : column;
  });
  return { ...costModel(layout, held), columns };
}

const free = (columns: readonly Column[]): Column[] => columns.map((column) => ({ ...column, cost: 0 }));

/** Any award within limits. */
export function anyModel(layout: Layout, held: readonly Held[]): Model {
  return { ...costModel(layout, held), columns: free(layout.columns) };
}

/** The award within limits that misses one more as little as possible; by how much is the last column. */
export function missModel(layout: Layout, held: readonly Held[], missed: Limit): Model {
  const slack = layout.columns.length;
  const loose: Column = { cost: 1, lower: 0, upper: Number.POSITIVE_INFINITY, isInteger: false };
  const rows = boundsOf(layout, missed).map(({ terms, most }) => atMost([...terms, [slack, -1]], most));
  return { columns: [...free(layout.columns), loose], rows: [...layout.rows, ...limitRows(layout, held), ...rows] };
}

const COUNTED: readonly Measured["unit"][] = ["suppliers", "days", "places"];
/** What the solver takes for nothing. */
const NOTHING = 1e-6;

/** What was missed at least, as a limit is then held: counts are whole, the rest has room for what rounding takes. */
export function loosenedBy(missed: number, { unit }: Measured): number {
  if (missed <= NOTHING) return 0;
  return COUNTED.includes(unit) ? Math.ceil(missed - NOTHING) : missed * (1 + NOTHING) + NOTHING;
}

/**
 * How much tighter a limit is to be held, that rounding made an award miss.
 * @param values what the solver chose for it
 */
export function tightenedBy(
  layout: Layout,
  { limit, excess }: { limit: Limit; excess: Decimal },
  values: readonly number[],
): number {
  const more = excess.toNumber() * 1.5;
  if (limit.kind === "budget") return more / layout.money;
  const ofAll = limit.kind === "share_most" || limit.kind === "share_least";
  return (more / 100) * (ofAll ? (values[layout.paidInAll] ?? 0) : 1);
}

/** Shares have four decimals of a percent. */
const STEPS = 1_000_000;
/** What is so close to a step is that step. */
const NEAR = 0.01;

/** Shares the solver chose, in whole steps: rounded so that neither least orders nor quantities on offer are crossed. */
export function partsOf({ study, byLine }: Layout, values: readonly number[]): AwardPart[] {
  return study.covered.flatMap(({ line }) => {
    const own = (byLine.get(line) ?? [])
      .map((one) => {
        const exact = Math.max(0, values[one.share] ?? 0) * STEPS;
        const isLot = one.lot > 0 && Math.abs(exact - one.lot * STEPS) < 1;
        // A step less and the offer is dearer.
        const isStart = one.starts.some((start) => Math.abs(exact - start * STEPS) < 1);
        const steps = isLot || isStart ? Math.ceil(exact - NEAR) : Math.floor(exact + NEAR);
        return { ...one, steps, room: Math.floor(one.capacity * STEPS + NEAR) - steps };
      })
      .filter(({ steps }) => steps > 1);
    const left = STEPS - own.reduce((all, { steps }) => all + steps, 0);
    // Rounding leaves a few steps, or takes some: the part that can bear it best has them.
    const [widest] = [...own].sort((a, b) => (left > 0 ? b.room - a.room : b.steps - a.steps));
    if (widest) widest.steps += left;
    return own.map(({ place, steps }) => ({
      line,
      supplierId: place.bid.supplierId,
      share: decimal(steps).div(10_000).toFixed(4),
    }));
  });
}
