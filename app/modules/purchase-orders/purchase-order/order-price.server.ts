import { z } from "zod";
import { flowFor } from "~/engine/approval/flow.server";
import type { Context } from "~/engine/context.server";
import type { AnyLine, AnyRecord, Work } from "~/engine/entity";
import type { RecordFor } from "~/engine/entity/entity-map";
import type { Finding, Published, SaveWork } from "~/engine/entity/server-hooks";
import { refuseBlocks } from "~/engine/operations/lasting.server";
import { type AskedPrice, type FoundPrice, foundPricesSchema } from "~/engine/operations/price-book.server";
import { ask } from "~/engine/operations/published.server";
import { linesOf } from "~/engine/operations/records.server";
import { unscopedLines, unscopedRows } from "~/engine/operations/unscoped.server";
import { intParameter } from "~/engine/parameters.server";
import { dayOf } from "~/shared/calendar";
import { where } from "~/shared/condition";
import { creditFaults } from "./order-credit.rules";
import { creditOf } from "./order-credit.server";
import {
  largestDeviation,
  missingLevel,
  type PriceMoment,
  type PriceTerms,
  priceDeviation,
  priceFaults,
  priceSource,
  samePrice,
} from "./order-price.rules";
import { openLines } from "./purchase-order.rules";
import { leftToReceive } from "./purchase-order-progress.rules";

type PurchaseOrderRecord = RecordFor<"purchase-orders/purchase-order">;

const ORDER = "purchase-orders/purchase-order";
const BOOK = "base-data/price-data";

const head = z.object({
  supplier_id: z.string(),
  company_id: z.string(),
  factory_id: z.string(),
  currency: z.string(),
  order_date: z.string(),
});
type Head = z.infer<typeof head>;

/**
 * What the book says of these lines. An order is agreed on its day, so that this is the day its prices have to hold, not the days on which
 * goods are wanted: a line may have several of them, and a change of days would change the price.
 */
function pricesOf(
  context: Context,
  { supplier_id, company_id, factory_id, currency }: Head,
  lines: readonly { material_id: string; qty: string }[],
  day: string,
): Promise<(FoundPrice | null)[]> {
  if (lines.length === 0) return Promise.resolve([]);
  const asked = lines.map(
    ({ material_id, qty }): AskedPrice => ({
      ...{ supplierId: supplier_id, companyId: company_id, factoryId: factory_id, currency },
      ...{ materialId: material_id, quantity: qty, day },
    }),
  );
  return ask(context, { entityKey: BOOK, name: "prices_for", input: asked, answer: foundPricesSchema });
}

async function termsOf({ services, session }: Context): Promise<PriceTerms> {
  const version = session?.permissionVersion;
  return {
    missing: missingLevel(await intParameter(services, "order.priceRequired", version)),
    tolerance: await intParameter(services, "order.priceDeviation", version),
  };
}

const wanted = z.object({ material_id: z.string(), qty: z.string() });
const text = (value: unknown): string | null => (typeof value === "string" && value !== "" ? value : null);

/** Whether the price of a line came from the book and nobody has typed another one since: then it follows what decides it. */
function followsBook(line: AnyLine, stored: readonly AnyLine[]): boolean {
  const old = stored.find(({ id }) => id === line.id);
  const price = text(line.price);
  return (
    price !== null &&
    text(old?.book_price) !== null &&
    samePrice(text(old?.price), text(old?.book_price)) &&
    samePrice(price, text(old?.price))
  );
}

/**
 * A line without a price gets the one of the book, with its tax rate; each line keeps what the book said of it. A price of another unit
 * is none: what a quantity means is not changed behind anybody's back.
 */
export async function fillPrices({ context, record, before, set }: SaveWork<PurchaseOrderRecord>): Promise<void> {
  if (before && before.state !== "draft") return;
  const order = head.safeParse(record);
  const stored = before ? linesOf(before, "items") : [];
  const known = linesOf(record, "items").flatMap((line) => {
    const parsed = wanted.safeParse(line);
    return parsed.success ? [{ line, asked: parsed.data }] : [];
  });
  if (!order.success || known.length === 0) return;
  const asked = known.map((one) => one.asked);
  const found = await pricesOf(context, order.data, asked, order.data.order_date);
  for (const [at, { line }] of known.entries()) {
    const inBook = found[at] ?? null;
    line.uom ??= inBook?.uom ?? null;
    const of = inBook?.uom === line.uom ? inBook : null;
    const price = text(line.price);
    if (of && (price === null || (followsBook(line, stored) && !samePrice(price, of.price))))
      Object.assign(line, { price: of.price, tax_rate: of.taxRate });
    Object.assign(line, bookOf(text(line.price), of));
    // Why another price was typed is gone with it.
    if (line.price_source === "book") line.deviation_reason = null;
  }
  const { tolerance } = await termsOf(context);
  const items = known.map(({ line }) => ({ price_deviation: text(line.price_deviation) }));
  set({ max_price_deviation: largestDeviation(items, tolerance) });
}

/** What a line keeps of what the book said. */
function bookOf(price: string | null, of: FoundPrice | null) {
  const bookPrice = of?.price ?? null;
  return {
    book_price: bookPrice,
    book_credit_days: of?.creditDays ?? null,
    price_basis: of?.sourceNo ?? null,
    price_source: price === null ? null : priceSource(price, bookPrice),
    price_deviation: price === null ? null : priceDeviation(price, bookPrice),
  };
}

/** What of a line its price is judged by. */
export const compared = z.object({
  id: z.string(),
  material_id: z.string(),
  qty: z.string(),
  uom: z.string(),
  price: z.string(),
  book_price: z.string().nullable(),
  deviation_reason: z.string().nullable(),
});

interface Comparing {
  moment: PriceMoment;
  /** The lines that are looked at; all where left out. */
  only?: ReadonlySet<string>;
}

/** Lines beside what the book of that day says of them. */
async function compare(context: Context, record: AnyRecord, { moment, only }: Comparing) {
  const order = head.parse(record);
  const lines = z
    .array(compared)
    .parse(linesOf(record, "items"))
    .map((line, at) => ({ ...line, place: at + 1 }))
    .filter(({ id }) => !only || only.has(id));
  const today = dayOf(context.now);
  // A price that has ended meanwhile binds nobody any more; an order of a day to come is bought at the price of that day.
  const day = moment === "submit" || order.order_date > today ? order.order_date : today;
  const found = await pricesOf(context, order, lines, day);
  return lines.map((line, at) => ({ ...line, found: found[at] ?? null }));
}

type Compared = Awaited<ReturnType<typeof compare>>;

async function said(
  context: Context,
  record: AnyRecord,
  { lines, moment }: { lines: Compared; moment: PriceMoment },
): Promise<Finding[]> {
  const inBook = lines.flatMap(({ place, uom, found }) =>
    found?.uom === uom ? [{ place, days: found.creditDays }] : [],
  );
  return [
    ...priceFaults(lines, moment, await termsOf(context)).map((fault) => ({ check: "price", ...fault })),
    ...creditFaults(creditOf(record), inBook, moment).map((fault) => ({ check: "credit", ...fault })),
  ];
}

/** What the prices of an order are told at a moment. */
async function findingsOf(context: Context, record: AnyRecord, asked: Comparing): Promise<Finding[]> {
  return said(context, record, { lines: await compare(context, record, asked), moment: asked.moment });
}

/** Asked at the submission and, where somebody approves, again at the last approval. */
export async function priceFindings(context: Context, record: PurchaseOrderRecord): Promise<Finding[]> {
  const found = await findingsOf(context, record, { moment: "submit" });
  return [...found, ...(await unapproved(context, record))];
}

/** A deviation nobody is asked to approve wants a reason of whoever submits it all the same. */
async function unapproved(context: Context, record: PurchaseOrderRecord): Promise<Finding[]> {
  const deviating = [
    ...(text(record.max_price_deviation) === null ? [] : ["价格偏差"]),
    ...(record.credit_deviates === true ? ["付款期偏差"] : []),
  ];
  if (record.state !== "draft" || deviating.length === 0) return [];
  if (await flowFor(context, context.services.registry.entity(ORDER), record)) return [];
  return deviating.map((what) => ({ check: "price", level: "warn", text: `没有适用的订单审批流程，${what}不经审批` }));
}

/** Asked once more with the day of the release. */
export function priceFindingsAtRelease(context: Context, record: PurchaseOrderRecord): Promise<Finding[]> {
  return findingsOf(context, record, { moment: "release" });
}

/**
 * While the order goes out no price of its supplier is revoked or replaced; what was written a moment before is found here. The lines keep
 * what they are bought by.
 */
export async function settlePrices(context: Context, { record, setLine }: Work<PurchaseOrderRecord>): Promise<void> {
  await ask(context, { entityKey: BOOK, name: "hold", input: [head.parse(record).supplier_id], answer: z.null() });
  const lines = await compare(context, record, { moment: "release" });
  refuseBlocks(await said(context, record, { lines, moment: "release" }));
  for (const { id, price, uom, found } of lines) setLine("items", id, bookOf(price, found?.uom === uom ? found : null));
}

const quantities = z.array(z.object({ id: z.string(), qty: z.string(), line_status: z.string().nullable() }));

/** Lines of which another quantity is to come, more or less: another scale may count for them. */
export function otherQuantities(before: AnyRecord, after: AnyRecord): ReadonlySet<string> {
  const old = new Map(quantities.parse(linesOf(before, "items")).map(({ id, qty }) => [id, qty]));
  const changed = quantities
    .parse(linesOf(after, "items"))
    .filter(({ id, qty, line_status }) => line_status !== "closed" && !samePrice(qty, old.get(id) ?? null));
  return new Set(changed.map(({ id }) => id));
}

/** What a change of quantities is told of the prices it leaves as they are. */
export async function priceFindingsOfChange(context: Context, before: AnyRecord, after: AnyRecord): Promise<Finding[]> {
  const only = otherQuantities(before, after);
  return only.size === 0 ? [] : findingsOf(context, after, { moment: "out", only });
}

const ended = z.array(
  z.object({
    id: z.string(),
    line_status: z.string().nullable(),
    qty: z.string(),
    accepted_qty: z.string(),
    exchanged_qty: z.string(),
  }),
);

/**
 * What an order that goes on again is told of the prices of what is left to come: while it had ended, nobody was kept from revoking or
 * replacing them.
 */
export function priceFindingsOfReopened(context: Context, record: PurchaseOrderRecord): Promise<Finding[]> {
  const items = ended.parse(linesOf(record, "items"));
  const open = openLines({ items });
  const left = open.length > 0 ? open : items.filter((line) => line.line_status !== "cancelled" && leftToReceive(line));
  return findingsOf(context, record, { moment: "out", only: new Set(left.map(({ id }) => id)) });
}

/**
 * Numbers of orders that are out and buy at a price of this price approval, published as `purchase-orders/purchase-order.bought_at`: a
 * price that is in use is not revoked.
 */
export const boughtAt: Published = async (context, input) => {
  const lines = await unscopedLines(context, {
    entityKey: ORDER,
    lines: "items",
    columns: ["root_id"],
    where: [
      where.eq("price_basis", z.string().parse(input)),
      where.eq("price_source", "book"),
      where.oneOf("line_status", ["open", "partial"]),
    ],
  });
  if (lines.length === 0) return [];
  const orders = await unscopedRows(
    context,
    ORDER,
    ["number"],
    [
      where.oneOf("id", [...new Set(lines.map(({ root_id }) => root_id))]),
      where.oneOf("state", ["released", "negotiating", "confirmed", "on_hold"]),
    ],
  );
  return orders.map(({ number }) => number ?? "").sort();
};
