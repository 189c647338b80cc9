import { linesOf, openRecord } from "~/engine/operations/records.server";
import { unscopedRows } from "~/engine/operations/unscoped.server";
import { where } from "~/shared/condition";
import { decimal, roundPrice } from "~/shared/decimal";
import { DEMO_TEMPLATE } from "../purchase-management/quote-template/quote-template.demo";
import type { DemoWriter } from "./demo-writer.server";

const KEY = "purchase-management/quote-template";
/** Parts of a price in percent, by place of the supplier; what is left is fee, profit and tax. */
const PARTS = [
  { RAW: "68", LABOR: "14", FREIGHT: "6" },
  { RAW: "65", LABOR: "17", FREIGHT: "5" },
  { RAW: "70", LABOR: "12", FREIGHT: "8" },
] as const;

/** The template that inquiries of the demo choose, if it is there. */
export async function demoTemplate(writer: DemoWriter): Promise<string | null> {
  const [row] = await unscopedRows(
    writer.context(writer.now),
    KEY,
    ["id"],
    [where.eq("name", DEMO_TEMPLATE), where.eq("state", "active")],
  );
  return row?.id ?? null;
}

/** What a supplier says its prices are made of: parts that add up to them, and answers to the terms. */
export async function saidBeside(
  writer: DemoWriter,
  quoteId: string,
  { place, prices }: { place: number; prices: ReadonlyMap<number, string> },
): Promise<Record<string, unknown>> {
  const entity = writer.screen("receiving/supplier-quote").entity;
  const { record } = await openRecord(writer.context(writer.now), { entity, id: quoteId, wanted: { labels: false } });
  const breakdown = linesOf(record, "breakdown");
  const terms = linesOf(record, "terms");
  if (breakdown.length === 0) return {};
  const shares: Readonly<Record<string, string>> = PARTS[place % PARTS.length] ?? PARTS[0];
  const part = (price: string, code: string) =>
    roundPrice(
      decimal(price)
        .times(decimal(shares[code] ?? "0"))
        .div(100),
    );
  const amountOf = (price: string, code: string) => {
    if (code === "LOSS") return String(2 + place);
    if (code !== "FEE") return part(price, code);
    return Object.keys(shares)
      .reduce((left, one) => left.minus(decimal(part(price, one))), decimal(price))
      .toFixed();
  };
  return {
    breakdown: breakdown.map(({ id, rfq_line, code }) => ({
      id,
      amount: amountOf(prices.get(Number(rfq_line)) ?? "0", String(code)),
    })),
    terms: terms.map(({ id, code }) => ({ id, value: code === "CERT" ? "是" : "国产" })),
  };
}
