import { quotient } from "~/shared/decimal";
import type { Column, Row } from "~/shared/linear-model";
import type { Place } from "./best-award.rules";
import { type Basis, pricedAt } from "./comparison.rules";

/*
 * An offer whose price depends on the quantity, as the solver takes it: one way to take it for each of its prices, of which one at most is
 * chosen. Its share and whether it is used stay the sums of these, so that limits speak of the offer and not of its ways.
 */

/** Just below the quantity at which the next price begins, in parts of the line: two of the steps shares are written in. */
const JUST_BELOW = 2e-6;

/** One price of an offer: from which part of the line to which, and its cost against the price for the whole line. */
interface Step {
  from: number;
  to: number;
  paid: number;
  unit: number;
}

/** The prices that parts of a line can have; null: there is but one. */
function stepsOf(place: Place, basis: Pick<Basis, "untaxed">): Step[] | null {
  const { scaled } = place.bid;
  if (!scaled) return null;
  const qty = Number(place.line.qty);
  const starts = ["0", ...scaled.scales.map(({ from_qty }) => from_qty)].filter((from) => Number(from) <= qty);
  if (starts.length < 2) return null;
  return starts.map((start, at) => {
    const next = starts[at + 1];
    const one = pricedAt(place, start, basis);
    return {
      from: Number(start) / qty,
      to: next === undefined ? 1 : Number(next) / qty - JUST_BELOW,
      paid: quotient(one.paid, place.paid).toNumber(),
      unit: quotient(one.goods, place.goods).toNumber(),
    };
  });
}

type Terms = (readonly [column: number, factor: number])[];

/** What a scaled offer adds to the model. */
export interface ScaledColumns {
  /** What is paid, by the columns of the ways to take it. */
  paid: Terms;
  /** What the whole line costs at its dearest price. */
  dearest: number;
  /** Parts of the line at which a lower step ends and another price begins. */
  starts: number[];
}

interface Whole {
  share: number;
  used: number;
  /** Of the whole line at the price for it. */
  paid: number;
  unit: number;
  /** How many times the amount of its goods it costs because of when it is paid. */
  term: number;
  /** Duty as a part of the price of the goods. */
  duty: number;
  /** Least order, as a part of the line. */
  lot: number;
}

/**
 * Adds the ways to take an offer that has scales.
 * @returns null where its price does not depend on how much of the line is taken
 */
export function addScales(
  { place, basis, whole }: { place: Place; basis: Pick<Basis, "untaxed">; whole: Whole },
  { add, rows }: { add(column: Column): number; rows: Row[] },
): ScaledColumns | null {
  const steps = stepsOf(place, basis);
  if (!steps) return null;
  const most = (terms: Terms): Row => ({ terms, lower: Number.NEGATIVE_INFINITY, upper: 0 });
  const ways = steps.map((step) => {
    const unit = whole.unit * step.unit;
    const share = add({ cost: unit * (whole.term + whole.duty), lower: 0, upper: 1, isInteger: false });
    const used = add({ cost: 0, lower: 0, upper: 1, isInteger: true });
    rows.push(
      most([
        [share, 1],
        [used, -step.to],
      ]),
      most([
        [used, step.from],
        [share, -1],
      ]),
    );
    if (whole.lot > step.from) {
      const surplus = add({ cost: unit * (1 + whole.duty), lower: 0, upper: whole.lot, isInteger: false });
      rows.push(
        most([
          [used, whole.lot],
          [share, -1],
          [surplus, -1],
        ]),
      );
    }
    return { share, used, paid: whole.paid * step.paid };
  });
  const same = (all: number, column: (way: (typeof ways)[number]) => number): Row => ({
    terms: [...ways.map((way) => [column(way), 1] as const), [all, -1]],
    ...{ lower: 0, upper: 0 },
  });
  rows.push(
    same(whole.share, ({ share }) => share),
    same(whole.used, ({ used }) => used),
  );
  return {
    paid: ways.map(({ share, paid }) => [share, paid] as const),
    dearest: Math.max(...ways.map(({ paid }) => paid)),
    starts: steps.map(({ from }) => from).filter((from) => from > 0),
  };
}
