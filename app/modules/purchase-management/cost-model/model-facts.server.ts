import { z } from "zod";
import type { Context } from "~/engine/context.server";
import type { RecordFor } from "~/engine/entity/entity-map";
import { indexReadings } from "~/engine/operations/market-price.server";
import { ask } from "~/engine/operations/published.server";
import type { AskedShouldCosts, ShouldCost } from "~/engine/operations/should-cost.server";
import { unscopedRows } from "~/engine/operations/unscoped.server";
import { intParameter, limitFor } from "~/engine/parameters.server";
import { dayOf } from "~/shared/calendar";
import { where } from "~/shared/condition";
import { selectFormulas, selectModels } from "./cost-model.query.server";
import { isNewMove, movedBy } from "./cost-model.rules";
import { costOf, indexCodesOf, type Readings } from "./costing.server";

type CostModelRecord = RecordFor<"purchase-management/cost-model">;

export const KEY = "purchase-management/cost-model";
const MARKET = "purchase-management/market-price";
const PRICES = "base-data/price-data";

const element = z.object({
  id: z.string().optional(),
  code: z.string(),
  name: z.string(),
  kind: z.string(),
  index_id: z
    .string()
    .nullish()
    .transform((value) => value ?? null),
  value: z
    .string()
    .nullish()
    .transform((value) => value ?? null),
  base: z
    .string()
    .nullish()
    .transform((value) => value ?? null),
  formula: z
    .string()
    .nullish()
    .transform((value) => value ?? null),
  show_to_supplier: z.boolean().optional(),
});

const typed = z.object({ formula: z.string(), currency: z.string(), elements: z.array(element) });
export type TypedModel = z.infer<typeof typed>;

const stored = typed.extend({
  id: z.string(),
  number: z.string().nullable(),
  name: z.string(),
  state: z.string(),
  material_id: z.string().nullable(),
  category_id: z.string().nullable(),
  factory_id: z.string().nullable(),
  base_uom: z.string(),
  valid_from: z.string(),
  valid_to: z.string().nullable(),
  should_cost: z.string().nullable(),
  adjust_trigger: z.string().nullable(),
  review_on: z.string().nullable(),
  elements: z.array(element.extend({ id: z.string(), amount: z.string().nullable() })),
  worth: z.array(z.object({ id: z.string(), day: z.string(), should_cost: z.string() })),
  moves: z.array(
    z.object({ id: z.string(), index_id: z.string(), since: z.string(), value: z.string(), told_on: z.string() }),
  ),
});
export type StoredModel = z.infer<typeof stored>;

/** What was typed so far, or null where something that is needed is missing: the form complains of that. */
export function typedModel(record: CostModelRecord): TypedModel | null {
  const read = typed.safeParse(record);
  return read.success ? read.data : null;
}

/** A model as it is stored. */
export const storedModel = (record: CostModelRecord): StoredModel => stored.parse(record);

/** What the indices of a model say on days. */
export function readingsFor(context: Context, model: TypedModel, days: readonly string[]): Promise<Readings> {
  const indexIds = model.elements.flatMap(({ index_id }) => (index_id === null ? [] : [index_id]));
  return ask(context, {
    entityKey: MARKET,
    name: "readings_on",
    input: { indexIds: [...new Set(indexIds)], codes: indexCodesOf(model), days },
    answer: indexReadings,
  });
}

/** Prices that were approved for the material of a model, in its unit and currency, the oldest first; none for a type of materials. */
export async function approvedPrices(context: Context, { material_id, factory_id, base_uom, currency }: StoredModel) {
  if (material_id === null) return [];
  const rows = await unscopedRows(
    context,
    PRICES,
    ["price", "valid_from", "valid_to"],
    [
      where.eq("material_id", material_id),
      where.eq("uom", base_uom),
      where.eq("currency", currency),
      where.empty("closed_on"),
      ...(factory_id === null ? [] : [where.any(where.empty("factory_id"), where.eq("factory_id", factory_id))]),
    ],
  );
  return rows.sort((a, b) => (a.valid_from < b.valid_from ? -1 : a.valid_from > b.valid_from ? 1 : 0));
}

/** How an index went since the last approved price. */
export interface Move {
  indexId: string;
  code: string;
  name: string;
  since: string;
  base: string;
  value: string;
  change: string;
  /** Beyond what the model takes for a reason to look at the price again. */
  isBeyond: boolean;
  /** And nobody was told of it yet. */
  isNew: boolean;
}

/** How the indices of a model went since its last approved price, or since it holds where there is none. */
export async function movesOf(context: Context, model: StoredModel): Promise<Move[]> {
  const today = dayOf(context.now);
  const prices = (await approvedPrices(context, model)).filter(({ valid_from }) => valid_from <= today);
  const since = prices.at(-1)?.valid_from ?? model.valid_from;
  if (since >= today) return [];
  const readings = await readingsFor(context, model, [since, today]);
  const trigger = model.adjust_trigger ?? String(await intParameter(context.services, "cost.triggerPercent"));
  return readings.flatMap((now) => {
    const base = readings.find(({ indexId, day }) => indexId === now.indexId && day === since)?.value ?? null;
    if (now.day !== today || now.value === null || base === null) return [];
    const told =
      model.moves.filter((move) => move.index_id === now.indexId && move.since === since).at(-1)?.value ?? null;
    const watched = { base, value: now.value, trigger };
    const { indexId, code, name } = now;
    return [
      {
        ...{ indexId, code, name, since, base, value: now.value },
        change: movedBy(now.value, base) ?? "0",
        isBeyond: isNewMove({ ...watched, told: null }),
        isNew: isNewMove({ ...watched, told }),
      },
    ];
  });
}

/** What materials should cost by the models that held; null where none fits. In a supplier's transaction nothing is found. */
export async function shouldCosts(context: Context, asked: AskedShouldCosts): Promise<(ShouldCost | null)[]> {
  if (context.actor.supplierId || asked.length === 0) return asked.map(() => null);
  const models = await selectModels(context.services.database.connection(), asked);
  if (models.length === 0) return asked.map(() => null);
  const initial = await limitFor(context, "cost.warnPercent");
  const byQuestion = new Map(models.map((model) => [model.n, model]));
  return asked.map((_one, n) => {
    const model = byQuestion.get(n);
    if (!model) return null;
    const { id, number, should_cost, warn_rate } = model;
    return { id, number, shouldCost: should_cost, warnPercent: warn_rate ?? String(initial) };
  });
}

/** What models say of their elements on a day, by id of the model and code of the element: money per unit. In a supplier's transaction nothing is found. */
export async function shouldElements(
  context: Context,
  ids: readonly string[],
  day: string,
): Promise<Map<string, ReadonlyMap<string, string>>> {
  if (context.actor.supplierId || ids.length === 0) return new Map();
  const rows = await selectFormulas(context.services.database.connection(), ids);
  const models = rows.map(({ id, ...own }) => ({ id, model: typed.parse(own) }));
  const indexIds = models.flatMap(({ model }) => model.elements.flatMap(({ index_id }) => index_id ?? []));
  const codes = models.flatMap(({ model }) => indexCodesOf(model));
  const isOfMarket = indexIds.length > 0 || codes.length > 0;
  const readings = isOfMarket
    ? await ask(context, {
        ...{ entityKey: MARKET, name: "readings_on", answer: indexReadings },
        input: { indexIds: [...new Set(indexIds)], codes: [...new Set(codes)], days: [day] },
      })
    : [];
  return new Map(models.map(({ id, model }) => [id, costOf(model, readings).amounts]));
}
