import type { Context } from "~/engine/context.server";
import { unscopedLines } from "~/engine/operations/unscoped.server";
import { where } from "~/shared/condition";
import { type FullScale, fullScales } from "~/shared/price-scales";
import type { ScaledPrice } from "./rfq.rules";

/** Scales of these quotes by the id of the line, those that were filled in; which quotes may be read decides whoever asks. */
export async function quoteScales(
  context: Context,
  quoteIds: readonly string[],
): Promise<ReadonlyMap<string, readonly FullScale[]>> {
  if (quoteIds.length === 0) return new Map();
  const rows = await unscopedLines(context, {
    entityKey: "receiving/supplier-quote",
    lines: "items.scales",
    columns: ["parent_id", "from_qty", "price"],
    where: [where.oneOf("root_id", quoteIds), where.set("price")],
  });
  const byLine = new Map<string, (typeof rows)[number][]>();
  for (const row of rows) byLine.set(row.parent_id, [...(byLine.get(row.parent_id) ?? []), row]);
  return new Map([...byLine].map(([line, own]) => [line, fullScales(own)]));
}

/** The price of a line as it depends on the quantity; nothing where it does not. */
export function scaledPrice(price: string, scales: readonly FullScale[] | undefined): { scaled?: ScaledPrice } {
  return scales && scales.length > 0 ? { scaled: { price, scales } } : {};
}
