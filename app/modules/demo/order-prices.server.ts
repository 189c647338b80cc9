import { sql } from "kysely";
import { z } from "zod";
import type { DemoSupplier } from "~/engine/entity/seed";
import { AppError } from "~/engine/errors";
import { foundPricesSchema } from "~/engine/operations/price-book.server";
import { ask } from "~/engine/operations/published.server";
import { linesOf, openRecord } from "~/engine/operations/records.server";
import { updateRecordBy } from "~/engine/operations/save.server";
import { applyTransition } from "~/engine/operations/transition.server";
import { unscopedLines, unscopedRows } from "~/engine/operations/unscoped.server";
import { where } from "~/shared/condition";
import { decimal, roundPrice } from "~/shared/decimal";
import { samePrice } from "../purchase-orders/purchase-order/order-price.rules";
import type { DemoWriter } from "./demo-writer.server";

const ORDER = "purchase-orders/purchase-order";
const BOOK = "base-data/price-data";

interface Story {
  /** Of the price of the book, for the first line; the others are bought at the book's. */
  factor: string;
  reason: string | null;
  submitted?: true;
  /** Days of credit that the prices do not say, and why. */
  credit?: { days: number; reason: string };
}

/** What buyers typed beside the book. */
const STORIES: readonly Story[] = [
  { factor: "1.035", reason: "产区减产，供应商临时加价，核价单在办", submitted: true },
  { factor: "0.98", reason: "月度促销价，仅此一单", submitted: true },
  { factor: "1.02", reason: "小批量补货，供应商加收起订差价" },
  // Its reason is still to be written.
  { factor: "1.05", reason: null },
  {
    factor: "1",
    reason: null,
    submitted: true,
    credit: { days: 15, reason: "供应商资金紧张，本单提前付款，价格不变" },
  },
  { factor: "1", reason: null },
];

const draftSchema = z.object({
  company_id: z.string(),
  factory_id: z.string(),
  currency: z.string(),
  order_date: z.string(),
  version: z.number(),
});
const lineSchema = z.array(
  z.object({ id: z.string(), material_id: z.string(), qty: z.string(), uom: z.string(), price: z.string() }),
);

class Drafts {
  private readonly screen;

  constructor(private readonly writer: DemoWriter) {
    this.screen = writer.screen(ORDER);
  }

  /** @returns whether the draft has it; not where the book knows no price of its first line */
  async tell(id: string, supplier: DemoSupplier, { factor, reason, submitted, credit }: Story): Promise<boolean> {
    const { screen, writer } = this;
    const { entity } = screen;
    const buyer = writer.context(writer.now, supplier.buyer.actor);
    const { record } = await openRecord(writer.context(writer.now), { entity, id });
    const order = draftSchema.parse(record);
    const lines = lineSchema.parse(linesOf(record, "items"));
    const found = await ask(buyer, {
      entityKey: BOOK,
      name: "prices_for",
      input: lines.map(({ material_id, qty }) => ({
        ...{ supplierId: supplier.id, companyId: order.company_id, factoryId: order.factory_id },
        ...{ materialId: material_id, currency: order.currency, day: order.order_date, quantity: qty },
      })),
      answer: foundPricesSchema,
    });
    const [first] = found;
    if (!first || first.uom !== lines[0]?.uom) return false;
    const items = lines.map((line, at) => {
      if (at > 0) return { id: line.id, price: found[at]?.price ?? line.price };
      const price = roundPrice(decimal(first.price).times(decimal(factor)));
      return { id: line.id, price, deviation_reason: reason };
    });
    await updateRecordBy(buyer, { screen, id, version: order.version, values: { items, ...saidOf(credit) } });
    if (submitted) await applyTransition(buyer, { entity, id, name: "submit", reason: "生产急需，价格另行核定。" });
    return true;
  }
}

/** Days of credit as somebody types them, with the reason of the deviation. */
function saidOf(credit: Story["credit"]) {
  return credit ? { credit_days: credit.days, credit_reason: credit.reason } : {};
}

/** What orders would have noted, had the book been there before them: the lines that were bought at its price on their day name it. */
async function noteBook(writer: DemoWriter): Promise<void> {
  const context = writer.context(writer.now);
  const orders = await unscopedRows(
    context,
    ORDER,
    ["id", "supplier_id", "company_id", "factory_id", "currency", "order_date"],
    [],
  );
  const heads = new Map(orders.map((order) => [order.id, order]));
  const lines = await unscopedLines(context, {
    entityKey: ORDER,
    lines: "items",
    columns: ["id", "root_id", "material_id", "qty", "uom", "price"],
    where: [],
  });
  const known = lines.flatMap((line) => {
    const order = heads.get(line.root_id);
    return order ? [{ line, order }] : [];
  });
  const found = await ask(context, {
    entityKey: BOOK,
    name: "prices_for",
    input: known.map(({ line, order }) => ({
      ...{ supplierId: order.supplier_id, companyId: order.company_id, factoryId: order.factory_id },
      ...{ materialId: line.material_id, currency: order.currency, day: order.order_date, quantity: line.qty },
    })),
    answer: foundPricesSchema,
  });
  const bought = known.flatMap(({ line }, at) => {
    const price = found[at];
    return price && price.uom === line.uom && samePrice(price.price, line.price)
      ? [{ id: line.id, price: price.price, basis: price.sourceNo }]
      : [];
  });
  const { database } = writer.services;
  await database.transaction({ role: "owner" }, () =>
    sql`update purchase_order_items as i
      set book_price = b.price, price_basis = b.basis, price_source = 'book', price_deviation = 0
      from jsonb_to_recordset(${JSON.stringify(bought)}::jsonb) as b(id uuid, price numeric, basis text)
      where i.id = b.id`.execute(database.connection()),
  );
}

/** Orders beside the price book: most are bought at its prices, some drafts of the last days deviate and say why. */
export async function loadOrderPrices(writer: DemoWriter, suppliers: readonly DemoSupplier[]): Promise<void> {
  await noteBook(writer);
  const drafts = await unscopedRows(
    writer.context(writer.now),
    ORDER,
    ["id", "number", "supplier_id"],
    [where.eq("state", "draft"), where.not(where.eq("order_type", "outsource")), where.empty("source_no")],
  );
  const told = new Drafts(writer);
  const stories = [...STORIES];
  for (const { id, supplier_id } of drafts.toSorted((a, b) => ((a.number ?? "") < (b.number ?? "") ? -1 : 1))) {
    const [story] = stories;
    const supplier = suppliers.find((one) => one.id === supplier_id);
    if (story && supplier && (await isTold(told, id, supplier, story))) stories.shift();
  }
}

/** A draft that something else speaks against stays as it is. */
async function isTold(drafts: Drafts, id: string, supplier: DemoSupplier, story: Story): Promise<boolean> {
  try {
    return await drafts.tell(id, supplier, story);
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    return false;
  }
}
