import { type Context, consequenceOf } from "~/engine/context.server";
import { type Complaint, complain, lineField, type Work } from "~/engine/entity";
import type { RecordFor } from "~/engine/entity/entity-map";
import type { EntityServer, Finding, Published, SaveWork, TransitionWork } from "~/engine/entity/server-hooks";
import { AppError } from "~/engine/errors";
import { linesOf, openRecord } from "~/engine/operations/records.server";
import { createRecord } from "~/engine/operations/save.server";
import { screenFor } from "~/engine/operations/scope.server";
import { askedShouldCosts, costTrialAsked } from "~/engine/operations/should-cost.server";
import { applyTransition } from "~/engine/operations/transition.server";
import { unscopedRows } from "~/engine/operations/unscoped.server";
import { recordPath } from "~/engine/screen/address";
import { dayOf } from "~/shared/calendar";
import { where } from "~/shared/condition";
import { decimal } from "~/shared/decimal";
import { holdModels } from "./cost-model.query.server";
import { meeting, movedBy } from "./cost-model.rules";
import { costSections, moveText } from "./cost-model-sections.server";
import { costOf, moved } from "./costing.server";
import {
  KEY,
  movesOf,
  readingsFor,
  type StoredModel,
  shouldCosts,
  storedModel,
  typedModel,
} from "./model-facts.server";

type CostModelRecord = RecordFor<"purchase-management/cost-model">;

/** What is typed must be a formula that comes to something today; what it comes to is kept. */
async function complaintsOf({ context, record, set }: SaveWork<CostModelRecord>): Promise<Complaint[]> {
  const model = typedModel(record);
  if (!model) return [];
  const today = dayOf(context.now);
  const { shouldCost, amounts, problem, at, isGap } = costOf(model, await readingsFor(context, model, [today]));
  set({ should_cost: shouldCost, valued_on: shouldCost === null ? null : today });
  for (const line of linesOf(record, "elements")) line.amount = amounts.get(String(line.code)) ?? null;
  // A gap in an index is no fault of who types: it is told, and stops the activation.
  if (problem === null || isGap) return [];
  if (at === null) return [complain("formula", problem)];
  return [complain(lineField("elements", at.element + 1, at.field), `第${at.element + 1}行${problem}`)];
}

async function gapFindings(context: Context, record: CostModelRecord): Promise<Finding[]> {
  const own = storedModel(record);
  const { problem } = costOf(own, await readingsFor(context, own, [dayOf(context.now)]));
  return problem === null ? [] : [{ check: "market", level: "warn", text: problem }];
}

/** A model of a scope that has one is its next version. */
async function complete({ context, record, before, set }: SaveWork<CostModelRecord>): Promise<void> {
  if (before) return;
  const { material_id, category_id, factory_id } = record;
  const [subject, id] =
    typeof material_id === "string" ? (["material_id", material_id] as const) : (["category_id", category_id] as const);
  if (typeof id !== "string") return;
  const versions = await unscopedRows(
    context,
    KEY,
    ["model_version"],
    [
      where.eq(subject, id),
      typeof factory_id === "string" ? where.eq("factory_id", factory_id) : where.empty("factory_id"),
    ],
  );
  set({ model_version: versions.reduce((most, { model_version }) => Math.max(most, model_version), 0) + 1 });
}

/** Models in force of the same scope, and what becomes of them when this one comes. */
async function meetings(context: Context, own: StoredModel) {
  const same = <C extends "material_id" | "category_id" | "factory_id">(column: C) => {
    const value = own[column];
    return value === null ? where.empty(column) : where.eq(column, value);
  };
  const others = await unscopedRows(
    context,
    KEY,
    ["id", "number", "valid_from", "valid_to"],
    [
      ...(["material_id", "category_id", "factory_id"] as const).map(same),
      where.eq("state", "active"),
      where.not(where.eq("id", own.id)),
    ],
  );
  return others.flatMap((other) => {
    const outcome = meeting(other, own);
    return outcome ? [{ ...other, number: other.number ?? "", outcome }] : [];
  });
}

const clashText = ({ valid_from, valid_to }: { valid_from: string; valid_to: string | null }) =>
  `该物料在${valid_from}至${valid_to ?? "长期"}已有生效的成本模型`;

/** The formula is calculated anew, since the market may have moved since it was typed; and older models are named. */
async function activateFindings(context: Context, record: CostModelRecord): Promise<Finding[]> {
  const own = storedModel(record);
  const today = dayOf(context.now);
  const { problem } = costOf(own, await readingsFor(context, own, [today]));
  const over = own.valid_to !== null && own.valid_to < today;
  return [
    ...(problem === null ? [] : [{ check: "formula", level: "block" as const, text: problem }]),
    ...(over ? [{ check: "over", level: "block" as const, text: "失效日期已过，不能生效" }] : []),
    ...(await meetings(context, own)).map(({ number, outcome, ...days }): Finding => {
      if (outcome.kind === "clash") return { check: "overlap", level: "block", text: `${clashText(days)}${number}` };
      const text =
        outcome.kind === "ends" ? `生效后，原模型${number}到${outcome.on}为止` : `生效后，原模型${number}即被替代`;
      return { check: "overlap", level: "note", text };
    }),
  ];
}

/** Older models make room in the same transaction. Of two that come at the same moment the second waits here and then finds the first. */
async function makeRoom({ context, transition, record }: TransitionWork<CostModelRecord>): Promise<void> {
  if (transition !== "activate") return;
  const own = storedModel(record);
  await holdModels(context.services.database.connection(), own.material_id ?? own.category_id ?? "");
  const entity = context.services.registry.entity(KEY);
  const today = dayOf(context.now);
  for (const { id, outcome, ...days } of await meetings(context, own)) {
    if (outcome.kind === "clash") throw new AppError("invalid", { message: clashText(days), complaints: [] });
    const input = { replaced_by: own.number ?? "", ...(outcome.kind === "ends" ? { valid_to: outcome.on } : {}) };
    const name = outcome.kind === "ends" && outcome.on >= today ? "outlast" : "replace";
    await applyTransition(consequenceOf(context), { entity, id, name, input });
  }
}

/** What it comes to today is kept with the day, beside what it came to before. */
async function revalue(context: Context, work: Work<CostModelRecord>): Promise<void> {
  const own = storedModel(work.record);
  const { shouldCost, amounts } = costOf(own, await readingsFor(context, own, [work.today]));
  if (shouldCost === null) return;
  work.set({ should_cost: shouldCost, valued_on: work.today });
  for (const { id, code } of own.elements) work.setLine("elements", id, { amount: amounts.get(code) ?? null });
  const last = own.worth.at(-1);
  if (last?.day === work.today) work.setLine("worth", last.id, { should_cost: shouldCost });
  else work.append("worth", { day: work.today, should_cost: shouldCost });
}

/** What a column of percents takes; a slipped decimal point of an index must not stop the rest. */
const MOST_PERCENT = "99999";
const storedRate = (rate: string) => (decimal(rate).gt(decimal(MOST_PERCENT)) ? MOST_PERCENT : rate);

/** Which moves are new is asked in the transaction that tells of them, so that none is told twice. */
async function propose(context: Context, work: Work<CostModelRecord>): Promise<void> {
  const moves = (await movesOf(context, storedModel(work.record))).filter(({ isNew }) => isNew);
  if (moves.length === 0) throw new AppError("invalid", { message: "行情没有新的变动", complaints: [] });
  work.set({ review_note: moves.map(moveText).join("；").slice(0, 400), review_on: work.today });
  for (const { indexId, since, base, value, change } of moves)
    work.append("moves", {
      ...{ index_id: indexId, since, base_value: base, value },
      change_rate: storedRate(change),
      told_on: work.today,
    });
}

/** Nobody copies a model twice for the same change. */
async function versionFindings(context: Context, record: CostModelRecord): Promise<Finding[]> {
  const { material_id, category_id, factory_id } = storedModel(record);
  const drafts = await unscopedRows(
    context,
    KEY,
    ["number"],
    [
      material_id === null ? where.eq("category_id", category_id ?? "") : where.eq("material_id", material_id),
      factory_id === null ? where.empty("factory_id") : where.eq("factory_id", factory_id),
      where.eq("state", "draft"),
    ],
  );
  const [draft] = drafts;
  return draft ? [{ check: "draft", level: "block", text: `已有草稿${draft.number ?? ""}，请修改它` }] : [];
}

async function newVersion(context: Context, { record, today }: Work<CostModelRecord>): Promise<void> {
  const { formula, elements, name, material_id, category_id, factory_id, base_uom, currency } = storedModel(record);
  const { warn_rate, adjust_trigger, remark } = record;
  await createRecord(context, {
    screen: context.services.registry.mainScreen(KEY),
    values: {
      ...{ name, material_id, category_id, factory_id, base_uom, currency, formula },
      ...{ warn_rate, adjust_trigger, remark, valid_from: today },
      elements: elements.map(({ id: _id, amount: _amount, ...element }) => element),
    },
  });
}

const askedCosts: Published = (context, input) => shouldCosts(context, askedShouldCosts.parse(input));

/** What a model would come to if one of its indices moved; nothing is changed. */
const trial: Published = async (context, input) => {
  const { id, indexId, percent } = costTrialAsked.parse(input);
  const { record } = await openRecord(context, { entity: context.services.registry.entity(KEY), id });
  const own = storedModel(record);
  const readings = await readingsFor(context, own, [dayOf(context.now)]);
  const before = costOf(own, readings);
  const after = costOf(own, indexId === null ? readings : moved(readings, indexId, percent));
  return {
    indices: readings.map((one) => ({ id: one.indexId, label: `${one.code} ${one.name}` })),
    problem: after.problem,
    ...{ before: before.shouldCost, after: after.shouldCost },
    change: before.shouldCost && after.shouldCost ? movedBy(after.shouldCost, before.shouldCost) : null,
    elements: own.elements.flatMap(({ code, name }) =>
      before.amounts.has(code) || after.amounts.has(code)
        ? [{ code, name, before: before.amounts.get(code) ?? null, after: after.amounts.get(code) ?? null }]
        : [],
    ),
  };
};

/** What the job finds to do about a model: another figure, a move nobody was told of, or one that is over. */
export async function dueOf(context: Context, record: CostModelRecord): Promise<("revalue" | "propose" | "settle")[]> {
  const own = storedModel(record);
  const { shouldCost } = costOf(own, await readingsFor(context, own, [dayOf(context.now)]));
  const isOther =
    shouldCost !== null && (own.should_cost === null || !decimal(shouldCost).eq(decimal(own.should_cost)));
  const moves = await movesOf(context, own);
  const isNew = moves.some((move) => move.isNew);
  const isOver = own.review_on !== null && !moves.some(({ isBeyond }) => isBeyond);
  return [
    ...(isOther ? (["revalue"] as const) : []),
    ...(isNew ? (["propose"] as const) : isOver ? (["settle"] as const) : []),
  ];
}

export const costModelServer: EntityServer<"purchase-management/cost-model"> = {
  prepare: complete,
  beforeSave: complaintsOf,
  afterSave: gapFindings,
  afterTransition: makeRoom,
  sections: costSections,
  async pages(_context, record) {
    return record.state === "expired" ? [] : [{ label: "试算", path: "try", tone: "plain" }];
  },
  async rowLinks(context, ids) {
    const screen = screenFor(context, KEY, "get");
    if (!screen) return new Map();
    const rows = await unscopedRows(
      context,
      KEY,
      ["id"],
      [where.oneOf("id", ids), where.not(where.eq("state", "expired"))],
    );
    return new Map(rows.map(({ id }) => [id, [{ label: "试算", href: `${recordPath(screen, id)}/try` }]]));
  },
  transitions: {
    activate: { check: activateFindings, effect: revalue },
    new_version: { check: versionFindings, effect: newVersion },
    revalue: { effect: revalue },
    propose: { effect: propose },
  },
  judgedOnce: {
    outlast: "It lasts shorter, by the same formula",
    replace: "The newer model that takes its place has been judged itself",
  },
  publishes: { should_costs: askedCosts, trial },
};
