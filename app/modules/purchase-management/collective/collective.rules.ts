import { type Complaint, complain, type LineInputs, lineField, ok } from "~/engine/entity";
import { addDays, addMonths } from "~/shared/calendar";
import { decimal, decimalOrZero, quotient, roundQuantity, roundRate } from "~/shared/decimal";
import { savedOn, savedTogether } from "../rfq/collective.rules";

/** Ways a pool is bought whose documents exist. */
export const COLLECTIVE_ROUTES = { rfq: "询价" } as const;

/** A demand of a pool as rules look at it. */
export interface Demand {
  id: string;
  line_no: number;
  factory_id: string;
  material_id: string;
  qty: string;
  uom: string;
  required_date: string | null;
  plan_line: string | null;
}

interface Asked {
  qty: string;
  sourcing_qty: string | null;
  sourced_qty: string | null;
}

/** What an inquiry may still ask for of a demand. */
export function toInquire({ qty, sourcing_qty, sourced_qty }: Asked): string {
  return roundQuantity(decimal(qty).minus(decimalOrZero(sourcing_qty)).minus(decimalOrZero(sourced_qty)));
}

export function periodRuns({ period_from, period_to }: { period_from: string; period_to: string }): Complaint | null {
  return period_to < period_from ? complain("period_to", "供货期止不能早于供货期起") : ok;
}

interface Factories {
  factories: readonly { factory_id: string }[];
}

export function factoriesOnce({ factories }: Factories): Complaint | null {
  const at = factories.findIndex(
    ({ factory_id }, index) => factories.findIndex((one) => one.factory_id === factory_id) < index,
  );
  return at < 0 ? ok : complain(lineField("factories", at + 1, "factory_id"), `第${at + 1}行工厂重复，请删除`);
}

/** A line of a plan stands once, or nobody knows how much of it was asked for. */
export function planLinesOnce({ demands }: { demands: readonly Pick<Demand, "plan_line">[] }): Complaint | null {
  const at = demands.findIndex(
    ({ plan_line }, index) => plan_line !== null && demands.findIndex((one) => one.plan_line === plan_line) < index,
  );
  return at < 0
    ? ok
    : complain(lineField("demands", at + 1, "plan_line"), `第${at + 1}行与前面的行是同一计划行，请合并为一行`);
}

/** A pool is more than one factory, each of which wants something. */
export function severalTakePart({ demands }: { demands: readonly Pick<Demand, "factory_id">[] }): Complaint | null {
  const count = new Set(demands.map(({ factory_id }) => factory_id)).size;
  return count < 2 ? complain("factories", "集采至少需要两个工厂参与") : ok;
}

export function factoriesTaking({ factories }: Factories): number {
  return new Set(factories.map(({ factory_id }) => factory_id)).size;
}

interface Result {
  qty: string;
  price: string | null;
  last_price: string | null;
}

/** 集采节约额: what was agreed against what each factory paid last; null where nothing can be compared. */
export function poolSaving({ results }: { results: readonly Result[] }): string | null {
  return savedTogether(results.map(({ last_price, ...result }) => savedOn(last_price, result)));
}

/** Factories with a tick beside them. */
export function chosenFactories<L extends { id: string }>(factories: readonly L[], typed: LineInputs): L[] {
  return factories.filter(({ id }) => typed.get(id)?.chosen === true);
}

export function someFactoryChosen(
  { factories }: { factories: readonly { id: string }[] },
  _input: unknown,
  typed: LineInputs,
): Complaint | null {
  return chosenFactories(factories, typed).length > 0 ? ok : complain("factories", "请至少勾选一个工厂");
}

const WRITTEN = ["factory_id", "material_id", "qty", "uom", "required_date", "plan_line"] as const;
type Written = { id: string } & Partial<Record<(typeof WRITTEN)[number], unknown>>;

/** Whether somebody wrote something else into a demand; quantities are told apart by their value, not by their digits. */
export function differs(one: Written, other: Written): boolean {
  return WRITTEN.some((name) => {
    const [a, b] = [one[name] ?? null, other[name] ?? null];
    if (name === "qty" && typeof a === "string" && typeof b === "string") return !decimal(a).eq(decimal(b));
    return a !== b;
  });
}

/** Factories whose demand is another one than before: added, changed, moved away from them or taken out. */
export function factoriesChanged(before: readonly Written[], after: readonly Written[]): Set<string> {
  const found = new Set<string>();
  const add = ({ factory_id: id }: Written) => {
    if (typeof id === "string") found.add(id);
  };
  for (const line of after) {
    const old = before.find(({ id }) => id === line.id);
    if (old && !differs(old, line)) continue;
    add(line);
    if (old) add(old);
  }
  for (const old of before) if (!after.some(({ id }) => id === old.id)) add(old);
  return found;
}

/** Goods that somebody sources beside pools. */
export interface SourcedGoods {
  /** Place of the line, counted from 1; null where the whole document is about them. */
  place: number | null;
  /** Lines of purchase plans they come from. */
  planLines: readonly string[];
  materialId: string;
  factoryId: string;
  /** First and last day on which they are wanted. */
  from: string;
  to: string;
}

/** Whether a pool holds a line of a plan behind these goods, or counts on them for the same factory in its time of supply. */
export function isPooled(
  { planLines, materialId, factoryId, from, to }: SourcedGoods,
  { period_from, period_to }: { period_from: string; period_to: string },
  demands: readonly { plan_line: string | null; material_id: string; factory_id: string }[],
): boolean {
  return demands.some(
    ({ plan_line, material_id, factory_id }) =>
      (plan_line !== null && planLines.includes(plan_line)) ||
      (material_id === materialId && factory_id === factoryId && from <= period_to && to >= period_from),
  );
}

/**
 * Whether the results of a pool give these goods to others than this supplier in its time of supply. Of what the pool gave to nobody it says nothing.
 */
export function isOutside(
  { materialId, factoryId, from, to }: Pick<SourcedGoods, "materialId" | "factoryId" | "from" | "to">,
  { period_from, period_to }: { period_from: string; period_to: string },
  results: readonly { material_id: string; factory_id: string; supplier_id: string }[],
  supplierId: string,
): boolean {
  if (from > period_to || to < period_from) return false;
  const own = results.filter(({ material_id, factory_id }) => material_id === materialId && factory_id === factoryId);
  return own.length > 0 && own.every(({ supplier_id }) => supplier_id !== supplierId);
}

/** First and last day of a month, written 2026-10. */
export function monthSpan(month: string): { from: string; to: string } {
  return { from: `${month}-01`, to: addDays(addMonths(`${month}-01`, 1), -1) };
}

/** What a factory confirmed of a material, what it ordered of it, and how far that reaches in percent. */
export interface Carried {
  factory_id: string;
  material_id: string;
  uom: string;
  qty: string;
  ordered: string;
  rate: string;
}

/** Factories that bought less than the least percentage of what they confirmed, material by material, the furthest behind first. */
export function fallenShort(
  demands: readonly Pick<Demand, "factory_id" | "material_id" | "uom" | "qty">[],
  orderedOf: (of: { factory_id: string; material_id: string; uom: string }) => string,
  least: number,
): Carried[] {
  const confirmed = new Map<string, Omit<Carried, "ordered" | "rate">>();
  for (const { factory_id, material_id, uom, qty } of demands) {
    const key = `${factory_id} ${material_id} ${uom}`;
    const whole = decimalOrZero(confirmed.get(key)?.qty ?? null).plus(decimalOrZero(qty));
    confirmed.set(key, { factory_id, material_id, uom, qty: roundQuantity(whole) });
  }
  return [...confirmed.values()]
    .flatMap((one) => {
      const ordered = orderedOf(one);
      // As far as it reaches is asked before anything is rounded: 79.996 % falls short of 80 %.
      const isShort = decimal(ordered).times(100).lt(decimal(one.qty).times(least));
      return isShort
        ? [{ ...one, ordered, rate: roundRate(quotient(decimal(ordered).times(100), decimal(one.qty))) }]
        : [];
    })
    .sort((a, b) => decimal(a.rate).cmp(decimal(b.rate)));
}
