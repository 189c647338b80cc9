import { type Complaint, complain, lineField, ok } from "~/engine/entity";
import { addDays } from "~/shared/calendar";
import { decimal, decimalOrZero, roundPercent, sum } from "~/shared/decimal";

interface Dated {
  valid_from: string;
  valid_to: string;
}

interface Shared {
  shares: readonly {
    supplier_id: string;
    percent: string;
    max_qty: string | null;
    guaranteed_qty: string | null;
  }[];
}

/** Both days belong to the period. */
export function periodFits({ valid_from, valid_to }: Dated): Complaint | null {
  return valid_to < valid_from ? complain("valid_to", "有效期至不能早于有效期从") : ok;
}

/** Asked of what people type alone: suppliers that are merged later leave two lines of one. */
export function suppliersOnce({ shares }: { shares: readonly { supplier_id: string }[] }): Complaint | null {
  const ids = shares.map(({ supplier_id }) => supplier_id);
  const at = ids.findIndex((id, index) => ids.indexOf(id) !== index);
  return at < 0 ? ok : complain(lineField("shares", at + 1, "supplier_id"), `第${at + 1}行供应商重复，请合并为一行`);
}

export function sharesAddUp({ shares }: Shared): Complaint | null {
  return sum(shares.map(({ percent }) => percent)).eq(100) ? ok : complain("shares", "配额比例合计必须等于100%");
}

/** Nobody is guaranteed more than it may get. */
export function guaranteesFit({ shares }: Shared): Complaint | null {
  const at = shares.findIndex(
    ({ guaranteed_qty, max_qty }) => max_qty !== null && decimalOrZero(guaranteed_qty).gt(decimal(max_qty)),
  );
  return at < 0 ? ok : complain(lineField("shares", at + 1, "guaranteed_qty"), `第${at + 1}行保底量不能大于期间最大量`);
}

/** What is over comes into force no more. */
export function notOver(
  { valid_to }: Dated,
  _input: unknown,
  _lines: unknown,
  facts: { today: string },
): Complaint | null {
  return valid_to < facts.today ? complain("valid_to", "有效期已过，不能提交；请修改有效期至") : ok;
}

interface AgreedShare {
  supplier_id: string;
  percent: string;
  base_qty: string | null;
  guaranteed_qty: string | null;
  max_qty: string | null;
}

/** Lines of the same supplier as one: there are such once two suppliers were merged. */
export function onePerSupplier(shares: readonly AgreedShare[]): AgreedShare[] {
  const both = (a: string | null, b: string | null) =>
    a === null && b === null ? null : decimalOrZero(a).plus(decimalOrZero(b)).toFixed();
  const found = new Map<string, AgreedShare>();
  for (const { supplier_id, percent, base_qty, guaranteed_qty, max_qty } of shares) {
    const known = found.get(supplier_id);
    found.set(supplier_id, {
      supplier_id,
      percent: sum([known?.percent ?? "0", percent]).toFixed(),
      base_qty: both(known?.base_qty ?? null, base_qty),
      guaranteed_qty: both(known?.guaranteed_qty ?? null, guaranteed_qty),
      // Without a limit on one of them there is none.
      max_qty: !known ? max_qty : known.max_qty === null || max_qty === null ? null : both(known.max_qty, max_qty),
    });
  }
  return [...found.values()];
}

/** A period of shares in force that meets another one. */
export interface Standing extends Dated {
  id: string;
  number: string;
}

/**
 * What becomes of older shares of the same material and factory when newer ones come into force: they end the day before; those that begin
 * on the same day are replaced at once; those that begin later stand in the way, because nobody said what becomes of them.
 */
export function meeting(
  older: Standing,
  newer: Dated,
): { kind: "ends"; on: string } | { kind: "replaced" } | { kind: "clash" } | null {
  if (older.valid_to < newer.valid_from || newer.valid_to < older.valid_from) return null;
  if (older.valid_from > newer.valid_from) return { kind: "clash" };
  return older.valid_from === newer.valid_from
    ? { kind: "replaced" }
    : { kind: "ends", on: addDays(newer.valid_from, -1) };
}

/** How one supplier's share was kept. */
export interface Kept {
  supplierId: string;
  percent: string;
  actualQty: string;
  /** Null while nothing was ordered. */
  actualPercent: string | null;
  /** Actual less agreed, in points. */
  gap: string | null;
}

/** Each share against what was ordered of the period; orders to others than those named count in the whole. */
export function keptShares(
  shares: readonly { supplier_id: string; percent: string }[],
  ordered: ReadonlyMap<string, string>,
): Kept[] {
  const whole = sum([...ordered.values()]);
  return shares.map(({ supplier_id, percent }) => {
    const actualQty = ordered.get(supplier_id) ?? "0";
    const actual = whole.gt(0) ? decimal(actualQty).times(100).div(whole) : null;
    return {
      ...{ supplierId: supplier_id, percent, actualQty },
      actualPercent: actual === null ? null : roundPercent(actual),
      gap: actual === null ? null : roundPercent(actual.minus(decimal(percent))),
    };
  });
}

/** The largest gap, whichever way; null while nothing was ordered. */
export function widestGap(kept: readonly Kept[]): string | null {
  const gaps = kept.flatMap(({ gap }) => (gap === null ? [] : [decimal(gap).abs()]));
  const [first, ...more] = gaps;
  if (!first) return null;
  return roundPercent(more.reduce((most, one) => (one.gt(most) ? one : most), first));
}
