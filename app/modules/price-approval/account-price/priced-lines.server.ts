import { z } from "zod";
import type { Context } from "~/engine/context.server";
import type { RecordFor } from "~/engine/entity/entity-map";
import type { SaveWork } from "~/engine/entity/server-hooks";
import { labelsOf } from "~/engine/operations/labels.server";
import { type AgreedPrice, type FoundPrice, foundPricesSchema } from "~/engine/operations/price-book.server";
import { ask } from "~/engine/operations/published.server";
import { linesOf } from "~/engine/operations/records.server";
import { unscopedLines } from "~/engine/operations/unscoped.server";
import { addDays, dayOf } from "~/shared/calendar";
import { where } from "~/shared/condition";
import { decimal, roundQuantity, sum } from "~/shared/decimal";
import { untaxed } from "./account-price.rules";
import { fillMarket, fillShouldCosts } from "./market-reference.server";

type AccountPriceRecord = RecordFor<"price-approval/account-price">;

const BOOK = "base-data/price-data";
const ORDER = "purchase-orders/purchase-order";
const EDITED: readonly string[] = ["draft", "rejected"];
const DAYS_OF_YEAR = 365;

const lineSchema = z.object({
  id: z.string(),
  material_id: z.string(),
  supplier_id: z.string(),
  factory_id: z.string().nullable(),
  uom: z.string(),
  tax_rate: z.string(),
  old_price: z.string().nullable(),
  new_price: z.string(),
  untaxed_price: z.string().nullable(),
  credit_days: z.number().nullable(),
  should_cost: z.string().nullable(),
  annual_qty: z.string().nullable(),
  valid_from: z.string(),
  valid_to: z.string(),
  note: z.string().nullable(),
  scales: z.array(z.object({ from_qty: z.string(), price: z.string() })),
});
export type PricedLine = z.infer<typeof lineSchema>;

/** The lines of a stored price approval. */
export function accountPriceLines(record: AccountPriceRecord): PricedLine[] {
  return z.array(lineSchema).parse(linesOf(record, "items"));
}

/** What the document wants to be written into the price book. */
export function agreedPrices(record: AccountPriceRecord): AgreedPrice[] {
  const { company_id, currency, price_kind } = record;
  return accountPriceLines(record).map((line) => ({
    supplierId: line.supplier_id,
    materialId: line.material_id,
    factoryId: line.factory_id,
    companyId: String(company_id),
    currency: String(currency),
    uom: line.uom,
    price: line.new_price,
    untaxedPrice: untaxed(line.new_price, line.tax_rate),
    taxRate: line.tax_rate,
    creditDays: line.credit_days,
    validFrom: line.valid_from,
    validTo: line.valid_to,
    priceKind: String(price_kind),
    scales: line.scales.map(({ from_qty, price }) => ({
      fromQty: from_qty,
      price,
      untaxedPrice: untaxed(price, line.tax_rate),
    })),
  }));
}

type Compared = Pick<PricedLine, "supplier_id" | "material_id" | "factory_id" | "valid_from">;

/** What the price book says for the first day of each line, or said last before it. */
export function formerPrices(
  context: Context,
  { company_id, currency }: AccountPriceRecord,
  items: readonly Compared[],
): Promise<(FoundPrice | null)[]> {
  return ask(context, {
    entityKey: BOOK,
    name: "prices_before",
    input: items.map(({ supplier_id, material_id, factory_id, valid_from }) => ({
      supplierId: supplier_id,
      materialId: material_id,
      factoryId: factory_id,
      companyId: company_id,
      currency,
      day: valid_from,
      quantity: null,
    })),
    answer: foundPricesSchema,
  });
}

const isCompared = z.object({
  supplier_id: z.string(),
  material_id: z.string(),
  factory_id: z.string().nullish(),
  valid_from: z.string(),
});

/** What was ordered of these materials within a year, by supplier and material. */
async function orderedInYear(context: Context, items: readonly Compared[]): Promise<Map<string, string>> {
  const { registry } = context.services;
  if (items.length === 0 || !registry.registrations.some(({ entity }) => entity.key === ORDER)) return new Map();
  const since = addDays(dayOf(context.now), -DAYS_OF_YEAR);
  const found = new Map<string, string>();
  for (const supplierId of new Set(items.map(({ supplier_id }) => supplier_id))) {
    const inner = where.all(
      where.eq("supplier_id", supplierId),
      where.atLeast("order_date", since),
      where.set("released_at"),
      where.not(where.eq("state", "cancelled")),
    );
    const lines = await unscopedLines(context, {
      entityKey: ORDER,
      lines: "items",
      columns: ["material_id", "qty"],
      where: [
        where.oneOf("material_id", [...new Set(items.map(({ material_id }) => material_id))]),
        where.someRow<"root_id">({ table: "purchase_order", column: "id", equals: "root_id", inner }),
      ],
    });
    for (const material of new Set(lines.map(({ material_id }) => material_id)))
      found.set(
        supplierId + material,
        roundQuantity(sum(lines.flatMap(({ material_id, qty }) => (material_id === material ? [qty] : [])))),
      );
  }
  return found;
}

/** Old prices come from the price book; what is bought in a year, where nobody says it, from the orders of the last one. */
export async function completeLines({ context, record, before }: SaveWork<AccountPriceRecord>): Promise<void> {
  if (before && !EDITED.includes(before.state)) return;
  const { company_id, currency } = record;
  const lines = linesOf(record, "items");
  const known = lines.flatMap((line) => {
    const parsed = isCompared.safeParse(line);
    return parsed.success ? [{ line, compared: { ...parsed.data, factory_id: parsed.data.factory_id ?? null } }] : [];
  });
  for (const line of lines)
    Object.assign(line, { old_price: null, market_value: null, market_note: null, should_cost: null });
  if (typeof company_id !== "string" || typeof currency !== "string" || known.length === 0) return;
  const compared = known.map((one) => one.compared);
  const former = await formerPrices(context, record, compared);
  const open = known.filter(({ line }) => !line.annual_qty);
  const ordered = await orderedInYear(
    context,
    open.map((one) => one.compared),
  );
  for (const [index, { line }] of known.entries()) line.old_price = former[index]?.price ?? null;
  await fillMarket(
    context,
    known.map(({ line, compared: { material_id } }, index) => ({
      line,
      materialId: material_id,
      oldDay: former[index]?.validFrom ?? null,
    })),
  );
  await fillShouldCosts(
    context,
    currency,
    known.map(({ line, compared: { material_id, factory_id } }) => ({
      line,
      materialId: material_id,
      factoryId: factory_id,
    })),
  );
  for (const { line, compared: one } of open) {
    const qty = ordered.get(one.supplier_id + one.material_id);
    if (qty !== undefined && decimal(qty).gt(0)) line.annual_qty = qty;
  }
}

/** How lines are called in a chart: material and supplier. */
export async function labelsOfLines(context: Context, items: readonly PricedLine[]): Promise<string[]> {
  const { registry } = context.services;
  const ids = (of: (line: PricedLine) => string) => [...new Set(items.map(of))];
  const materials = await labelsOf(
    context,
    registry.entity("master-data/material"),
    ids(({ material_id }) => material_id),
  );
  const suppliers = await labelsOf(
    context,
    registry.entity("supplier-management/supplier"),
    ids(({ supplier_id }) => supplier_id),
  );
  return items.map(
    ({ material_id, supplier_id }, index) =>
      `${index + 1} ${materials.get(material_id) ?? ""} ${suppliers.get(supplier_id) ?? ""}`,
  );
}
