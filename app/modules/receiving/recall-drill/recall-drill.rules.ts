import { type Complaint, complain, lineField, ok } from "~/engine/entity";
import { type Decimal, decimalOrZero, roundQuantity, sum } from "~/shared/decimal";

/** What is known and found of a batch at one place. */
export interface Place {
  received_qty: string | null;
  returned_qty: string | null;
  found_qty: string | null;
  used_qty: string | null;
}

/** What must still be there by the journal: received less returned. */
export function bookedLeft({ received_qty, returned_qty }: Pick<Place, "received_qty" | "returned_qty">): string {
  return roundQuantity(decimalOrZero(received_qty).minus(decimalOrZero(returned_qty)));
}

/** Received less returned, found and used: what nobody knows the whereabouts of; empty until it was counted. */
export function missing(place: Place): string | null {
  if (place.found_qty === null) return null;
  return roundQuantity(
    decimalOrZero(bookedLeft(place)).minus(decimalOrZero(place.found_qty)).minus(decimalOrZero(place.used_qty)),
  );
}

type Placed = Place & { uom: string | null };

/** Sum over the places, where all count in one unit; places that were not counted yet leave what depends on counting empty. */
export function total(places: readonly Placed[], of: (place: Placed) => string | null): string | null {
  const values = places.map(of);
  if (new Set(places.map(({ uom }) => uom)).size > 1 || values.includes(null)) return null;
  return roundQuantity(sum(values));
}

interface Counted {
  stocks: readonly (Place & { warehouse_name: string | null })[];
  diff_reason: string | null;
  findings: string | null;
}

interface Typed {
  diff_reason?: unknown;
  findings?: unknown;
}

function said(typed: unknown, stored: string | null): boolean {
  const text = typed === undefined ? stored : typed;
  return typeof text === "string" && text.trim() !== "";
}

/** Every place was counted, and what does not add up is explained, before the result goes to whoever concludes. */
export function accountedFor({ stocks, diff_reason, findings }: Counted, input: Typed): Complaint | null {
  const open = stocks.findIndex(({ found_qty }) => found_qty === null);
  if (open >= 0)
    return complain(
      lineField("stocks", open + 1, "found_qty"),
      `${stocks[open]?.warehouse_name ?? `第${open + 1}行`}还没有登记现场清点数量`,
    );
  const differs = stocks.some((place) => !decimalOrZero(missing(place)).eq(0));
  if (differs && !said(input.diff_reason, diff_reason))
    return complain("diff_reason", "账面与清点、领用有差异，请填写差异说明");
  return said(input.findings, findings) ? ok : complain("findings", "请填写演练发现，没有问题的写明“未发现问题”");
}

interface Concluded {
  conclusion: string | null;
  conclusion_text: string | null;
}

/** A drill ends with a conclusion; what has to get better is said. */
export function concluded(
  record: Concluded,
  input: { conclusion?: unknown; conclusion_text?: unknown },
): Complaint | null {
  const conclusion = input.conclusion === undefined ? record.conclusion : input.conclusion;
  if (typeof conclusion !== "string" || conclusion === "") return complain("conclusion", "请选择结论");
  if (conclusion !== "effective" && !said(input.conclusion_text, record.conclusion_text))
    return complain("conclusion_text", "结论不是“有效”的，请填写改进要求");
  return ok;
}

const MINUTE_MS = 60_000;

/** Whole minutes from one instant to another, begun ones counted. */
export function minutesBetween(from: string, to: string): number {
  return Math.max(0, Math.ceil((Date.parse(to) - Date.parse(from)) / MINUTE_MS));
}

/** Kinds of movement of the journal, by what they say of a batch. */
const RECEIVED: readonly string[] = ["in", "in_rev"];
const RETURNED: readonly string[] = ["out", "out_rev"];

/** What came and went of a batch at a place, from sums by kind of movement; goods that left stand in the journal below zero. */
export function receivedAndReturned(kinds: Readonly<Record<string, string>>): {
  received_qty: string;
  returned_qty: string;
} {
  const of = (names: readonly string[]): Decimal => sum(names.map((name) => kinds[name] ?? "0"));
  return { received_qty: roundQuantity(of(RECEIVED)), returned_qty: roundQuantity(of(RETURNED).times(-1)) };
}

const DAYS_IN_YEAR = 365;

/** Days after a drill on which the next one is due; null where none is asked for. */
export function daysToNext(perYear: number): number | null {
  return perYear > 0 ? Math.floor(DAYS_IN_YEAR / perYear) : null;
}
