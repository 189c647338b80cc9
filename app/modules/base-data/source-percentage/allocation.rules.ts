import { type Decimal, decimal, decimalOrZero, formatDecimal, roundPercent, sum } from "~/shared/decimal";

/*
 * How a quantity is split among suppliers by their agreed shares (decision 0165). Pure: the same facts give the same split, in whatever
 * order the suppliers stand.
 */

/** One supplier's share, and what it has got of the period so far. Quantities are decimal texts in the unit of the material. */
export interface Share {
  supplierId: string;
  percent: string;
  /** Ordered in the period so far. */
  allocated: string;
  /** Counts as if it had been ordered: whoever joins later does not get everything until it has caught up. */
  base: string | null;
  /** What the supplier is guaranteed in the period. */
  guaranteed: string | null;
  /** What it may get in the period at most. */
  most: string | null;
  /** Quantities are multiples of it. */
  pack: string | null;
  /** Why nothing may be ordered from it now; null: it may. */
  stopped: string | null;
}

export interface ToSplit {
  quantity: string;
  /** Below it everything goes to one supplier. */
  minSplit: string | null;
  shares: readonly Share[];
}

/** What one supplier gets. */
export interface Part {
  supplierId: string;
  quantity: string;
  /** Its share once those that are stopped are spread over the rest; 0 for a stopped one. */
  percent: string;
  /** (Allocated + base) / share, before this split; null for a stopped one. */
  rating: string | null;
  reasons: string[];
}

export interface Split {
  /** In the order of the shares. */
  parts: Part[];
  /** What nobody may take: everybody is stopped or has got the most of the period. */
  rest: string;
}

const ZERO = decimal(0);
/** Quantities have three decimals. */
const SMALLEST = decimal("0.001");
const SCALE = 3;

/** A supplier that may get something, while it is being worked out. */
interface Taker {
  share: Share;
  weight: Decimal;
  /** Allocated and base. */
  held: Decimal;
  /** What is left of the most; null: no limit. */
  room: Decimal | null;
  unit: Decimal;
  got: Decimal;
  reasons: string[];
}

/** Splits a quantity: guarantees first, then so that (allocated + base) / share becomes as even as it can. */
export function split({ quantity, minSplit, shares }: ToSplit): Split {
  const whole = decimal(quantity);
  const takers = shares
    .filter(({ stopped, percent }) => stopped === null && decimal(percent).gt(ZERO))
    .map((share) => takerOf(share))
    .sort(byRating);
  const weights = sum(takers.map(({ weight }) => weight));
  const isWhole = minSplit !== null && whole.lt(decimal(minSplit));
  const rest = isWhole ? giveToOne(takers, whole) : spread(takers, whole);
  if (isWhole)
    for (const taker of takers)
      if (taker.got.gt(ZERO)) taker.reasons.unshift(`不足最小拆分量${formatDecimal(minSplit)}，不拆分`);
  return {
    parts: shares.map((share): Part => {
      const taker = takers.find((one) => one.share === share);
      if (!taker)
        return {
          ...{ supplierId: share.supplierId, quantity: ZERO.toFixed(SCALE), percent: roundPercent(ZERO) },
          ...{ rating: null, reasons: [share.stopped === null ? "没有份额" : `${share.stopped}，份额按比例分摊`] },
        };
      const { got, held, weight, reasons } = taker;
      const percent = weight.times(100).div(weights);
      const changed = percent.eq(weight) ? [] : [`份额按比例调整为${formatDecimal(percent.round(2).toFixed())}%`];
      return {
        ...{ supplierId: share.supplierId, quantity: got.toFixed(SCALE), percent: roundPercent(percent) },
        ...{ rating: held.times(100).div(percent).round(SCALE).toFixed(), reasons: [...changed, ...reasons] },
      };
    }),
    rest: rest.toFixed(SCALE),
  };
}

function takerOf(share: Share): Taker {
  const allocated = decimal(share.allocated);
  const room = share.most === null ? null : decimal(share.most).minus(allocated);
  const pack = decimalOrZero(share.pack);
  return {
    share,
    weight: decimal(share.percent),
    held: allocated.plus(decimalOrZero(share.base)),
    room: room === null ? null : largest(room, ZERO),
    unit: pack.gt(ZERO) ? pack : SMALLEST,
    got: ZERO,
    reasons: [],
  };
}

const ratingOf = ({ held, weight }: Taker): Decimal => held.div(weight);

/** The lowest rating first; among equals the larger share, then the id, so that nothing depends on the order of rows. */
function byRating(a: Taker, b: Taker): number {
  return (
    ratingOf(a).cmp(ratingOf(b)) ||
    b.weight.cmp(a.weight) ||
    (a.share.supplierId < b.share.supplierId ? -1 : a.share.supplierId > b.share.supplierId ? 1 : 0)
  );
}

/** What of its guarantee a supplier still lacks, never more than it may get. */
function lacking({ share, room }: Taker): Decimal {
  const lacks = largest(decimalOrZero(share.guaranteed).minus(decimal(share.allocated)), ZERO);
  return room === null ? lacks : smallest(lacks, room);
}

/** No split: whoever lacks of its guarantee and has the lowest rating, or else the lowest rating, as far as the most allows. */
function giveToOne(takers: readonly Taker[], whole: Decimal): Decimal {
  const owed = takers.filter((taker) => lacking(taker).gt(ZERO));
  const inTurn = [...owed, ...takers.filter((taker) => !owed.includes(taker))];
  const fits = inTurn.find(({ room }) => room === null || room.gte(whole));
  if (fits) {
    fits.got = whole;
    fits.reasons.push(owed.includes(fits) ? "尚未达到保底量" : "配额评级最低");
    return ZERO;
  }
  // Nobody may take all of it.
  let left = whole;
  for (const taker of inTurn) {
    taker.got = taker.room === null ? left : smallest(left, taker.room);
    left = left.minus(taker.got);
    if (taker.got.gt(ZERO)) taker.reasons.push("期间最大量所限");
  }
  return left;
}

function spread(takers: readonly Taker[], whole: Decimal): Decimal {
  const owed = new Map<Taker, Decimal>();
  for (const taker of takers) {
    const packed = upTo(lacking(taker), taker.unit);
    const wanted = taker.room === null ? packed : smallest(packed, taker.room);
    if (wanted.gt(ZERO)) owed.set(taker, wanted);
  }
  const guarantees = sum([...owed.values()]);
  const enough = guarantees.lte(whole);
  if (enough) {
    for (const [taker, quantity] of owed) {
      taker.got = quantity;
      taker.reasons.push(`先满足保底量${formatDecimal(quantity.toFixed())}`);
    }
  } else {
    for (const taker of owed.keys()) taker.reasons.push("数量不足，先分给未达保底量的供应商");
  }
  const wanted = (taker: Taker): Decimal | null =>
    enough ? (taker.room === null ? null : taker.room.minus(taker.got)) : (owed.get(taker) ?? ZERO);
  return levelled(takers, enough ? whole.minus(guarantees) : whole, wanted);
}

/** Gives out a quantity so that ratings become even, in packs; what no pack takes goes to one. @returns what nobody may take */
function levelled(takers: readonly Taker[], quantity: Decimal, limitOf: (taker: Taker) => Decimal | null): Decimal {
  const limits = new Map(takers.map((taker) => [taker, limitOf(taker)]));
  const exact = fill(takers, quantity, limits);
  const fractions = new Map<Taker, Decimal>();
  let left = quantity;
  const give = (taker: Taker, more: Decimal) => {
    taker.got = taker.got.plus(more);
    const limit = limits.get(taker);
    if (limit) limits.set(taker, limit.minus(more));
    left = left.minus(more);
  };
  for (const [taker, wanted] of exact) {
    const packs = downTo(wanted, taker.unit);
    fractions.set(taker, wanted.minus(packs).div(taker.unit));
    if (wanted.gt(ZERO) && taker.room?.minus(taker.got).eq(wanted)) taker.reasons.push("期间最大量所限");
    give(taker, packs);
  }
  const room = (taker: Taker) => limits.get(taker) ?? null;
  // Largest remainder first; a stable order among equals.
  const inTurn = takers
    .filter((taker) => fractions.get(taker)?.gt(ZERO))
    .sort((a, b) => (fractions.get(b) ?? ZERO).cmp(fractions.get(a) ?? ZERO) || byRating(a, b));
  const rounded = new Set<Taker>();
  for (const taker of inTurn) {
    const own = room(taker);
    if (taker.unit.gt(left) || (own !== null && taker.unit.gt(own))) continue;
    give(taker, taker.unit);
    rounded.add(taker);
  }
  // Whoever was rounded up already has more than its part.
  const last = [...inTurn.filter((taker) => !rounded.has(taker)), ...inTurn, ...takers];
  for (const taker of last) {
    if (left.lte(ZERO)) break;
    const own = room(taker);
    const more = own === null ? left : smallest(left, own);
    if (more.lte(ZERO)) continue;
    give(taker, more);
    if (taker.unit.gt(SMALLEST)) taker.reasons.push("含按包装取整后的余数");
  }
  return left;
}

/** What each gets exactly: the level up to which the lowest ratings are raised, nobody beyond its limit. */
function fill(
  takers: readonly Taker[],
  quantity: Decimal,
  limits: ReadonlyMap<Taker, Decimal | null>,
): Map<Taker, Decimal> {
  const found = new Map<Taker, Decimal>(takers.map((taker) => [taker, ZERO]));
  let open = takers.filter((taker) => limits.get(taker)?.gt(ZERO) ?? true);
  let left = quantity;
  while (open.length > 0 && left.gt(ZERO)) {
    const wanted = raised(open, left);
    const over = open.filter((taker) => {
      const limit = limits.get(taker) ?? null;
      return limit !== null && (wanted.get(taker) ?? ZERO).gte(limit);
    });
    if (over.length === 0) {
      for (const [taker, own] of wanted) found.set(taker, own);
      return found;
    }
    for (const taker of over) {
      const limit = limits.get(taker) ?? ZERO;
      found.set(taker, limit);
      left = left.minus(limit);
    }
    open = open.filter((taker) => !over.includes(taker));
  }
  return found;
}

/** Raises the lowest ratings to the level at which the quantity is used up. */
function raised(open: readonly Taker[], quantity: Decimal): Map<Taker, Decimal> {
  const rows = open
    .map((taker) => ({ taker, held: taker.held.plus(taker.got) }))
    .map((row) => ({ ...row, rating: row.held.div(row.taker.weight) }))
    .sort((a, b) => a.rating.cmp(b.rating) || byRating(a.taker, b.taker));
  let weights = ZERO;
  let held = ZERO;
  let level = ZERO;
  for (const [at, row] of rows.entries()) {
    weights = weights.plus(row.taker.weight);
    held = held.plus(row.held);
    level = quantity.plus(held).div(weights);
    const next = rows[at + 1];
    if (!next || level.lte(next.rating)) break;
  }
  const wanted = rows.map(({ taker, held: own }): [Taker, Decimal] => [
    taker,
    // A division that does not end leaves less than any quantity says.
    largest(level.times(taker.weight).minus(own), ZERO).round(SCALE + 6),
  ]);
  return new Map(wanted);
}

function largest(a: Decimal, b: Decimal): Decimal {
  return a.gt(b) ? a : b;
}

function smallest(a: Decimal, b: Decimal): Decimal {
  return a.lt(b) ? a : b;
}

function downTo(value: Decimal, unit: Decimal): Decimal {
  return value.div(unit).round(0, 0).times(unit);
}

function upTo(value: Decimal, unit: Decimal): Decimal {
  return value.div(unit).round(0, 3).times(unit);
}
