import { z } from "zod";
import type { Context } from "~/engine/context.server";
import type { RecordFor } from "~/engine/entity/entity-map";
import type { EntityServer, OwnSection, Published } from "~/engine/entity/server-hooks";
import { type AskedPrice, askedPriceSchema, type FoundPrice } from "~/engine/operations/price-book.server";
import { unscopedRows } from "~/engine/operations/unscoped.server";
import { dayOf } from "~/shared/calendar";
import { where } from "~/shared/condition";
import { holdPrices, selectPrices } from "./price-data.query.server";
import { revokePrices, wouldCut, writePrices } from "./write-prices.server";

type PriceDataRecord = RecordFor<"base-data/price-data">;

const KEY = "base-data/price-data";
/** Steps of the chart of a price. */
const MOST_STEPS = 24;

/**
 * The price at which a material of a supplier is bought, published as `base-data/price-data.price_for`: of the factory before those for all
 * factories of the company, and of its scales the one the quantity falls into. Null where no price holds on the day. In a supplier's
 * transaction its own prices alone are found.
 */
export async function priceFor(context: Context, asked: AskedPrice): Promise<FoundPrice | null> {
  const [found] = await pricesFor(context, [asked]);
  return found ?? null;
}

/** The same for many lines in one statement, published as `base-data/price-data.prices_for`: one answer each, in their order. */
export function pricesFor(context: Context, asked: readonly AskedPrice[]): Promise<(FoundPrice | null)[]> {
  return selectPrices(context.services.database.connection(), asked, false);
}

const priceForAsked: Published = (context, input) => priceFor(context, askedPriceSchema.parse(input));
const pricesForAsked: Published = (context, input) => pricesFor(context, z.array(askedPriceSchema).parse(input));
/**
 * What the price is on the day or, where none holds, was before it, published as `base-data/price-data.prices_before`: with what a new
 * price is compared.
 */
const pricesBefore: Published = (context, input) =>
  selectPrices(context.services.database.connection(), z.array(askedPriceSchema).parse(input), true);

/**
 * Lets no other document write prices of these suppliers until the transaction ends, published as `base-data/price-data.hold`: asked before
 * what was compared is looked at once more.
 */
const hold: Published = async (context, input) => {
  await holdPrices(context.services.database.connection(), z.array(z.string()).parse(input));
  return null;
};

/** Which of these materials have a price that holds today, published as `base-data/price-data.priced`. */
const priced: Published = async (context, input) => {
  const ids = z.array(z.string()).parse(input);
  if (ids.length === 0) return [];
  const today = dayOf(context.now);
  const rows = await unscopedRows(
    context,
    KEY,
    ["material_id"],
    [
      where.oneOf("material_id", ids),
      where.empty("closed_on"),
      where.atMost("valid_from", today),
      where.atLeast("valid_to", today),
    ],
  );
  return [...new Set(rows.map(({ material_id }) => material_id))];
};

/** How the price of this material from this supplier came about, step by step. */
async function history(context: Context, record: PriceDataRecord): Promise<OwnSection[]> {
  const same = (name: "supplier_id" | "material_id" | "company_id" | "currency") =>
    where.eq(name, String(record[name]));
  const rows = await unscopedRows(
    context,
    KEY,
    ["id", "factory_id", "price", "valid_from"],
    [
      same("supplier_id"),
      same("material_id"),
      same("company_id"),
      same("currency"),
      typeof record.factory_id === "string" ? where.eq("factory_id", record.factory_id) : where.empty("factory_id"),
      where.empty("closed_on"),
    ],
  );
  if (rows.length < 2) return [];
  const steps = rows.sort((a, b) => (a.valid_from < b.valid_from ? -1 : 1)).slice(-MOST_STEPS);
  return [
    {
      kind: "chart",
      title: "历史价格",
      chart: {
        kind: "line",
        caption: `截至${dayOf(context.now)}，同一供应商、物料、工厂的含税单价`,
        axis: "生效日期",
        unit: String(record.currency),
        labels: steps.map(({ valid_from }) => valid_from),
        series: [{ label: "含税单价", values: steps.map(({ price }) => price) }],
      },
    },
  ];
}

export const priceDataServer: EntityServer<"base-data/price-data"> = {
  sections: history,
  publishes: {
    price_for: priceForAsked,
    prices_for: pricesForAsked,
    prices_before: pricesBefore,
    priced,
    hold,
    would_cut: wouldCut,
    write: writePrices,
    revoke: revokePrices,
  },
};
