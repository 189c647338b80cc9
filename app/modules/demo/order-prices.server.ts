import { z } from "zod";
import { AppError } from "~/engine/errors";
import { foundPricesSchema } from "~/engine/operations/price-book.server";
import { ask } from "~/engine/operations/published.server";
import { linesOf, openRecord } from "~/engine/operations/records.server";
import { updateRecordBy } from "~/engine/operations/save.server";
import { applyTransition } from "~/engine/operations/transition.server";
import { unscopedRows } from "~/engine/operations/unscoped.server";
import { where } from "~/shared/condition";
import { decimal, roundPrice } from "~/shared/decimal";
import type { DemoWriter } from "./demo-writer.server";
import type { DemoSupplier } from "./suppliers.server";

const ORDER = "purchase-orders/purchase-order";

interface Story {
  /** Of the price of the book, for the first line; the others are bought at the book's. */
  factor: string;
  reason: string | null;
  submitted?: true;
}

/** What buyers typed beside the book. */
const STORIES: readonly Story[] = [
  { factor: "1.035", reason: "产区减产，供应商临时加价，核价单在办", submitted: true },
  { factor: "0.98", reason: "月度促销价，仅此一单", submitted: true },
  { factor: "1.02", reason: "小批量补货，供应商加收起订差价" },
  // Its reason is still to be written.
  { factor: "1.05", reason: null },
  { factor: "1", reason: null },
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
  async tell(id: string, supplier: DemoSupplier, { factor, reason, submitted }: Story): Promise<boolean> {
    const { screen, writer } = this;
    const { entity } = screen;
    const buyer = writer.context(writer.now, supplier.buyer.actor);
    const { record } = await openRecord(writer.context(writer.now), { entity, id });
    const order = draftSchema.parse(record);
    const lines = lineSchema.parse(linesOf(record, "items"));
    const found = await ask(buyer, {
      entityKey: "base-data/price-data",
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
    await updateRecordBy(buyer, { screen, id, version: order.version, values: { items } });
    if (submitted) await applyTransition(buyer, { entity, id, name: "submit", reason: "生产急需，价格另行核定。" });
    return true;
  }
}

/** Drafts of the last days, beside the price book: most are bought at its prices, some deviate and say why. */
export async function loadOrderPrices(writer: DemoWriter, suppliers: readonly DemoSupplier[]): Promise<void> {
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
