import { type Decimal, decimal, quotient, roundMoney, roundPercent, sum } from "~/shared/decimal";
import {
  type AskedLine,
  bought,
  byId,
  type Costs,
  costsOf,
  type Offers,
  offersFor,
  type Part,
  type Priced,
  partsOf,
  pricedAt,
  type SupplierTotal,
  wholeLine,
} from "./comparison.rules";
import { shareOf } from "./rfq.rules";

/*
 * Ways to award, and what each comes to: every line at its lowest, everything from one supplier, and the award as somebody filled it in.
 */

/** Ways to award that are named and compared. */
export const SCENARIOS = { lowest: "逐行最低", one_supplier: "一家全包最低", manual: "定价结果" } as const;

export type ScenarioName = keyof typeof SCENARIOS;

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
