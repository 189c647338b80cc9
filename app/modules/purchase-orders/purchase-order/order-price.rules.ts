import { type Decimal, decimal, formatDecimal, roundPercent, roundShownPercent } from "~/shared/decimal";

/** Where the price of a line comes from. */
export const PRICE_SOURCES = { book: "价格数据", typed: "手工", none: "无有效价格" } as const;
export type PriceSource = keyof typeof PRICE_SOURCES;

/** More percent than the field of a deviation holds are told as so many: what matters is that it is far off. */
const FARTHEST = decimal("99999.9999");

/** How far a price lies from the one of the book, in percent of that; below it with a minus. */
export function priceDeviation(price: string, bookPrice: string | null): string | null {
  if (bookPrice === null || decimal(bookPrice).eq(0)) return null;
  const book = decimal(bookPrice);
  const far = decimal(price).minus(book).div(book).times(100);
  return roundPercent(far.gt(FARTHEST) ? FARTHEST : far);
}

/** A deviation as people compare it: `+4.17%` is dearer. */
export function signedPercent(percent: string): string {
  const shown = decimal(roundShownPercent(decimal(percent)));
  return `${shown.gt(0) ? "+" : ""}${formatDecimal(shown.toFixed())}%`;
}

/** How a price has changed against an earlier one, in percent of that. */
export function priceChange(price: string, earlier: string): string {
  const change = priceDeviation(price, earlier);
  return change === null ? "" : signedPercent(change);
}

/** Whether two prices are one; none is none. */
export function samePrice(one: string | null, other: string | null): boolean {
  return one === null || other === null ? one === other : decimal(one).eq(decimal(other));
}

/** Where a price comes from, as the book stands. */
export function priceSource(price: string, bookPrice: string | null): PriceSource {
  if (bookPrice === null) return "none";
  return samePrice(price, bookPrice) ? "book" : "typed";
}

/** How far beyond the book, in either direction; only what lies beyond the tolerance counts. */
function beyond(deviation: string | null, tolerance: number): Decimal | null {
  if (deviation === null) return null;
  const far = decimal(deviation).abs();
  return far.gt(tolerance) ? far : null;
}

/** The largest deviation of an order in either direction, in percent; null where none lies beyond the tolerance. */
export function largestDeviation(
  items: readonly { price_deviation: string | null }[],
  tolerance: number,
): string | null {
  const [most] = items
    .flatMap(({ price_deviation }) => beyond(price_deviation, tolerance) ?? [])
    .toSorted((a, b) => b.cmp(a));
  return most ? roundPercent(most) : null;
}

/** What the book says of a line; `uom` differs where its price is of another unit. */
export interface BookPrice {
  price: string;
  uom: string;
}

/** A line of an order beside what the book says of it now. */
export interface ComparedLine {
  /** Place on the order, counted from 1. */
  place: number;
  price: string;
  uom: string;
  /** What the book said when the order was saved. */
  book_price: string | null;
  deviation_reason: string | null;
  found: BookPrice | null;
}

type Level = "note" | "warn" | "block";

/** When prices are compared: `out` is a change of an order that its supplier has. */
export type PriceMoment = "submit" | "release" | "out";

/** What parameters say of prices of orders. */
export interface PriceTerms {
  /** What a line is told that has no price in the book; null: nothing. */
  missing: Exclude<Level, "note"> | null;
  tolerance: number;
}

/** How a parameter says what happens without a price: 0 nothing, 1 a reason is wanted, 2 it goes no further. */
export function missingLevel(value: number): PriceTerms["missing"] {
  return value <= 0 ? null : value === 1 ? "warn" : "block";
}

export interface PriceFault {
  level: Level;
  text: string;
}

/**
 * What is said of the prices of an order. At the submission a deviation needs its reason, and approval judges what stood on the order when it was
 * saved; what nobody has judged does not go out. Of an order that is out the price was agreed: whoever changes it gives the reason.
 */
export function priceFaults(lines: readonly ComparedLine[], moment: PriceMoment, terms: PriceTerms): PriceFault[] {
  return lines.flatMap((line): PriceFault[] => {
    const { found, price, place } = line;
    const at = `第${place}行`;
    if (found?.uom !== line.uom) {
      if (!terms.missing) return [];
      const why = found ? "价格数据的价格按另一单位，没有可以比较的有效价格" : "价格数据中没有有效价格";
      return [{ level: moment === "out" ? "warn" : terms.missing, text: `${at}${why}` }];
    }
    const deviation = priceDeviation(price, found.price);
    if (deviation === null || beyond(deviation, terms.tolerance) === null) return [];
    const text = `${at}单价与价格数据${formatDecimal(found.price)}不一致（${formatDecimal(deviation)}%）`;
    const said = judged(line, found, moment);
    return [{ level: said.level, text: `${text}${said.text}` }];
  });
}

function judged(line: ComparedLine, found: BookPrice, moment: PriceMoment): PriceFault {
  if (moment === "out") return { level: "warn", text: "" };
  if (!samePrice(line.book_price, found.price))
    return moment === "submit"
      ? { level: "block", text: "，价格数据在保存后有变化，请重新保存后提交" }
      : { level: "block", text: "，价格数据在提交后有变化，请撤回修改后重新提交" };
  const reason = (line.deviation_reason ?? "").trim();
  if (moment === "submit" && reason === "") return { level: "block", text: "，请填写偏差原因" };
  return { level: "note", text: reason === "" ? "" : `，原因：${reason}` };
}
