import { createHash } from "node:crypto";
import { z } from "zod";
import type { Context } from "~/engine/context.server";
import type { RecordFor } from "~/engine/entity/entity-map";
import { ask } from "~/engine/operations/published.server";
import { type SharesFound, sharesFound } from "~/engine/operations/quota-split.server";
import { intParameter } from "~/engine/parameters.server";
import { dayOf } from "~/shared/calendar";
import { decimal } from "~/shared/decimal";
import type { AwardPart, AwardProblem, Source } from "./best-award.rules";
import { askedLine, bidsOf } from "./bids.server";
import { basisOf, percentOf } from "./comparison.rules";
import { isCompared } from "./comparison.server";
import { quotesOf, type RfqFacts, rfqFacts } from "./rfq-quotes.server";

type RfqRecord = RecordFor<"purchase-management/rfq">;

const SHARES = "base-data/source-percentage";
const GATE = "supplier-management/gate-exemption";
const gateReasons = z.array(z.object({ severity: z.string() }));

/** Opened quotes of the present round, and by what they are told from others. */
async function openedQuotes(context: Context, { id, round_no }: Pick<RfqFacts, "id" | "round_no">) {
  const quotes = await quotesOf(context, { id, round: round_no }, ["opened_at", "tax_rate", "credit_days", "version"]);
  return quotes.filter(isCompared);
}

function markOf(round: number, quotes: readonly { id: string; version: number }[]): string {
  const written = quotes.map(({ id, version }) => `${id} ${version}`).sort();
  return createHash("sha256")
    .update(JSON.stringify([round, written]))
    .digest("hex");
}

/** Which quotes an inquiry has now, as one word: another one means that something was offered anew or taken back. */
export async function quotesMark(context: Context, rfq: Pick<RfqFacts, "id" | "round_no">): Promise<string> {
  return markOf(rfq.round_no, await openedQuotes(context, rfq));
}

/**
 * Whether a proposal still speaks of what is offered, told by the quotes alone: the same, others (a round was begun, or something was taken
 * back), or settled, when nothing is awarded any more.
 */
export async function quotesStanding(
  context: Context,
  was: { id: string; round: number; mark: string | null },
): Promise<"same" | "others" | "settled"> {
  const quotes = await quotesOf(context, { id: was.id }, ["opened_at", "version"]);
  if (quotes.some(({ state }) => ["won", "part_won", "lost"].includes(state))) return "settled";
  if (quotes.some(({ round_no }) => round_no > was.round)) return "others";
  const opened = quotes.filter((quote) => quote.round_no === was.round && isCompared(quote));
  return markOf(was.round, opened) === was.mark ? "same" : "others";
}

/** Why no award can be proposed for an inquiry now; null: one can. */
export function whyNotProposed({ state, opened_at }: RfqRecord): string | null {
  if (state === "opened" && typeof opened_at === "string") return null;
  return state === "published" || state === "closed" || state === "draft" || state === "in_approval"
    ? "询价单还没有开启报价，开启后才能计算"
    : "询价单不在比价中，不能计算";
}

/** Who delivers each line today, by which shares, and who may. */
async function sourcesOf(
  context: Context,
  rfq: RfqFacts,
  offered: readonly Source[],
): Promise<Pick<AwardProblem, "quotas" | "incumbents" | "approved">> {
  const day = dayOf(context.now);
  const itemOf = new Map(rfq.items.map((item) => [item.line_no, item]));
  const placed = offered.flatMap(({ line, supplierId }) => {
    const item = itemOf.get(line);
    return item ? [{ line, supplierId, materialId: item.material_id, factoryId: item.factory_id, day }] : [];
  });
  const { shares, mayDeliver }: SharesFound = await ask(context, {
    entityKey: SHARES,
    name: "sharesAt",
    input: {
      lines: rfq.items.map(({ material_id: materialId, factory_id: factoryId }) => ({ materialId, factoryId, day })),
      places: placed.map(({ materialId, supplierId, factoryId }) => ({ materialId, supplierId, factoryId, day })),
    },
    answer: sharesFound,
  });
  const quotas = rfq.items.flatMap(({ line_no: line }, at) =>
    (shares[at] ?? []).map(({ supplierId, percent }) => ({ line, supplierId, percent })),
  );
  const refused = await refusedByGate(context, rfq, placed);
  return {
    quotas,
    incumbents: quotas.map(({ line, supplierId }) => ({ line, supplierId })),
    approved: placed
      .filter((place, at) => mayDeliver[at] === true && !refused.has(gateKey(place)))
      .map(({ line, supplierId }) => ({ line, supplierId })),
  };
}

interface Placed {
  supplierId: string;
  materialId: string;
  factoryId: string;
}

const gateKey = ({ supplierId, materialId, factoryId }: Placed) => `${supplierId} ${materialId} ${factoryId}`;

/** Where the gate keeps a supplier from an award, asked as the price approval asks it: for all of a supplier's lines first. */
async function refusedByGate(context: Context, rfq: RfqFacts, placed: readonly Placed[]): Promise<Set<string>> {
  const isRefused = async (places: readonly Placed[]) => {
    const [first] = places;
    if (!first) return false;
    const reasons = await ask(context, {
      entityKey: GATE,
      name: "gate",
      input: {
        ...{ action: "award", supplierId: first.supplierId, factoryId: first.factoryId, companyId: rfq.company_id },
        materialIds: [...new Set(places.map(({ materialId }) => materialId))],
      },
      answer: gateReasons,
    });
    return reasons.some(({ severity }) => severity === "refuse");
  };
  const groups = new Map<string, Placed[]>();
  for (const place of placed) {
    const key = `${place.supplierId} ${place.factoryId}`;
    groups.set(key, [...(groups.get(key) ?? []), place]);
  }
  const refused = new Set<string>();
  for (const places of groups.values()) {
    if (!(await isRefused(places))) continue;
    for (const place of places) if (places.length === 1 || (await isRefused([place]))) refused.add(gateKey(place));
  }
  return refused;
}

/** What an award of an inquiry is proposed from. */
export interface AwardFacts {
  rfq: RfqFacts;
  problem: AwardProblem;
  mark: string;
  /** What was filled in by hand. */
  manual: AwardPart[];
}

/** Everything a proposal is made from, as it is at this moment; for the system, whoever is shown the outcome. */
export async function readAwardFacts(context: Context, record: RfqRecord): Promise<AwardFacts> {
  const rfq = rfqFacts.parse(record);
  const quotes = await openedQuotes(context, rfq);
  const bids = (await bidsOf(context, quotes)).map(({ bid }) => bid).filter(({ price }) => decimal(price).gt(0));
  const capitalRate = percentOf(await intParameter(context.services, "rfq.capitalRate"));
  const sources = await sourcesOf(context, rfq, bids);
  return {
    rfq,
    mark: markOf(rfq.round_no, quotes),
    manual: rfq.awards.map(({ item_no: line, supplier_id: supplierId, share }) => ({ line, supplierId, share })),
    problem: {
      ...{ lines: rfq.items.map(askedLine), bids, ...sources },
      basis: basisOf(bids, { capitalRate, term: rfq.payment_term }),
    },
  };
}
