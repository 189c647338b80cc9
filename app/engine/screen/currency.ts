import type { Field } from "../entity";

const SIGNS: Readonly<Record<string, string>> = { CNY: "¥", USD: "US$", EUR: "€", HKD: "HK$" };

/**
 * The sign in front of an amount: of the currency the record names, yuan where a record has no currency of its own.
 * Prices and amounts never stand without one.
 */
export function currencySign(field: Field, currency: unknown): string {
  if (field.kind !== "money" && field.kind !== "price") return "";
  return typeof currency === "string" ? (SIGNS[currency] ?? `${currency} `) : "¥";
}
