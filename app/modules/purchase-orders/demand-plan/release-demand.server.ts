import { z } from "zod";
import { type Context, consequenceOf } from "~/engine/context.server";
import type { Work } from "~/engine/entity";
import type { RecordFor } from "~/engine/entity/entity-map";
import type { Finding } from "~/engine/entity/server-hooks";
import { notify } from "~/engine/notify/notify.server";
import { refuseBlocks } from "~/engine/operations/lasting.server";
import { createRecord } from "~/engine/operations/save.server";
import { applyTransition } from "~/engine/operations/transition.server";
import { unscopedLines, unscopedRows } from "~/engine/operations/unscoped.server";
import { watchRecord } from "~/engine/operations/watch.server";
import { where } from "~/shared/condition";
import { decimal, formatDecimal, roundQuantity, sum } from "~/shared/decimal";
import { atSuppliers, comingOf } from "./demand-facts.server";
import { holdDemand } from "./demand-plan.query.server";
import { balances, frozenChanges, frozenUntil, weekKey } from "./demand-plan.rules";
import { type Part, splitDemand } from "./split-demand.server";

type DemandPlanRecord = RecordFor<"purchase-orders/demand-plan">;

export const KEY = "purchase-orders/demand-plan";
export const COMMIT = "purchase-orders/demand-commit";
/** Commitments that count. */
export const OPEN = ["asked", "committed"] as const;
/** As it is stored, so that writing it again is no change. */
const NONE = roundQuantity(decimal(0));
/** Changes that are named one by one. */
const MOST_NAMED = 5;

export const planFacts = z.object({
  id: z.string(),
  number: z.string().nullable(),
  factory_id: z.string(),
  base_week: z.string(),
  frozen_weeks: z.number(),
  items: z.array(
    z.object({
      id: z.string(),
      material_id: z.string(),
      week_start: z.string(),
      gross_qty: z.string(),
      uom: z.string(),
      stock_qty: z.string().nullable(),
      safety_qty: z.string().nullable(),
    }),
  ),
});
export type PlanFacts = z.infer<typeof planFacts>;

/** Lines of a plan with everything that is worked out of them. */
export async function workedOut(context: Context, plan: PlanFacts) {
  const materialIds = [...new Set(plan.items.map(({ material_id }) => material_id))];
  const coming = await comingOf(context, {
    ...{ factoryId: plan.factory_id, materialIds, firstWeek: plan.base_week },
  });
  const stocks = await atSuppliers(context, materialIds);
  const lines = plan.items.map((line) => ({ ...line, in_transit_qty: coming.get(weekKey(line)) ?? NONE }));
  const found = balances(lines);
  return lines.flatMap((line) => {
    const balance = found.get(line.id);
    return balance ? [{ ...line, ...balance, supplier_stock_qty: stocks.get(line.material_id) ?? NONE }] : [];
  });
}

/** The plan of the factory that is in force. */
export async function inForce(context: Context, factoryId: string, butId: string) {
  const [found] = await unscopedRows(
    context,
    KEY,
    ["id", "number", "base_week"],
    [where.eq("factory_id", factoryId), where.eq("state", "released"), where.not(where.eq("id", butId))],
  );
  return found ?? null;
}

async function codesOf(context: Context, ids: readonly string[]): Promise<Map<string, string>> {
  const rows = await unscopedRows(context, "master-data/material", ["id", "code"], [where.oneOf("id", ids)]);
  return new Map(rows.map(({ id, code }) => [id, code]));
}

/** What was ordered already of the demand of a factory in these weeks, by material and week. */
async function orderedIn(context: Context, plan: PlanFacts): Promise<Map<string, string>> {
  const documents = await unscopedRows(context, COMMIT, ["id"], [where.eq("factory_id", plan.factory_id)]);
  if (documents.length === 0) return new Map();
  const lines = await unscopedLines(context, {
    entityKey: COMMIT,
    lines: "items",
    columns: ["material_id", "week_start", "ordered_qty"],
    where: [
      where.oneOf(
        "root_id",
        documents.map(({ id }) => id),
      ),
      where.atLeast("week_start", plan.base_week),
      where.atLeast("ordered_qty", "0.001"),
    ],
  });
  const until = frozenUntil(plan);
  const found = new Map<string, string>();
  for (const line of lines)
    if (line.week_start < until)
      found.set(weekKey(line), sum([found.get(weekKey(line)) ?? "0", line.ordered_qty]).toFixed(3));
  return found;
}

/** What stands in the way of a release, and what has to be explained. */
export async function releaseFindings(context: Context, record: DemandPlanRecord): Promise<Finding[]> {
  const plan = planFacts.parse(record);
  const other = await inForce(context, plan.factory_id, plan.id);
  const findings: Finding[] = [];
  if (other && other.base_week === plan.base_week) {
    const own = [where.eq("id", plan.factory_id)];
    const [factory] = await unscopedRows(context, "master-data/factory", ["name"], own);
    const text = `${factory?.name ?? ""} ${plan.base_week}已有发布的需求计划${other.number ?? ""}，须先关闭它`;
    findings.push({ check: "released", level: "block", text });
  } else if (other && other.base_week > plan.base_week) {
    const text = `该工厂已发布从${other.base_week}起的需求计划${other.number ?? ""}，请修改起始周`;
    findings.push({ check: "released", level: "block", text });
  }
  const ordered = await orderedIn(context, plan);
  const wanted = new Map(plan.items.map((line) => [weekKey(line), line]));
  const codes = await codesOf(
    context,
    [...ordered.keys()].map((key) => key.split(" ")[0] ?? ""),
  );
  for (const [key, qty] of ordered) {
    const line = wanted.get(key);
    const need = sum([line?.gross_qty ?? "0", line?.safety_qty ?? "0"]);
    if (need.gte(decimal(qty))) continue;
    const [materialId = "", week = ""] = key.split(" ");
    const text = `物料【${codes.get(materialId) ?? ""}】${week}周已转订单${formatDecimal(qty)}，锁定周内的需求不能低于它`;
    findings.push({ check: "ordered", level: "block", text });
  }
  return other ? [...findings, ...(await changeFindings(context, plan, other.id))] : findings;
}

async function changeFindings(context: Context, plan: PlanFacts, otherId: string): Promise<Finding[]> {
  const before = await unscopedLines(context, {
    entityKey: KEY,
    lines: "items",
    columns: ["material_id", "week_start", "gross_qty"],
    where: [where.eq("root_id", otherId)],
  });
  const changes = frozenChanges(before, plan);
  if (changes.length === 0) return [];
  const named = changes.slice(0, MOST_NAMED);
  const codes = await codesOf(
    context,
    named.map(({ material_id }) => material_id),
  );
  const texts = named.map(
    ({ material_id, week_start, from, to }) =>
      `${codes.get(material_id) ?? ""} ${week_start}：${formatDecimal(from)}→${formatDecimal(to)}`,
  );
  const more = changes.length > named.length ? `等${changes.length}项` : "";
  return [{ check: "frozen", level: "warn", text: `锁定周内需求变更，请填写原因（${texts.join("；")}${more}）` }];
}

interface Said {
  commit_qty: string | null;
  commit_note: string | null;
}

/** What suppliers had committed to of the plan before, by supplier, material and week. */
async function saidBefore(context: Context, planId: string): Promise<Map<string, Said>> {
  const documents = await unscopedRows(context, COMMIT, ["id", "supplier_id"], [where.eq("plan_id", planId)]);
  if (documents.length === 0) return new Map();
  const supplierOf = new Map(documents.map(({ id, supplier_id }) => [id, supplier_id]));
  const lines = await unscopedLines(context, {
    entityKey: COMMIT,
    lines: "items",
    columns: ["root_id", "material_id", "week_start", "commit_qty", "commit_note"],
    where: [where.oneOf("root_id", [...supplierOf.keys()]), where.set("commit_qty")],
  });
  return new Map(
    lines.map(({ root_id, commit_qty, commit_note, ...line }) => [
      `${supplierOf.get(root_id)} ${weekKey(line)}`,
      { commit_qty, commit_note },
    ]),
  );
}

/** Commitments of a plan that still count go where the plan goes. */
export async function endCommits(context: Context, planId: string, name: "replace" | "end"): Promise<void> {
  const entity = context.services.registry.entity(COMMIT);
  const open = [where.eq("plan_id", planId), where.oneOf("state", OPEN)];
  for (const { id } of await unscopedRows(context, COMMIT, ["id"], open))
    await applyTransition(consequenceOf(context), { entity, id, name });
}

/** Each supplier is asked for its part, with what it had committed to before. */
async function askSuppliers(
  context: Context,
  plan: PlanFacts,
  { parts, said }: { parts: readonly Part[]; said: ReadonlyMap<string, Said> },
): Promise<void> {
  const own = [where.eq("id", plan.factory_id)];
  const [factory] = await unscopedRows(context, "master-data/factory", ["name", "company_id"], own);
  const system = consequenceOf(context);
  const entity = context.services.registry.entity(COMMIT);
  const main = context.services.registry.mainScreen(COMMIT);
  const screen = { ...main, initial: { ...main.initial, asked_at: context.now.toISOString() } };
  const bySupplier = new Map<string, Part[]>();
  for (const part of parts) bySupplier.set(part.supplierId, [...(bySupplier.get(part.supplierId) ?? []), part]);
  for (const [supplierId, mine] of bySupplier) {
    const { id, number } = await createRecord(system, {
      screen,
      values: {
        ...{ supplier_id: supplierId, plan_id: plan.id, factory_id: plan.factory_id },
        ...{ company_id: factory?.company_id ?? null, base_week: plan.base_week },
        items: mine.map(({ line, quantity }) => {
          const { material_id, week_start, uom } = line;
          const before = said.get(`${supplierId} ${weekKey(line)}`);
          return {
            ...{ material_id, week_start, share_qty: quantity, uom },
            ...(before ? { commit_qty: before.commit_qty, commit_note: before.commit_note } : {}),
          };
        }),
      },
    });
    // Whoever publishes does not want to hear of every answer, one by one.
    if (context.actor.id) await watchRecord(system, { entity, id, on: false });
    await notify(context, {
      scenario: "demand.to-commit",
      toSuppliers: [supplierId],
      values: { number: number ?? "", factory: factory?.name ?? "", week: plan.base_week },
      record: { entity: COMMIT, id },
      asks: "commit",
    });
  }
}

/**
 * The plan comes into force in the place of the one before. Of two that are released at the same moment the second waits here, and is asked
 * again when the first one stands. What comes and lies at suppliers is worked out anew: days may have passed since it was written.
 */
export async function releaseDemand(context: Context, work: Work<DemandPlanRecord>): Promise<void> {
  const plan = planFacts.parse(work.record);
  await holdDemand(context.services.database.connection(), plan.factory_id);
  refuseBlocks(await releaseFindings(context, work.record));
  const lines = await workedOut(context, plan);
  const { parts, notes } = await splitDemand(context, plan.factory_id, lines);
  for (const { id, in_transit_qty, supplier_stock_qty, net_qty, projected_qty, risk } of lines)
    work.setLine("items", id, {
      ...{ in_transit_qty, supplier_stock_qty, net_qty, projected_qty, risk },
      split_note: notes.get(id) ?? null,
    });
  const other = await inForce(context, plan.factory_id, plan.id);
  const said = other ? await saidBefore(context, other.id) : new Map<string, Said>();
  if (other) {
    const entity = context.services.registry.entity(KEY);
    const input = { by: plan.number ?? "" };
    await applyTransition(consequenceOf(context), { entity, id: other.id, name: "replace", input });
  }
  await askSuppliers(context, plan, { parts, said });
}
