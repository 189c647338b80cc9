import type { Context } from "~/engine/context.server";
import type { AnyLine } from "~/engine/entity";
import { choiceLabel } from "~/engine/entity/dictionary";
import { type MarketValue, marketValuesSchema } from "~/engine/operations/market-price.server";
import { ask } from "~/engine/operations/published.server";
import { shouldCostsSchema } from "~/engine/operations/should-cost.server";
import { dayOf } from "~/shared/calendar";
import { marketNote } from "./account-price.rules";

const MARKET = "purchase-management/market-price";
const COST = "purchase-management/cost-model";

/** A line of which it is known what is bought, and since when the price it replaces holds. */
export interface MarketLine {
  line: AnyLine;
  materialId: string;
  oldDay: string | null;
}

function unitOf({ currency, uom }: MarketValue): string {
  return `${currency}/${choiceLabel({ label: "单位", dictionary: "uom" }, uom)}`;
}

/**
 * What the market says of each line today, and how it went since the old price began. It stays as it was read: whoever approves sees what the
 * buyer saw, also where a value was corrected since.
 */
export async function fillMarket(context: Context, known: readonly MarketLine[]): Promise<void> {
  if (known.length === 0) return;
  const today = dayOf(context.now);
  const questions = known.flatMap(({ materialId, oldDay }) => [
    { materialId, day: today },
    // A price that is still to begin is compared with today.
    { materialId, day: oldDay !== null && oldDay < today ? oldDay : today },
  ]);
  const answers = await ask(context, {
    entityKey: MARKET,
    name: "values_on",
    input: questions,
    answer: marketValuesSchema,
  });
  for (const [index, { line, oldDay }] of known.entries()) {
    const [present] = answers[2 * index] ?? [];
    if (!present) continue;
    const former =
      oldDay !== null && oldDay < today
        ? answers[2 * index + 1]?.find(({ indexId }) => indexId === present.indexId)
        : undefined;
    line.market_value = present.value;
    line.market_note = marketNote(present, unitOf(present), former ? { day: oldDay ?? "", value: former.value } : null);
  }
}

/** A line of which it is known what is bought, and where. */
export interface CostedLine {
  line: AnyLine;
  materialId: string;
  factoryId: string | null;
}

/** What each line should cost today, by the model that fits in its unit and currency. */
export async function fillShouldCosts(context: Context, currency: string, known: readonly CostedLine[]): Promise<void> {
  const measured = known.flatMap(({ line, ...place }) =>
    typeof line.uom === "string" ? [{ line, uom: line.uom, ...place }] : [],
  );
  if (measured.length === 0) return;
  const day = dayOf(context.now);
  const answers = await ask(context, {
    entityKey: COST,
    name: "should_costs",
    input: measured.map(({ line: _line, ...place }) => ({ ...place, currency, day })),
    answer: shouldCostsSchema,
  });
  for (const [index, { line }] of measured.entries()) line.should_cost = answers[index]?.shouldCost ?? null;
}
