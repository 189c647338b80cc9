import type { Context } from "~/engine/context.server";
import { unscopedLines } from "~/engine/operations/unscoped.server";
import { where } from "~/shared/condition";
import type { AskedLine, Bid } from "./comparison.rules";
import { quoteScales, scaledPrice } from "./quote-scales.server";
import { priceFor } from "./rfq.rules";

const BID_COLUMNS = [
  ...(["id", "root_id", "rfq_line", "qty", "price", "freight", "duty_rate", "origin", "origin_duty"] as const),
  ...(["moq", "offer_qty", "lead_days"] as const),
] as const;

/** A quote whose prices may be read. */
export interface OpenQuote {
  id: string;
  supplier_id: string;
  round_no: number;
  tax_rate: string | null;
  credit_days: number | null;
}

/**
 * What these quotes offer, the price being that for the quantity asked for; in two statements.
 * @param duties by id of the line: what its origin bears, while the quotes do not say it yet
 */
export async function bidsOf(
  context: Context,
  quotes: readonly OpenQuote[],
  duties: ReadonlyMap<string, string> = new Map(),
): Promise<{ quoteId: string; bid: Bid }[]> {
  if (quotes.length === 0) return [];
  const ids = quotes.map(({ id }) => id);
  const lines = await unscopedLines(context, {
    entityKey: "receiving/supplier-quote",
    lines: "items",
    columns: BID_COLUMNS,
    where: [where.oneOf("root_id", ids), where.set("price")],
  });
  const byId = new Map(quotes.map((quote) => [quote.id, quote]));
  const scales = await quoteScales(context, ids);
  return lines.flatMap(({ id, qty, root_id: quoteId, rfq_line: line, price: base, freight, ...rest }) => {
    const quote = byId.get(quoteId);
    if (!quote || base === null) return [];
    const { supplier_id: supplierId, round_no: round, tax_rate: taxRate, credit_days: creditDays } = quote;
    const scaled = scaledPrice(base, scales.get(id));
    const price = priceFor({ price: base, ...scaled }, qty);
    const { moq, offer_qty: offerQty, lead_days: leadDays, origin } = rest;
    // What the supplier says itself goes before what its origin bears.
    const dutyRate = rest.duty_rate ?? rest.origin_duty ?? duties.get(id) ?? null;
    const dutyOrigin = rest.duty_rate === null && dutyRate !== null ? origin : null;
    return [
      {
        quoteId,
        bid: {
          ...{ quoteId, supplierId, round, line, price, freight, taxRate, creditDays, dutyRate, dutyOrigin },
          ...{ moq, offerQty, leadDays, ...scaled },
        },
      },
    ];
  });
}

interface AskedItem {
  line_no: number;
  qty: string;
  last_price: string | null;
  not_bought: boolean;
}

/** A line as it is compared. */
export const askedLine = ({ line_no, qty, last_price, not_bought }: AskedItem): AskedLine => ({
  ...{ line: line_no, qty, last: last_price, isBought: !not_bought },
});
