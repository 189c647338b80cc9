import { may } from "~/engine/access/permissions";
import type { Context } from "~/engine/context.server";
import type { Value } from "~/engine/entity";
import type { RecordFor } from "~/engine/entity/entity-map";
import { type MarketValue, marketValuesSchema } from "~/engine/operations/market-price.server";
import { ask } from "~/engine/operations/published.server";
import type { ShouldCost } from "~/engine/operations/should-cost.server";
import { unscopedLines, unscopedRows } from "~/engine/operations/unscoped.server";
import { intParameter } from "~/engine/parameters.server";
import { dayOf } from "~/shared/calendar";
import { where } from "~/shared/condition";
import { decimal } from "~/shared/decimal";
import { shouldCosts } from "../cost-model/model-facts.server";
import { askedLine, bidsOf, type OpenQuote } from "./bids.server";
import { type AskedLine, type Basis, type Bid, basisOf, changeOf, offersBy, percentOf } from "./comparison.rules";
import { type ElementFacts, readElements } from "./comparison-elements.server";
import type { OddLimits } from "./comparison-oddities.rules";
import { lowestScenario } from "./comparison-ways.rules";
import { type LastPrice, lastPricesOf } from "./last-price.server";
import { lowGraded, unitSwaps } from "./odd-offers.server";
import { bundleQuantities } from "./rfq-collective.server";
import { KEY, QUOTE, quotesOf, type RfqFacts, rfqFacts } from "./rfq-quotes.server";

type RfqRecord = RecordFor<"purchase-management/rfq">;

/** The view of opened inquiries by their quotes. */
export const COMPARISON = "purchase-management/rfq-comparison";
/** The view of inquiries that bundle several factories. */
const COLLECTIVE = "purchase-management/rfq-collective";
/** States of a quote that was sent, whatever became of it. */
const SENT: readonly string[] = ["submitted", "opened", "won", "part_won", "lost", "void"];
/** States of a quote whose prices are compared. */
const COMPARED: readonly string[] = ["opened", "won", "part_won", "lost"];
const MARKET = "purchase-management/market-price";
/** A quote that was opened, whatever became of it. */
export function isCompared({ state, opened_at }: { state: string; opened_at: string | null }): boolean {
  return opened_at !== null && COMPARED.includes(state);
}

/** Columns of both lists that are not stored: who has answered, and what the opened quotes come to. */
export async function rfqColumns(
  context: Context,
  screen: string,
  ids: readonly string[],
): Promise<Map<string, Record<string, Value>>> {
  const rounds = await unscopedRows(context, KEY, ["id", "round_no"], [where.oneOf("id", ids)]);
  const roundOf = new Map(rounds.map(({ id, round_no }) => [id, round_no]));
  const columns = ["id", "rfq_id", "round_no", "state", "supplier_id", "tax_rate", "credit_days", "opened_at"] as const;
  const all = await unscopedRows(context, QUOTE, columns, [where.oneOf("rfq_id", ids)]);
  const quotes = all.filter(({ rfq_id, round_no }) => rfq_id !== null && roundOf.get(rfq_id) === round_no);
  const isShown = screen === COMPARISON && may(context.actor.permissions, "supplier-quote.query");
  const totals = isShown ? await totalsOf(context, ids, quotes) : new Map<string, Record<string, Value>>();
  const bundled = screen === COLLECTIVE ? await bundleQuantities(context, ids) : new Map<string, string>();
  return new Map(
    rounds.map(({ id }): [string, Record<string, Value>] => {
      const own = quotes.filter(({ rfq_id }) => rfq_id === id);
      const sent = own.filter(({ state }) => SENT.includes(state)).length;
      const bundle = bundled.get(id);
      const progress = own.length === 0 ? null : `${sent}/${own.length}`;
      return [id, { progress, ...(bundle === undefined ? {} : { bundle_qty: bundle }), ...totals.get(id) }];
    }),
  );
}

/** What each inquiry comes to at the lowest of each line, and at last prices. */
async function totalsOf(
  context: Context,
  ids: readonly string[],
  quotes: readonly (OpenQuote & { rfq_id: string | null; state: string; opened_at: string | null })[],
): Promise<Map<string, Record<string, Value>>> {
  const items = await unscopedLines(context, {
    entityKey: KEY,
    lines: "items",
    columns: ["root_id", "line_no", "qty", "last_price", "not_bought"],
    where: [where.oneOf("root_id", ids)],
  });
  const rfqOf = new Map(quotes.map(({ id, rfq_id }) => [id, rfq_id]));
  const bids = await bidsOf(context, quotes.filter(isCompared));
  return new Map(
    ids.flatMap((id): [string, Record<string, Value>][] => {
      const lines = items.filter(({ root_id }) => root_id === id).map(askedLine);
      const own = bids.flatMap(({ quoteId, bid }) => (rfqOf.get(quoteId) === id ? [bid] : []));
      if (own.length === 0) return [];
      // The term of payment does not change which offer is the lowest.
      const lowest = lowestScenario(lines, offersBy(own, basisOf(own, { capitalRate: "0", term: null })));
      return [[id, { best_total: lowest.amount, last_total: lowest.last, saving: lowest.saving }]];
    }),
  );
}

/** What the market says of a line, and how far it went since the last price began. */
export interface MarketNews {
  value: MarketValue;
  since: { day: string; change: string } | null;
}

/** Everything the page of a comparison shows, read in few statements whatever the inquiry's size. */
export interface ComparisonFacts {
  rfq: RfqFacts;
  lines: AskedLine[];
  /** Of the present round. */
  bids: Bid[];
  /** Of all rounds. */
  allBids: Bid[];
  /** Suppliers that answered in the present round, and until when what they said holds. */
  suppliers: { id: string; validTo: string | null }[];
  sent: number;
  invited: number;
  basis: Basis;
  limits: OddLimits;
  /** Suppliers of the round that are graded low today, and what is said of it. */
  lowGraded: readonly { id: string; text: string }[];
  /** By id of the line. */
  last: ReadonlyMap<string, LastPrice>;
  market: ReadonlyMap<string, MarketNews>;
  /** What lines should cost by the models that held on the day of the opening, by id of the line. */
  shouldCosts: ReadonlyMap<string, ShouldCost>;
  /** What quotes of the present round say beside their prices. */
  elements: ElementFacts;
}

/** Null while nothing is opened, and for whoever may not read quotes. */
export async function readComparison(context: Context, record: RfqRecord): Promise<ComparisonFacts | null> {
  if (typeof record.opened_at !== "string" || !may(context.actor.permissions, "supplier-quote.get")) return null;
  const rfq = rfqFacts.parse(record);
  const quotes = await quotesOf(context, { id: rfq.id }, ["opened_at", "tax_rate", "credit_days", "valid_to"]);
  const ofRound = quotes.filter(({ round_no }) => round_no === rfq.round_no);
  const open = quotes.filter(isCompared);
  const allBids = (await bidsOf(context, open)).map(({ bid }) => bid);
  const bids = allBids.filter(({ round }) => round === rfq.round_no);
  if (!bids.some(({ price }) => decimal(price).gt(0))) return null;
  const { services, session } = context;
  const version = session?.permissionVersion;
  const capitalRate = percentOf(await intParameter(services, "rfq.capitalRate", version));
  const last = await lastDays(context, rfq, record);
  const day = dayOf(new Date(record.opened_at));
  const should = await shouldCostsOf(context, rfq, day);
  const compared = open.filter(({ round_no }) => round_no === rfq.round_no);
  const swaps = await unitSwaps(context, rfq);
  return {
    ...{ rfq, bids, allBids, last, shouldCosts: should },
    elements: await readElements(context, { rfq, quotes: compared, shouldCosts: should, day }),
    lines: rfq.items.map((item) => ({ ...askedLine(item), swaps: swaps.get(item.line_no) ?? [] })),
    lowGraded: await lowGraded(
      context,
      compared.map(({ supplier_id }) => supplier_id),
    ),
    suppliers: compared.map(({ supplier_id, valid_to }) => ({ id: supplier_id, validTo: valid_to })),
    sent: ofRound.filter(({ state }) => SENT.includes(state)).length,
    invited: ofRound.length,
    basis: basisOf(bids, { capitalRate, term: rfq.payment_term }),
    limits: {
      warnPercent: await intParameter(services, "rfq.warnPercent", version),
      slipPercent: await intParameter(services, "rfq.slipPercent", version),
      tailLines: await intParameter(services, "rfq.tailLines", version),
    },
    market: await marketOf(context, rfq, { day, last }),
  };
}

/** Since when the last prices hold, as the book said when suppliers were asked: only where it still says the price the inquiry noted. */
async function lastDays(context: Context, rfq: RfqFacts, record: RfqRecord): Promise<Map<string, LastPrice>> {
  const published = typeof record.published_at === "string" ? new Date(record.published_at) : context.now;
  const found = await lastPricesOf(context, {
    lines: rfq.items
      .filter(({ last_price }) => last_price !== null)
      .map(({ id, material_id, factory_id, qty }) => ({ id, qty, materialId: material_id, factoryId: factory_id })),
    supplierIds: rfq.suppliers.map(({ supplier_id }) => supplier_id),
    ...{ companyId: rfq.company_id, currency: rfq.currency, day: dayOf(published) },
  });
  const isSame = (id: string, price: string) => {
    const noted = rfq.items.find((item) => item.id === id)?.last_price ?? null;
    return noted !== null && decimal(noted).eq(decimal(price));
  };
  return new Map([...found].filter(([id, { price }]) => isSame(id, price)));
}

/** By models in the unit and currency of each line. */
async function shouldCostsOf(context: Context, rfq: RfqFacts, day: string): Promise<Map<string, ShouldCost>> {
  if (!may(context.actor.permissions, "cost-model.get")) return new Map();
  const { currency } = rfq;
  const found = await shouldCosts(
    context,
    rfq.items.map(({ material_id: materialId, factory_id: factoryId, uom }) => ({
      ...{ materialId, factoryId, uom, currency, day },
    })),
  );
  return new Map(
    rfq.items.flatMap(({ id }, at): [string, ShouldCost][] => {
      const one = found[at];
      return one ? [[id, one]] : [];
    }),
  );
}

/** Read on the day of the opening, so that whoever looks later sees what the buyer saw. */
async function marketOf(
  context: Context,
  rfq: RfqFacts,
  { day, last }: { day: string; last: ReadonlyMap<string, LastPrice> },
): Promise<Map<string, MarketNews>> {
  if (!may(context.actor.permissions, "market-price.get")) return new Map();
  const dayOfLine = (id: string) => {
    const began = last.get(id)?.validFrom;
    return began !== undefined && began < day ? began : null;
  };
  const answers = await ask(context, {
    entityKey: MARKET,
    name: "values_on",
    input: rfq.items.flatMap(({ id, material_id: materialId }) => [
      { materialId, day },
      { materialId, day: dayOfLine(id) ?? day },
    ]),
    answer: marketValuesSchema,
  });
  return new Map(
    rfq.items.flatMap(({ id }, at): [string, MarketNews][] => {
      const [value] = answers[2 * at] ?? [];
      if (!value) return [];
      const began = dayOfLine(id);
      const former = began === null ? undefined : answers[2 * at + 1]?.find(({ indexId }) => indexId === value.indexId);
      const change = former ? changeOf(value.value, former.value) : null;
      return [[id, { value, since: began !== null && change !== null ? { day: began, change } : null }]];
    }),
  );
}
