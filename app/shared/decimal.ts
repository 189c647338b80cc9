import Big from "big.js";

/**
 * Exact decimals. They are strings on the wire, in forms and in the database, and `Big` while being worked with.
 * Intermediate results keep at least 64 significant digits (specification section 9); only the named rounding
 * functions below shorten them, always half up.
 */
const Exact = Big();
Exact.DP = 128;
Exact.RM = Exact.roundHalfUp;
Exact.NE = -200;
Exact.PE = 200;

export type Decimal = Big;
export type DecimalText = string;

/**
 * Reads a decimal.
 * @throws Error("number不是数字") for anything that is not a finite decimal number (specification section 5)
 */
export function decimal(value: DecimalText | number | Decimal | null | undefined): Decimal {
  try {
    if (value === null || value === undefined || value === "") throw new Error("empty");
    return new Exact(value);
  } catch {
    throw new Error("number不是数字");
  }
}

/** Reads a decimal, taking nothing as zero: for totals over optional values. */
export function decimalOrZero(value: DecimalText | null | undefined): Decimal {
  return value === null || value === undefined || value === "" ? new Exact(0) : decimal(value);
}

/** Sum of exact decimals; zero for an empty list. */
export function sum(values: readonly (DecimalText | Decimal | null)[]): Decimal {
  return values.reduce<Decimal>((total, value) => (value === null ? total : total.plus(decimal(value))), new Exact(0));
}

/** Whether two decimal texts are the same number, as 60 and 60.0000 are, or both none. */
export function isSameDecimal(one: unknown, other: unknown): boolean {
  if (typeof one !== "string" || typeof other !== "string") return (one ?? null) === (other ?? null);
  return decimal(one).eq(decimal(other));
}

/** Decimals of a quotient that is cut. */
const SHORT_PLACES = 12;

/**
 * A quotient cut after twelve decimals: what is then rounded half up to fewer is the same as by `div`, many times faster. For tables of
 * thousands of figures.
 */
export function quotient(value: Decimal, by: Decimal): Decimal {
  const [over, under] = [wholeOf(value), wholeOf(by)];
  if (under.digits === 0n) throw new Error("a quotient by zero");
  const shift = SHORT_PLACES + over.exponent - under.exponent;
  const scale = 10n ** BigInt(Math.abs(shift));
  // Integers divide natively and are cut by it; the long division of the library goes digit by digit.
  const cut = shift >= 0 ? (over.digits * scale) / under.digits : over.digits / (under.digits * scale);
  return new Exact(`${value.s * by.s < 0 ? "-" : ""}${cut}e-${SHORT_PLACES}`);
}

/** A decimal without its sign as an integer times a power of ten. */
function wholeOf({ c, e }: Decimal): { digits: bigint; exponent: number } {
  return { digits: BigInt(c.join("")), exponent: e - c.length + 1 };
}

/** Money: 2 decimals, half up, per line. */
export function roundMoney(value: Decimal): DecimalText {
  return value.round(2, Exact.roundHalfUp).toFixed(2);
}

/** Unit price: 6 decimals, half up. */
export function roundPrice(value: Decimal): DecimalText {
  return value.round(6, Exact.roundHalfUp).toFixed(6);
}

/** Quantity: 3 decimals, half up. */
export function roundQuantity(value: Decimal): DecimalText {
  return value.round(3, Exact.roundHalfUp).toFixed(3);
}

/** Percent: 4 decimals, half up. */
export function roundPercent(value: Decimal): DecimalText {
  return value.round(4, Exact.roundHalfUp).toFixed(4);
}

const SHOWN_PERCENT_PLACES = 2;

/** A percent that was worked out, as people read it beside others: two digits, half up. What is kept has four. */
export function roundShownPercent(value: Decimal): DecimalText {
  return value.round(SHOWN_PERCENT_PLACES, Exact.roundHalfUp).toFixed(SHOWN_PERCENT_PLACES);
}

/** A rate in percent that people read: one digit, cut, so that 79.96 does not read as the 80 it falls short of. */
export function roundRate(value: Decimal): DecimalText {
  return value.round(1, Exact.roundDown).toString();
}

/** Days that something took, as people read them: one digit, half up. */
export function roundDays(value: Decimal): DecimalText {
  return value.round(1, Exact.roundHalfUp).toFixed(1);
}

const PLAIN = /^(?:0|[1-9]\d*)(?:\.\d+)?$/;

/**
 * A decimal as people read it: thousands separators, trailing zeros cut down to `minScale`.
 * @example formatDecimal("1234.500000", 2) // "1,234.50"
 */
export function formatDecimal(value: DecimalText, minScale = 0): string {
  // As the database writes them; every other spelling is read first.
  const plain = PLAIN.test(value) ? value : decimal(value).toFixed();
  const negative = plain.startsWith("-");
  const [whole = "0", rest = ""] = (negative ? plain.slice(1) : plain).split(".");
  const fraction = rest.replace(/0+$/, "").padEnd(minScale, "0");
  const grouped = whole.length > 3 ? whole.replace(/\B(?=(\d{3})+(?!\d))/g, ",") : whole;
  return `${negative ? "-" : ""}${grouped}${fraction ? `.${fraction}` : ""}`;
}
