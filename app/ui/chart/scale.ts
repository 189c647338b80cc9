/** The stretch of figures a chart spans and the marks along it, from least to most. */
export interface Scale {
  low: number;
  high: number;
  marks: number[];
}

const wantedMarks = 4;

/** Below this part of the greatest figure the room under the least one is needed for nothing. */
const farFromZero = 0.5;

/**
 * Round marks around the figures: steps of 1, 2 or 5 times a power of ten, whole ones where all figures are whole. Zero is among them, as the
 * length of a bar says how much something is.
 * @param close of a line only how it goes is read: figures that all lie far above zero and differ are shown without what lies beneath them
 */
export function scaleOf(values: readonly number[], close = false): Scale {
  const isFar = close && Math.min(...values) > Math.max(...values) * farFromZero && new Set(values).size > 1;
  const least = isFar ? Math.min(...values) : Math.min(0, ...values);
  const most = Math.max(0, ...values);
  const rough = (most - least || 1) / wantedMarks;
  const power = 10 ** Math.floor(Math.log10(rough));
  const round = ([1, 2, 5].find((one) => one * power >= rough * 0.999) ?? 10) * power;
  const step = values.every(Number.isInteger) ? Math.max(1, round) : round;
  const first = Math.floor(least / step);
  const last = Math.max(Math.ceil(most / step), first + 1);
  const marks = Array.from({ length: last - first + 1 }, (_, index) => tidy((first + index) * step));
  return { low: tidy(first * step), high: tidy(last * step), marks };
}

/** Where a figure lies on the scale, in percent of its length with two digits. */
export function placeOn({ low, high }: Scale, value: number): number {
  return Math.round(((value - low) / (high - low)) * 10_000) / 100;
}

/** Steps such as 0.1 leave traces of binary arithmetic. */
function tidy(value: number): number {
  return Number(value.toPrecision(12));
}

/** A decimal text with thousands separators. */
export function grouped(text: string): string {
  const [whole = "", ...rest] = text.split(".");
  return [whole.replace(/\B(?=(\d{3})+$)/g, ","), ...rest].join(".");
}

/** Money is written with two decimals, whether or not it needs them. */
const moneyScale = 2;

/**
 * Figures of one series as people read them: with the decimals the finest of them needs, so that they stand in line and none
 * prints the zeros of its column in the database. What has two or fewer stays as it is.
 */
export function readable(values: readonly string[]): string[] {
  const decimals = values.map((value) => value.split(".")[1] ?? "");
  if (decimals.every((text) => text.length <= moneyScale)) return values.map(grouped);
  const needed = Math.max(...decimals.map((text) => text.replace(/0+$/, "").length));
  return values.map((value, at) => {
    const [whole = ""] = value.split(".");
    const fraction = (decimals[at] ?? "").padEnd(needed, "0").slice(0, needed);
    return grouped(needed > 0 ? `${whole}.${fraction}` : whole);
  });
}
