import { z } from "zod";
import { type Context, consequenceOf, withRight } from "~/engine/context.server";
import { keepComparison } from "~/engine/embedded/snapshots.server";
import type { Work } from "~/engine/entity";
import type { RecordFor } from "~/engine/entity/entity-map";
import type { Finding, KeptSection, OwnSection } from "~/engine/entity/server-hooks";
import { AppError } from "~/engine/errors";
import { removeRecord } from "~/engine/operations/remove.server";
import { createRecord } from "~/engine/operations/save.server";
import { applyTransition } from "~/engine/operations/transition.server";
import { unscopedLines, unscopedRows } from "~/engine/operations/unscoped.server";
import { where } from "~/shared/condition";
import { decimal, formatDecimal } from "~/shared/decimal";
import { daysOfTerm } from "~/shared/payment-days";
import { sameScales } from "~/shared/price-scales";
import { comparisonSections } from "./comparison-sections.server";
import {
  awardFaults,
  lowestOf,
  mergedAwards,
  type Offer,
  outcomeOf,
  priceConflicts,
  priceFor,
  priceKind,
  shareOf,
  termsOf,
} from "./rfq.rules";
import { collectiveFaults, completeBundle, fillCheapestBundles } from "./rfq-collective.server";
import { KEY, moveQuotes, offersOf, QUOTE, quotesOf, type RfqFacts, rfqFacts } from "./rfq-quotes.server";

type RfqRecord = RecordFor<"purchase-management/rfq">;

const PRICE = "price-approval/account-price";

/** Each line at the lowest comparable offer, as a whole. */
export async function fillLowest(context: Context, work: Work<RfqRecord>): Promise<void> {
  const rfq = rfqFacts.parse(work.record);
  const offers = await offersOf(context, rfq);
  for (const { id } of rfq.awards) work.drop("awards", id);
  if (rfq.mode === "collective") {
    await fillCheapestBundles(context, work, offers);
    return;
  }
  for (const item of rfq.items) {
    const [lowest] = lowestOf(offers, item.line_no);
    if (!lowest) continue;
    work.append("awards", {
      ...{ item_no: item.line_no, material_id: item.material_id, factory_id: item.factory_id },
      supplier_id: lowest.supplierId,
      share: "100",
      award_price: lowest.price,
      award_qty: shareOf(item.qty, "100"),
    });
  }
}

/** Prices and quantities of an award follow from the quotes; nobody types a price that was not offered. */
export async function completeAwards(context: Context, record: RfqRecord): Promise<void> {
  if (record.state !== "opened" || !Array.isArray(record.awards) || record.awards.length === 0) return;
  completeBundle(context, record);
  const rows = record.awards;
  const offers = await offersOf(context, { id: record.id, round_no: Number(record.round_no) });
  const items = Array.isArray(record.items) ? record.items : [];
  for (const row of rows as Record<string, unknown>[]) {
    const offer = offers.find(({ line, supplierId }) => line === row.item_no && supplierId === row.supplier_id);
    const item = (items as Record<string, unknown>[]).find(({ line_no }) => line_no === row.item_no);
    const qty = item && typeof row.share === "string" ? shareOf(String(item.qty), row.share) : null;
    row.award_price = offer ? (qty === null ? offer.price : priceFor(offer, qty)) : null;
    row.award_qty = qty;
  }
}

const offerFor = (offers: readonly Offer[], { item_no, supplier_id }: { item_no: number; supplier_id: string }) =>
  offers.find(({ line, supplierId }) => line === item_no && supplierId === supplier_id);

const tickedSchema = z.object({ not_bought: z.boolean().optional() });

/** Awards stand by what was offered; asked again where lines are ticked as not bought. */
export async function refuseAwardFaults(context: Context, work: Work<RfqRecord>): Promise<void> {
  const rfq = rfqFacts.parse(work.record);
  const notBought = new Set([
    ...rfq.items.flatMap(({ id, withdrawn }) => (withdrawn ? [id] : [])),
    ...[...work.lineInput].flatMap(([id, values]) => (tickedSchema.parse(values).not_bought === true ? [id] : [])),
  ]);
  const offers = await offersOf(context, rfq);
  const faults = awardFaults(rfq, { offers, notBought });
  // What the price book gets is compared: parts of one offer may fall into different scales.
  const awards = rfq.awards.map((award) => {
    const offer = offerFor(offers, award);
    if (!offer) return award;
    const { price, scales } = termsOf(offer);
    return { ...award, award_price: price, scales };
  });
  faults.push(...priceConflicts({ items: rfq.items, awards }), ...(await collectiveFaults(context, rfq, notBought)));
  if (notBought.size === rfq.items.length) faults.push("所有行都不采购，请流标");
  if (faults.length > 0)
    throw new AppError("invalid", {
      message: faults[0] ?? "",
      complaints: faults.map((message) => ({ field: "awards", message })),
    });
}

/** The draft of a price approval with what was awarded; prices become valid by it alone. */
export async function makePriceApproval(context: Context, work: Work<RfqRecord>): Promise<void> {
  await refuseAwardFaults(context, work);
  const rfq = rfqFacts.parse(work.record);
  const offers = await offersOf(context, rfq);
  const items = rfq.awards.flatMap((award) => {
    const item = rfq.items.find(({ line_no }) => line_no === award.item_no);
    const offer = offerFor(offers, award);
    if (!item || !offer) return [];
    const { price, scales } = termsOf(offer);
    return [
      {
        ...{ material_id: item.material_id, supplier_id: award.supplier_id, factory_id: item.factory_id },
        ...{ uom: item.uom, tax_rate: offer.taxRate, new_price: price, scales },
        credit_days: wonCredit(rfq, offer),
        annual_qty: shareOf(item.qty, award.share),
        ...{ valid_from: rfq.price_valid_from, valid_to: rfq.price_valid_to },
        note: noteOf(award, offer),
      },
    ];
  });
  const compared = rfq.awards.flatMap(({ item_no, award_price }) => {
    const last = rfq.items.find(({ line_no }) => line_no === item_no)?.last_price ?? null;
    return award_price === null ? [] : [{ price: award_price, last }];
  });
  const main = context.services.registry.mainScreen(PRICE);
  const screen = { ...main, initial: { ...main.initial, rfq_id: rfq.id } };
  const { id, number } = await createRecord(consequenceOf(context), {
    screen,
    values: {
      price_kind: priceKind(compared),
      ...{ source_type: "rfq", source_no: rfq.number, company_id: rfq.company_id },
      ...{ purchase_group_id: rfq.purchase_group_id, buyer_id: rfq.buyer_id, currency: rfq.currency },
      reason: `${rfq.title}：第${rfq.round_no}轮报价${new Set(offers.map(({ quoteId }) => quoteId)).size}家`,
      items: mergedAwards(items),
    },
  });
  await keepCompared(context, work.record, id);
  work.set({ price_no: number });
}

/** Days of credit an award was won with: as its supplier said, else as the inquiry asked for. */
function wonCredit({ payment_term }: { payment_term: string | null }, { creditDays }: Offer): number | null {
  return creditDays ?? daysOfTerm(payment_term);
}

/** Why it was not the lowest, by which scale it was awarded, and what duty comes on top. */
function noteOf(
  { not_lowest_reason, award_qty, award_price }: RfqFacts["awards"][number],
  { scaled, dutyRate, dutyOrigin }: Offer,
) {
  const byScale =
    scaled && award_qty !== null && award_price !== null
      ? `按定价数量${formatDecimal(award_qty)}适用阶梯价${formatDecimal(award_price)}`
      : null;
  const besides = [
    dutyRate && decimal(dutyRate).gt(0)
      ? `另缴关税${formatDecimal(dutyRate)}%${dutyOrigin ? "（按原产地）" : ""}`
      : null,
  ];
  return (
    [not_lowest_reason, byScale, ...besides]
      .filter((text) => text !== null && text !== "")
      .join("；")
      .slice(0, 300) || null
  );
}

/** What was compared goes with the prices as it is now: it is decided by it, whatever becomes of names, parameters and the market. */
async function keepCompared(context: Context, record: RfqRecord, priceId: string): Promise<void> {
  const why = "比价随核价单保存";
  const drawing = withRight(withRight(consequenceOf(context), "supplier-quote.get", why), "market-price.get", why);
  const sections = (await comparisonSections(drawing, record)).filter(isKept);
  await keepComparison(context, { entity: PRICE, recordId: priceId, cause: record.id }, sections);
}

function isKept(section: OwnSection): section is KeptSection {
  return section.kind === "table" || section.kind === "chart" || section.kind === "facts";
}

async function priceApprovalOf(context: Context, record: RfqRecord) {
  if (typeof record.price_no !== "string") return undefined;
  const [row] = await unscopedRows(
    context,
    PRICE,
    ["id", "number", "state"],
    [where.eq("rfq_id", record.id), where.eq("number", record.price_no)],
  );
  return row;
}

/** What is on its way to approval, or approved, is not taken back here. */
export async function backFindings(context: Context, record: RfqRecord): Promise<Finding[]> {
  const price = await priceApprovalOf(context, record);
  if (!price || price.state === "draft" || price.state === "rejected") return [];
  const text = `核价单${price.number ?? ""}已提交审批，请先撤回或退回核价单`;
  return [{ check: "price", level: "block", text }];
}

/** A draft nobody has submitted goes with the award; one that was refused stays as history. */
export async function dropDraft(context: Context, { record }: Work<RfqRecord>): Promise<void> {
  const price = await priceApprovalOf(context, record);
  if (price?.state !== "draft") return;
  const screen = context.services.registry.mainScreen(PRICE);
  await removeRecord(consequenceOf(context), { screen, id: price.id });
}

/** Every opened quote of every round is told how it ended. */
export async function settleQuotes(context: Context, rfq: RfqFacts, isFailed = false): Promise<void> {
  const quotes = (await quotesOf(context, { id: rfq.id }, [])).filter(({ state }) => state === "opened");
  if (quotes.length === 0) return;
  const lines = await unscopedLines(context, {
    entityKey: QUOTE,
    lines: "items",
    columns: ["root_id", "rfq_line"],
    where: [
      where.oneOf(
        "root_id",
        quotes.map(({ id }) => id),
      ),
      where.set("price"),
    ],
  });
  for (const quote of quotes) {
    const offered = lines.filter(({ root_id }) => root_id === quote.id).map(({ rfq_line }) => rfq_line);
    const isLast = quote.round_no === rfq.round_no;
    const outcome = outcomeOf({ supplierId: quote.supplier_id, lines: offered }, isFailed || !isLast ? [] : rfq.awards);
    // A supplier that was asked again hears of the last round alone.
    const isAskedAgain =
      !isLast && quotes.some((one) => one.supplier_id === quote.supplier_id && one.round_no > quote.round_no);
    if (!isAskedAgain) await moveQuotes(context, [quote.id], { name: outcome });
  }
}

const decidedSchema = z.object({ rfqId: z.string(), number: z.string(), state: z.string(), reason: z.string() });

/** The price approval has been decided: the inquiry ends with it, or the award is made anew. */
export async function priceDecided(context: Context, asked: unknown): Promise<null> {
  const { rfqId, number, state, reason } = decidedSchema.parse(asked);
  const [row] = await unscopedRows(context, KEY, ["id", "state", "price_no"], [where.eq("id", rfqId)]);
  if (row?.state !== "priced" || row.price_no !== number) return null;
  const system = consequenceOf(context);
  const entity = context.services.registry.entity(KEY);
  if (state === "approved" || state === "effective")
    await applyTransition(system, { entity, id: rfqId, name: "finish" });
  else if (state === "rejected")
    await applyTransition(system, {
      entity,
      id: rfqId,
      name: "back_award",
      reason: `核价单${number}已退回：${reason}`,
    });
  return null;
}

const comparedSchema = z.object({
  rfqId: z.string(),
  number: z.string(),
  items: z.array(
    z.object({
      material_id: z.string(),
      supplier_id: z.string(),
      factory_id: z.string().nullable(),
      new_price: z.string(),
      credit_days: z.number().nullable(),
      scales: z.array(z.object({ from_qty: z.string(), price: z.string() })),
    }),
  ),
});

/** Why a price approval does not say what its inquiry awarded; sentences. */
export async function differsFromAward(context: Context, asked: unknown): Promise<string[]> {
  const { rfqId, number, items } = comparedSchema.parse(asked);
  const columns = ["id", "number", "state", "price_no", "round_no", "payment_term"] as const;
  const [row] = await unscopedRows(context, KEY, columns, [where.eq("id", rfqId)]);
  if (row?.state !== "priced" || row.price_no !== number)
    return [`询价单${row?.number ?? ""}的定价结果已退回，请从询价单重新生成核价单`];
  const awards = await unscopedLines(context, {
    entityKey: KEY,
    lines: "awards",
    columns: ["item_no", "supplier_id", "award_price"],
    where: [where.eq("root_id", rfqId)],
  });
  const asks = await unscopedLines(context, {
    entityKey: KEY,
    lines: "items",
    columns: ["line_no", "material_id", "factory_id"],
    where: [where.eq("root_id", rfqId)],
  });
  const offers = await offersOf(context, row);
  return items.flatMap((line, index) => {
    const isAwarded = awards.some(({ item_no, supplier_id, award_price }) => {
      const item = asks.find(({ line_no }) => line_no === item_no);
      const offer = offerFor(offers, { item_no, supplier_id });
      const terms = offer ? termsOf(offer) : { price: award_price, scales: [] };
      return (
        item?.material_id === line.material_id &&
        item.factory_id === line.factory_id &&
        supplier_id === line.supplier_id &&
        terms.price !== null &&
        decimal(terms.price).eq(decimal(line.new_price)) &&
        sameScales(terms.scales, line.scales) &&
        (!offer || wonCredit(row, offer) === line.credit_days)
      );
    });
    return isAwarded ? [] : [`第${index + 1}行与询价单${row.number ?? ""}的定价结果不一致`];
  });
}
