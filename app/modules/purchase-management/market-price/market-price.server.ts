import { type Context, consequenceOf } from "~/engine/context.server";
import type { Work } from "~/engine/entity";
import type { RecordFor } from "~/engine/entity/entity-map";
import type { EntityServer, Finding, Published, SaveWork } from "~/engine/entity/server-hooks";
import { labelsOf } from "~/engine/operations/labels.server";
import { askedMarketValues, askedReadings } from "~/engine/operations/market-price.server";
import { applyTransition } from "~/engine/operations/transition.server";
import { intParameter, limitFor } from "~/engine/parameters.server";
import { closeTasks, openTask } from "~/engine/tasks/tasks.server";
import { measureText } from "../market-index/measure";
import {
  holdSeries,
  selectAround,
  selectMeasures,
  selectPrevious,
  selectReadings,
  selectValuesOn,
} from "./market-price.query.server";
import { changeRate, jumpSentence, rateText, standingOf, toRestate } from "./market-price.rules";
import { seriesChart } from "./series.server";

type MarketPriceRecord = RecordFor<"purchase-management/market-price">;

const KEY = "purchase-management/market-price";
const INDEX = "purchase-management/market-index";
/** Moves after which what follows is compared with another value. */
const MOVES: readonly string[] = ["confirm", "refuse", "correct"];

/** Compares a value with the last one that counts before its day, and says whether it counts itself. */
async function judged(context: Context, indexId: string, day: string, value: string) {
  await holdSeries(context.services.database.connection(), indexId);
  const previous_value = await selectPrevious(context.services.database.connection(), indexId, day);
  const limit = await intParameter(context.services, "market.changeWarn");
  return { previous_value, standing: standingOf({ value, previous_value }, limit) };
}

async function judge({ context, record, before, set }: SaveWork<MarketPriceRecord>): Promise<void> {
  const { index_id, price_date, value } = record;
  const isMoved = (["index_id", "price_date", "value"] as const).some((name) => before?.[name] !== record[name]);
  if (!isMoved || typeof index_id !== "string" || typeof price_date !== "string" || typeof value !== "string") return;
  set(await judged(context, index_id, price_date, value));
}

/** What lies behind a day says what it is compared with; the series is held already. */
async function restateBehind(context: Context, record: MarketPriceRecord): Promise<void> {
  const day = String(record.price_date);
  const rows = await selectAround(context.services.database.connection(), String(record.index_id), day);
  const entity = context.services.registry.entity(KEY);
  for (const { id, previous } of toRestate(rows, day))
    await applyTransition(consequenceOf(context), {
      entity,
      id,
      name: "restate",
      input: previous === null ? {} : { previous_value: previous },
    });
}

const compared = (record: MarketPriceRecord) => ({
  value: String(record.value),
  previous_value: typeof record.previous_value === "string" ? record.previous_value : null,
});

/**
 * What waits is a task of whoever confirms, until it counts or was sent back: the list of rows that wait by their state does not know of it.
 */
async function settleTask(context: Context, record: MarketPriceRecord): Promise<void> {
  await closeTasks(context, { entity: KEY, recordId: record.id });
  if (record.standing !== "waiting") return;
  const indexId = String(record.index_id);
  const labels = await labelsOf(context, context.services.registry.entity(INDEX), [indexId]);
  await openTask(context, {
    title: `确认行情价格：${labels.get(indexId) ?? ""} ${String(record.price_date)}，较上期${rateText(changeRate(compared(record)) ?? "0")}`,
    entity: KEY,
    recordId: record.id,
    role: "purchase_manager",
    due: null,
  });
}

/** A value that counts no more, or another one, is what the next ones are compared with. */
async function settle(context: Context, record: MarketPriceRecord): Promise<void> {
  await settleTask(context, record);
  await restateBehind(context, record);
}

async function correct(context: Context, { record, input, set }: Work<MarketPriceRecord>): Promise<void> {
  set(await judged(context, String(record.index_id), String(record.price_date), String(input.value)));
}

/** Nobody confirms between two values that are written at the same moment. */
async function hold(context: Context, { record, set }: Work<MarketPriceRecord>): Promise<void> {
  const indexId = String(record.index_id);
  await holdSeries(context.services.database.connection(), indexId);
  // The one before it may have been corrected since.
  const day = String(record.price_date);
  set({ previous_value: await selectPrevious(context.services.database.connection(), indexId, day) });
}

async function jumpFindings(_context: Context, record: MarketPriceRecord): Promise<Finding[]> {
  return record.standing === "waiting" ? [{ check: "jump", level: "warn", text: jumpSentence(compared(record)) }] : [];
}

/**
 * What the indices of materials say on days, published as `purchase-management/market-price.values_on`; typed in
 * `engine/operations/market-price.server.ts`. In a supplier's transaction nothing is found.
 */
const valuesOn: Published = async (context, input) => {
  const asked = askedMarketValues.parse(input);
  // The lock of the database would refuse the whole transaction.
  if (context.actor.supplierId) return asked.map(() => []);
  const validDays = await limitFor(context, "market.validDays");
  return selectValuesOn(context.services.database.connection(), asked, validDays);
};

/** What indices say on days, published as `purchase-management/market-price.readings_on`. In a supplier's transaction nothing is found. */
const readingsOn: Published = async (context, input) => {
  const asked = askedReadings.parse(input);
  if (context.actor.supplierId) return [];
  const validDays = await limitFor(context, "market.validDays");
  const meanDays = await limitFor(context, "market.meanDays");
  return selectReadings(context.services.database.connection(), asked, { validDays, meanDays });
};

export const marketPriceServer: EntityServer<typeof KEY> = {
  prepare: judge,
  stored: ({ context, record }) => settle(context, record),
  afterSave: jumpFindings,
  async afterTransition({ context, transition, record }) {
    if (MOVES.includes(transition)) await settle(context, record);
  },
  transitions: {
    confirm: { check: jumpFindings, effect: hold },
    refuse: { effect: hold },
    correct: { effect: correct },
  },
  async extra(context, _screen, ids) {
    const measures = await selectMeasures(context.services.database.connection(), ids);
    return new Map(
      measures.map(({ id, region, ...measure }): [string, Record<string, string | null>] => [
        id,
        { measure: measureText(measure), region },
      ]),
    );
  },
  sections: (context, record) => seriesChart(context, String(record.index_id)),
  publishes: { values_on: valuesOn, readings_on: readingsOn },
};
