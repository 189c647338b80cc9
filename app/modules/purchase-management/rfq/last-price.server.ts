import type { Context } from "~/engine/context.server";
import { type AskedPrice, foundPricesSchema } from "~/engine/operations/price-book.server";
import { ask } from "~/engine/operations/published.server";
import { decimal } from "~/shared/decimal";

/** What was last agreed for a line. */
export interface LastPrice {
  /** With tax. */
  price: string;
  validFrom: string;
}

interface Wanted {
  /** The quantity decides the scale. */
  lines: readonly { id: string; materialId: string; factoryId: string | null; qty: string }[];
  supplierIds: readonly string[];
  companyId: string;
  currency: string;
  day: string;
}

/** What was last agreed with one of the invited, by line: the newest, and of equally new ones the lowest. */
export async function lastPricesOf(
  context: Context,
  { lines, supplierIds, companyId, currency, day }: Wanted,
): Promise<Map<string, LastPrice>> {
  const asked = lines.flatMap(({ id, materialId, factoryId, qty }) =>
    supplierIds.map((supplierId): { line: string; question: AskedPrice } => ({
      line: id,
      question: { supplierId, materialId, factoryId, companyId, currency, day, quantity: qty },
    })),
  );
  if (asked.length === 0) return new Map();
  const found = await ask(context, {
    entityKey: "base-data/price-data",
    name: "prices_before",
    input: asked.map(({ question }) => question),
    answer: foundPricesSchema,
  });
  const best = new Map<string, LastPrice>();
  for (const [at, { line }] of asked.entries()) {
    const one = found[at];
    const known = best.get(line);
    if (!one) continue;
    const isBetter =
      !known ||
      one.validFrom > known.validFrom ||
      (one.validFrom === known.validFrom && decimal(one.price).lt(decimal(known.price)));
    if (isBetter) best.set(line, { price: one.price, validFrom: one.validFrom });
  }
  return best;
}
