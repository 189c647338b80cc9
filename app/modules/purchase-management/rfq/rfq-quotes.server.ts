import { z } from "zod";
import { type Context, consequenceOf } from "~/engine/context.server";
import type { Work } from "~/engine/entity";
import type { ColumnOf, RecordFor, TransitionOf } from "~/engine/entity/entity-map";
import { notify } from "~/engine/notify/notify.server";
import { askedPriceSchema, foundPricesSchema } from "~/engine/operations/price-book.server";
import { ask } from "~/engine/operations/published.server";
import { linesOf, openRecord } from "~/engine/operations/records.server";
import { createRecord } from "~/engine/operations/save.server";
import { applyTogether, applyTransition } from "~/engine/operations/transition.server";
import { unscopedLines, unscopedRows } from "~/engine/operations/unscoped.server";
import { watchRecord } from "~/engine/operations/watch.server";
import { intParameter } from "~/engine/parameters.server";
import { openSealed } from "~/engine/sealing-fields/open.server";
import { chinaTime, dayOf } from "~/shared/calendar";
import { where } from "~/shared/condition";
import { type FullScale, priceAt } from "~/shared/price-scales";
import { templateOf } from "../quote-template/template-facts.server";
import { askedLine, bidsOf } from "./bids.server";
import { basisOf, offersBy, supplierTotals } from "./comparison.rules";
import { dutiesByOrigin } from "./origin-duty.server";
import { detailBefore, detailOf } from "./quote-detail.server";
import { quoteScales } from "./quote-scales.server";
import { hoursFrom, type InviteStatus, type Offer, rankText } from "./rfq.rules";

type RfqRecord = RecordFor<"purchase-management/rfq">;

export const KEY = "purchase-management/rfq";
export const QUOTE = "receiving/supplier-quote";
const BOOK = "base-data/price-data";
/** States of a quote that its supplier has sent or still works on. */
const LIVING: readonly string[] = ["draft", "withdrawn", "submitted", "declined"];

export const rfqFacts = z.object({
  id: z.string(),
  number: z.string().nullable(),
  state: z.string(),
  title: z.string(),
  mode: z.string(),
  company_id: z.string(),
  purchase_group_id: z.string(),
  buyer_id: z.string(),
  currency: z.string(),
  quote_scope: z.string(),
  template_id: z.string().nullable(),
  payment_term: z.string().nullable(),
  trade_term: z.string().nullable(),
  price_valid_from: z.string(),
  price_valid_to: z.string(),
  start_at: z.string(),
  deadline: z.string(),
  ask_until: z.string().nullable(),
  round_no: z.number(),
  min_suppliers: z.number().nullable(),
  show_rank: z.string(),
  sealing: z.string(),
  seal_id: z.string().nullable(),
  items: z.array(
    z.object({
      id: z.string(),
      line_no: z.number(),
      material_id: z.string(),
      spec: z.string().nullable(),
      factory_id: z.string(),
      qty: z.string(),
      uom: z.string(),
      required_date: z.string().nullable(),
      last_price: z.string().nullable(),
      not_bought: z.boolean(),
      withdrawn: z.boolean(),
      plan_line: z.string().nullable(),
      demand_line: z.string().nullable(),
      pool_line: z.string().nullable(),
    }),
  ),
  suppliers: z.array(
    z.object({
      id: z.string(),
      supplier_id: z.string(),
      invite_status: z.string().nullable(),
      decline_reason: z.string().nullable(),
      last_round: z.number().nullable(),
    }),
  ),
  questions: z.array(
    z.object({
      id: z.string(),
      question: z.string(),
      answered_at: z.string().nullable(),
      source_line: z.string().nullable(),
    }),
  ),
  awards: z.array(
    z.object({
      id: z.string(),
      item_no: z.number(),
      supplier_id: z.string(),
      share: z.string(),
      award_price: z.string().nullable(),
      award_qty: z.string().nullable(),
      split_qty: z.string().nullable(),
      not_lowest_reason: z.string().nullable(),
    }),
  ),
});
export type RfqFacts = z.infer<typeof rfqFacts>;

/** Quotes of an inquiry, of one round or of all; which columns may be shown decides whoever asks. */
export function quotesOf<const C extends ColumnOf<typeof QUOTE>>(
  context: Context,
  { id, round }: { id: string; round?: number },
  columns: readonly C[],
) {
  const ofRound = round === undefined ? [] : [where.eq("round_no", round)];
  return unscopedRows(
    context,
    QUOTE,
    ["id", "state", "supplier_id", "round_no", "decline_reason", "joined_at", ...columns],
    [where.eq("rfq_id", id), ...ofRound],
  );
}

/** When suppliers that have not quoted are reminded; nothing for moments that are over. */
async function reminders(context: Context, deadline: string) {
  const { services } = context;
  const first = hoursFrom(deadline, -(await intParameter(services, "rfq.remindFirstHours")));
  const last = hoursFrom(deadline, -(await intParameter(services, "rfq.remindLastHours")));
  const now = context.now.toISOString();
  const ahead = (at: string) => (at > now ? at : null);
  return { remind_first_at: ahead(first), remind_last_at: ahead(last) };
}

/** What the supplier sells us at today, by line. */
async function ownPrices(context: Context, rfq: RfqFacts, supplierId: string): Promise<(string | null)[]> {
  const day = dayOf(context.now);
  const { company_id: companyId, currency } = rfq;
  const input = rfq.items.map(({ material_id: materialId, factory_id: factoryId, qty: quantity }) =>
    askedPriceSchema.parse({ supplierId, materialId, factoryId, companyId, currency, day, quantity }),
  );
  const found = await ask(context, { entityKey: BOOK, name: "prices_for", input, answer: foundPricesSchema });
  return found.map((one) => one?.price ?? null);
}

/** What the supplier offered in the round before, by number of the line. */
async function offeredBefore(context: Context, rfq: RfqFacts, supplierId: string) {
  const before = await quotesOf(context, { id: rfq.id, round: rfq.round_no - 1 }, [
    "tax_rate",
    "credit_days",
    "contact_phone",
  ]);
  const quote = before.find((one) => one.supplier_id === supplierId && one.state === "opened");
  if (!quote) return null;
  const columns = [
    "id",
    "rfq_line",
    "qty",
    "price",
    "freight",
    "duty_rate",
    "origin",
    "moq",
    "lead_days",
    "offer_qty",
    "substitute",
    "no_quote",
  ] as const;
  const lines = await unscopedLines(context, {
    entityKey: QUOTE,
    lines: "items",
    columns,
    where: [where.eq("root_id", quote.id)],
  });
  const detail = await detailBefore(context, quote.id);
  const scales = await quoteScales(context, [quote.id]);
  const scaled = lines.map((line) => ({ ...line, scales: scales.get(line.id) ?? [] }));
  return { quote, lines: new Map(scaled.map((line) => [line.rfq_line, line])), detail };
}

/** What counted of an offer: its price for the quantity that is asked for. */
function priceAsked({ price, qty, scales }: { price: string | null; qty: string; scales: readonly FullScale[] }) {
  return price === null ? null : priceAt({ price, scales }, qty);
}

/** Each supplier gets a quote to fill in, which carries what it may know of the inquiry, and is told. */
export async function inviteSuppliers(context: Context, rfq: RfqFacts, supplierIds: readonly string[]): Promise<void> {
  const system = consequenceOf(context);
  const { registry } = context.services;
  const main = registry.mainScreen(QUOTE);
  const entity = registry.entity(QUOTE);
  const times = await reminders(context, rfq.deadline);
  const template = await templateOf(system, rfq.template_id);
  for (const supplierId of supplierIds) {
    const before = rfq.round_no > 1 ? await offeredBefore(system, rfq, supplierId) : null;
    const own = await ownPrices(system, rfq, supplierId);
    const screen = { ...main, initial: { ...main.initial, ...times } };
    const prices = new Map(rfq.items.map(({ line_no }, at) => [line_no, own[at] ?? null]));
    const { id, number } = await createRecord(system, {
      screen,
      values: {
        ...{ rfq_id: rfq.id, rfq_no: rfq.number, title: rfq.title, round_no: rfq.round_no, supplier_id: supplierId },
        ...{ company_id: rfq.company_id, purchase_group_id: rfq.purchase_group_id, quote_scope: rfq.quote_scope },
        ...{ currency: rfq.currency, payment_term: rfq.payment_term, trade_term: rfq.trade_term },
        ...{ price_valid_from: rfq.price_valid_from, price_valid_to: rfq.price_valid_to },
        ...{ start_at: rfq.start_at, deadline: rfq.deadline, ask_until: rfq.ask_until },
        ...{ sealing: rfq.sealing, seal_id: rfq.seal_id },
        ...(await detailOf(system, { template, items: rfq.items, before: before?.detail ?? null })),
        ...(before
          ? {
              ...{ tax_rate: before.quote.tax_rate, credit_days: before.quote.credit_days },
              contact_phone: before.quote.contact_phone,
            }
          : {}),
        items: rfq.items.map(({ line_no, material_id, spec, factory_id, qty, uom, required_date }) => {
          const {
            price = null,
            freight = null,
            duty_rate = null,
            origin = null,
            moq = null,
            lead_days = null,
            offer_qty = null,
            substitute = null,
            no_quote = false,
            scales = [],
          } = before?.lines.get(line_no) ?? {};
          return {
            ...{ rfq_line: line_no, material_id, spec, factory_id, qty, uom, required_date },
            ...{ price, freight, duty_rate, origin, moq, lead_days, offer_qty, substitute, no_quote, scales },
          };
        }),
      },
    });
    const paid = [...(before?.lines ?? [])].map(([line, one]) => [line, priceAsked(one)] as const);
    await noteOwnPrices(system, id, { prices, before: new Map(paid) });
    // Whoever publishes does not want to hear of every step of every supplier.
    if (context.actor.id) await watchRecord(system, { entity, id, on: false });
    await notify(context, {
      scenario: "quote.invited",
      toSuppliers: [supplierId],
      values: {
        ...{ number: number ?? "", rfq: rfq.number ?? "", title: rfq.title },
        ...{ deadline: chinaTime(rfq.deadline), round: String(rfq.round_no) },
      },
      record: { entity: QUOTE, id, number },
    });
  }
}

/** What nobody types: the supplier's present price and the one of the round before. */
async function noteOwnPrices(
  context: Context,
  id: string,
  { prices, before }: { prices: ReadonlyMap<number, string | null>; before: ReadonlyMap<number, string | null> },
): Promise<void> {
  const entity = context.services.registry.entity(QUOTE);
  const { record } = await openRecord(context, { entity, id, wanted: { labels: false } });
  const known = linesOf(record, "items").some(
    ({ rfq_line }) => prices.get(Number(rfq_line)) || before.get(Number(rfq_line)),
  );
  if (!known) return;
  const input = {
    prices: JSON.stringify(
      linesOf(record, "items").map(({ id: line, rfq_line }) => ({
        line,
        own: prices.get(Number(rfq_line)) ?? null,
        prev: before.get(Number(rfq_line)) ?? null,
      })),
    ),
  };
  await applyTransition(context, { entity, id, name: "note_prices", input });
}

/**
 * Makes the same transition of several quotes, as a consequence of what became of the inquiry.
 * @param move.inputOf what is said to each of them alone
 */
export async function moveQuotes(
  context: Context,
  ids: readonly string[],
  {
    name,
    inputOf,
    ...alike
  }: {
    name: TransitionOf<typeof QUOTE>;
    reason?: string;
    input?: Readonly<Record<string, unknown>>;
    inputOf?: (id: string) => Readonly<Record<string, unknown>>;
  },
): Promise<void> {
  const entity = context.services.registry.entity(QUOTE);
  const items = ids.map((id) => ({ ...alike, id, ...(inputOf ? { input: inputOf(id) } : {}) }));
  await applyTogether(consequenceOf(context), { entity, name, items });
}

/** All quotes of the round learn of a new deadline; those that ran out go on. */
export async function moveDeadline(
  context: Context,
  rfq: RfqFacts,
  { deadline, reason }: { deadline: string; reason: string | null },
) {
  const quotes = await quotesOf(context, { id: rfq.id, round: rfq.round_no }, []);
  const expired = quotes.filter(({ state }) => state === "expired").map(({ id }) => id);
  await moveQuotes(context, expired, { name: "reopen" });
  const living = quotes.filter(({ id, state }) => LIVING.includes(state) || expired.includes(id)).map(({ id }) => id);
  const input = { deadline, ...(await reminders(context, deadline)) };
  await moveQuotes(context, living, { name: "set_deadline", input, ...(reason === null ? {} : { reason }) });
}

const STATUS_OF: Readonly<Record<string, InviteStatus>> = {
  declined: "declined",
  submitted: "quoted",
  opened: "quoted",
  won: "quoted",
  part_won: "quoted",
  lost: "quoted",
  void: "quoted",
  expired: "overdue",
};

const statusOf = ({ state, joined_at }: { state: string; joined_at: string | null }): InviteStatus =>
  STATUS_OF[state] ?? (joined_at === null ? "pending" : "joined");

/** What suppliers have done on their quotes that the inquiry does not say yet: answers and questions, no price. */
export async function news(context: Context, rfq: RfqFacts) {
  const quotes = await quotesOf(context, { id: rfq.id, round: rfq.round_no }, []);
  const statuses = rfq.suppliers.flatMap((line) => {
    const quote = quotes.find(({ supplier_id }) => supplier_id === line.supplier_id);
    if (!quote) return [];
    const status = statusOf(quote);
    const isSame = line.invite_status === status && line.decline_reason === quote.decline_reason;
    return isSame ? [] : [{ id: line.id, invite_status: status, decline_reason: quote.decline_reason }];
  });
  const known = new Set(rfq.questions.map(({ source_line }) => source_line));
  const asked =
    quotes.length === 0
      ? []
      : await unscopedLines(context, {
          entityKey: QUOTE,
          lines: "questions",
          columns: ["id", "root_id", "question", "asked_at"],
          where: [
            where.oneOf(
              "root_id",
              quotes.map(({ id }) => id),
            ),
          ],
        });
  const supplierOf = new Map(quotes.map(({ id, supplier_id }) => [id, supplier_id]));
  const questions = asked
    .filter(({ id }) => !known.has(id))
    .map(({ id, root_id, question, asked_at }) => ({
      ...{ source_line: id, supplier_id: supplierOf.get(root_id) ?? null, question, asked_at },
    }));
  const quoted = quotes.filter((one) => statusOf(one) === "quoted").length;
  const isAnswered =
    quotes.length > 0 && quotes.every((one) => ["quoted", "declined", "overdue"].includes(statusOf(one)));
  return { statuses, questions, quoted, invited: quotes.length, isAnswered };
}

/** Writes what is new down; the effect of the transitions that look at it. */
export async function noteNews(context: Context, work: Work<RfqRecord>): Promise<void> {
  const { statuses, questions } = await news(context, rfqFacts.parse(work.record));
  for (const { id, ...values } of statuses) work.setLine("suppliers", id, values);
  for (const one of questions) work.append("questions", one);
}

/** The inquiry catches up with its quotes; the buyer hears when nobody is left to answer. */
export async function followQuotes(context: Context, record: RfqRecord): Promise<boolean> {
  if (record.state !== "published") return false;
  const rfq = rfqFacts.parse(record);
  const found = await news(context, rfq);
  if (found.statuses.length === 0 && found.questions.length === 0) return false;
  const entity = context.services.registry.entity(KEY);
  await applyTransition(consequenceOf(context), { entity, id: rfq.id, name: "follow" });
  if (found.isAnswered && found.statuses.length > 0)
    await notify(context, {
      scenario: "rfq.all-answered",
      to: [rfq.buyer_id],
      values: { number: rfq.number ?? "", title: rfq.title, quoted: String(found.quoted) },
      record: { entity: KEY, id: rfq.id, number: rfq.number },
    });
  return true;
}

/** Nobody sends, takes back or changes a quote any more; whoever did not quote is late. */
export async function closeQuotes(context: Context, work: Work<RfqRecord>): Promise<void> {
  const rfq = rfqFacts.parse(work.record);
  const quotes = await quotesOf(context, { id: rfq.id, round: rfq.round_no }, []);
  const idsIn = (states: readonly string[]) => quotes.filter(({ state }) => states.includes(state)).map(({ id }) => id);
  await moveQuotes(context, idsIn(["draft", "withdrawn"]), { name: "expire" });
  if (context.now.toISOString() < rfq.deadline)
    await moveQuotes(context, idsIn(["submitted", "declined"]), { name: "freeze" });
  await noteNews(context, work);
  const quoted = idsIn(["submitted"]).length;
  const least = rfq.min_suppliers ?? 1;
  const about = { number: rfq.number ?? "", title: rfq.title, quoted: String(quoted) };
  const target = { to: [rfq.buyer_id], record: { entity: KEY, id: rfq.id, number: rfq.number } };
  if (quoted < least)
    await notify(context, { scenario: "rfq.too-few", ...target, values: { ...about, least: String(least) } });
  else
    await notify(context, { scenario: "rfq.closed", ...target, values: { ...about, invited: String(quotes.length) } });
}

/** What was offered for the lines, in the present round, once it is open. */
export async function offersOf(
  context: Context,
  rfq: Pick<RfqFacts, "id" | "round_no">,
  of: "open" | "shown" = "open",
): Promise<Offer[]> {
  const states = of === "open" ? ["opened"] : ["opened", "won", "part_won", "lost"];
  const quotes = (
    await quotesOf(context, { id: rfq.id, round: rfq.round_no }, ["tax_rate", "credit_days", "opened_at"])
  ).filter(({ state, opened_at }) => opened_at !== null && states.includes(state));
  return (await bidsOf(context, quotes)).map(({ bid }) => bid);
}

/** All quotes become readable at one moment, with their ranks. */
export async function openQuotes(context: Context, work: Work<RfqRecord>): Promise<void> {
  const rfq = rfqFacts.parse(work.record);
  const submitted = ({ state }: { state: string }) => state === "submitted";
  const sent = (await quotesOf(context, { id: rfq.id, round: rfq.round_no }, [])).filter(submitted);
  const entity = context.services.registry.entity(QUOTE);
  await openSealed(consequenceOf(context), { entity, ids: sent.map(({ id }) => id), privateKey: null });
  const columns = ["tax_rate", "credit_days"] as const;
  const quotes = (await quotesOf(context, { id: rfq.id, round: rfq.round_no }, columns)).filter(submitted);
  const duties = await dutiesByOrigin(context, quotes);
  const bids = (await bidsOf(context, quotes, new Map(duties.map(({ line, rate }) => [line, rate])))).map(
    ({ bid }) => bid,
  );
  // Neither what money costs nor the term of payment changes a rank.
  const basis = basisOf(bids, { capitalRate: "0", term: null });
  const ranks = new Map(
    supplierTotals(rfq.items.map(askedLine), offersBy(bids, basis)).map((total) => [total.supplierId, total]),
  );
  const inputOf = (id: string) => {
    const total = ranks.get(quotes.find((quote) => quote.id === id)?.supplier_id ?? "");
    const { rank = null, gap = null } = total ?? {};
    const own = duties.flatMap(({ quoteId, line, rate }) => (quoteId === id ? [{ line, rate }] : []));
    return {
      ...{ rank, rank_text: rankText(rfq.show_rank, rank === null || gap === null ? undefined : { rank, gap }) },
      ...(own.length > 0 ? { duties: JSON.stringify(own) } : {}),
    };
  };
  const ids = quotes.map(({ id }) => id);
  await moveQuotes(context, ids, { name: "open", inputOf });
}
