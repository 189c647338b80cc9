import { decimal, formatDecimal } from "./decimal";

/** What one unit costs from a quantity on; a row somebody has not filled in yet says nothing. */
export interface Scale {
  from_qty: string | null;
  price: string | null;
}

/** A scale that says something. */
export interface FullScale {
  from_qty: string;
  price: string;
}

/** The scales that say something, the smallest quantity first. */
export function fullScales(scales: readonly Scale[]): FullScale[] {
  return scales
    .flatMap(({ from_qty, price }) => (from_qty === null || price === null ? [] : [{ from_qty, price }]))
    .sort((a, b) => decimal(a.from_qty).cmp(decimal(b.from_qty)));
}

/** The scale a quantity falls into, as the price book finds it; null: below the first one. */
export function scaleAt(scales: readonly Scale[], qty: string): FullScale | null {
  const asked = decimal(qty);
  return (
    fullScales(scales)
      .filter(({ from_qty }) => decimal(from_qty).lte(asked))
      .at(-1) ?? null
  );
}

/** What a unit costs when so much is bought. */
export function priceAt({ price, scales }: { price: string; scales: readonly Scale[] }, qty: string): string {
  return scaleAt(scales, qty)?.price ?? price;
}

/** Scales as people read them: 「5000起9.5，10000起9」. */
export function scalesText(scales: readonly Scale[]): string {
  return fullScales(scales)
    .map(({ from_qty, price }) => `${formatDecimal(from_qty)}起${formatDecimal(price, 2)}`)
    .join("，");
}

/** Whether two offers cost the same whatever the quantity. */
export function sameScales(one: readonly Scale[], other: readonly Scale[]): boolean {
  const written = (scales: readonly Scale[]) =>
    fullScales(scales)
      .map(({ from_qty, price }) => `${decimal(from_qty).toFixed()} ${decimal(price).toFixed()}`)
      .join();
  return written(one) === written(other);
}
