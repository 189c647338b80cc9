import type { Context } from "~/engine/context.server";
import { type AnyLine, type Complaint, complain, lineField } from "~/engine/entity";
import type { RecordFor } from "~/engine/entity/entity-map";
import { LINE_STEP } from "~/engine/entity/paths";
import type { SaveWork } from "~/engine/entity/server-hooks";
import { labelsOf } from "~/engine/operations/labels.server";
import { linesOf, putLines } from "~/engine/operations/records.server";
import { mayOnScreen, scopesIn } from "~/engine/operations/scope.server";
import { unscopedLines, unscopedRows } from "~/engine/operations/unscoped.server";
import { intParameter } from "~/engine/parameters.server";
import { addDays, addMonths, dayOf, momentOf } from "~/shared/calendar";
import { where } from "~/shared/condition";
import { decimal } from "~/shared/decimal";
import { typesOf } from "../quote-template/template-facts.server";
import { factoriesChanged } from "./collective.rules";

type CollectiveRecord = RecordFor<"purchase-management/collective">;

/* What a pool does as its demand is written: what plans say of it, who may write what, and what belongs together (decision 0190). */

export const KEY = "purchase-management/collective";
const PLAN = "purchase-management/purchase-plan-apply";
const FACTORY = "master-data/factory";
/** Savings are told in the currency of the company. */
const CURRENCY = "CNY";
const END_OF_WORK = "17:00";
/** Head fields that the form has; who only fills in demand leaves them alone. */
const HEAD = [
  ...["title", "category_id", "company_id", "buyer_id"],
  ...["period_from", "period_to", "collect_deadline", "route"],
] as const;

const idsIn = (rows: readonly AnyLine[], column: string): string[] => [
  ...new Set(rows.flatMap((row) => (typeof row[column] === "string" ? [row[column]] : []))),
];

/** Lines of plans that demands draw on, with their plans. */
export async function plannedLines(context: Context, demands: readonly AnyLine[]) {
  const ids = idsIn(demands, "plan_line");
  if (ids.length === 0) return [];
  const lines = await unscopedLines(context, {
    entityKey: PLAN,
    lines: "items",
    columns: ["id", "root_id", "month", "stopped_at"],
    where: [where.oneOf("id", ids)],
  });
  const plans = await unscopedRows(
    context,
    PLAN,
    ["id", "title", "factory_id"],
    [where.oneOf("id", [...new Set(lines.map(({ root_id }) => root_id))])],
  );
  return lines.flatMap((line) => {
    const plan = plans.find(({ id }) => id === line.root_id);
    return plan ? [{ ...line, plan }] : [];
  });
}

/** A pool made of lines of plans says when, what and how long; the buyer changes it. */
async function fillFromPlans({ context, record, before }: SaveWork<CollectiveRecord>): Promise<void> {
  if (before !== null) return;
  const demands = linesOf(record, "demands");
  const lines = await plannedLines(context, demands);
  const months = lines.map(({ month }) => month).sort();
  const [first] = months;
  const last = months.at(-1);
  if (first === undefined || last === undefined) return;
  const today = dayOf(context.now);
  for (const demand of demands) {
    const month = lines.find(({ id }) => id === demand.plan_line)?.month;
    if (month !== undefined) demand.required_date ??= [`${month}-01`, today].sort().at(-1) ?? today;
  }
  const [materialId] = idsIn(demands, "material_id");
  record.title ??= `${lines[0]?.plan.title ?? ""}集采`.slice(0, 100);
  if (materialId !== undefined)
    record.category_id ??= (await typesOf(context, [materialId])).get(materialId)?.[0] ?? null;
  record.period_from ??= [`${first}-01`, today].sort().at(-1) ?? today;
  record.period_to ??= [addDays(addMonths(`${last}-01`, 1), -1), today].sort().at(-1) ?? today;
  const days = await intParameter(context.services, "collective.collectDays");
  record.collect_deadline ??= momentOf(addDays(today, days), END_OF_WORK);
}

/** Each factory that wants something takes part; what it confirmed holds no longer once its demand is another one. */
function completeFactories({ context, record, before }: SaveWork<CollectiveRecord>): void {
  const rows = linesOf(record, "factories");
  const demands = linesOf(record, "demands");
  const known = new Set(idsIn(rows, "factory_id"));
  const missing = idsIn(demands, "factory_id").filter((id) => !known.has(id));
  if (missing.length > 0)
    putLines(record, "factories", [
      ...rows,
      ...missing.map((factory_id, at) => ({
        ...{ id: context.services.newId(), line_no: (rows.length + at + 1) * LINE_STEP, factory_id },
        ...{ confirmed_by: null, confirmed_at: null },
      })),
    ]);
  if (!before) return;
  const changed = factoriesChanged(linesOf(before, "demands"), demands);
  for (const row of linesOf(record, "factories"))
    if (typeof row.factory_id === "string" && changed.has(row.factory_id)) {
      row.confirmed_by = null;
      row.confirmed_at = null;
    }
}

/** What each factory paid last: of its own price, or else that of the whole company, the newest, and of equally new ones the lowest. */
async function fillLastPrices({ context, record }: SaveWork<CollectiveRecord>): Promise<void> {
  const demands = linesOf(record, "demands");
  const materialIds = idsIn(demands, "material_id");
  if (materialIds.length === 0 || typeof record.company_id !== "string") return;
  const rows = await unscopedRows(
    context,
    "base-data/price-data",
    ["material_id", "factory_id", "price", "valid_from"],
    [
      where.oneOf("material_id", materialIds),
      where.eq("company_id", record.company_id),
      where.eq("currency", CURRENCY),
      where.empty("closed_on"),
      where.atMost("valid_from", dayOf(context.now)),
    ],
  );
  const sorted = rows.sort((a, b) =>
    a.valid_from === b.valid_from ? decimal(a.price).cmp(decimal(b.price)) : a.valid_from < b.valid_from ? 1 : -1,
  );
  for (const demand of demands) {
    const own = sorted.filter(({ material_id }) => material_id === demand.material_id);
    const found =
      own.find(({ factory_id }) => factory_id === demand.factory_id) ??
      own.find(({ factory_id }) => factory_id === null);
    demand.last_price = found?.price ?? null;
  }
}

export async function completeCollective(work: SaveWork<CollectiveRecord>): Promise<void> {
  await fillFromPlans(work);
  completeFactories(work);
  await fillLastPrices(work);
}

/** Materials are of the category, and counted in their own unit: only so they can be added up. */
async function goodsComplaints({ context, record }: SaveWork<CollectiveRecord>): Promise<Complaint[]> {
  const demands = linesOf(record, "demands");
  const ids = idsIn(demands, "material_id");
  const category = record.category_id;
  if (ids.length === 0 || typeof category !== "string") return [];
  const types = await typesOf(context, ids);
  const materials = await unscopedRows(
    context,
    "master-data/material",
    ["id", "code", "uom"],
    [where.oneOf("id", ids)],
  );
  return demands.flatMap((demand, at) => {
    const material = materials.find(({ id }) => id === demand.material_id);
    if (!material) return [];
    if (!types.get(material.id)?.includes(category))
      return [
        complain(lineField("demands", at + 1, "material_id"), `第${at + 1}行物料【${material.code}】不属于所选品类`),
      ];
    return demand.uom === material.uom
      ? []
      : [
          complain(
            lineField("demands", at + 1, "uom"),
            `物料【${material.code}】单位不一致，集采须按物料的基本单位填写`,
          ),
        ];
  });
}

/** A line of a plan is in one pool at a time. */
async function elsewhereComplaints({ context, record }: SaveWork<CollectiveRecord>): Promise<Complaint[]> {
  const demands = linesOf(record, "demands");
  const ids = idsIn(demands, "plan_line");
  if (ids.length === 0) return [];
  const others = await unscopedLines(context, {
    entityKey: KEY,
    lines: "demands",
    columns: ["root_id", "plan_line"],
    where: [where.oneOf("plan_line", ids), where.not(where.eq("root_id", record.id))],
  });
  if (others.length === 0) return [];
  const living = await unscopedRows(
    context,
    KEY,
    ["id", "number"],
    [
      where.oneOf("id", [...new Set(others.map(({ root_id }) => root_id))]),
      where.oneOf("state", ["collecting", "frozen", "sourcing"]),
    ],
  );
  return demands.flatMap((demand, at) => {
    const roots = others.filter(({ plan_line }) => plan_line === demand.plan_line).map(({ root_id }) => root_id);
    const pool = living.find(({ id }) => roots.includes(id));
    return pool
      ? [complain(lineField("demands", at + 1, "plan_line"), `第${at + 1}行计划行已加入集采${pool.number ?? ""}`)]
      : [];
  });
}

/** Whether the person is none of those who open pools: it fills in what its factories want. */
function fillsInOnly(context: Context): boolean {
  return !mayOnScreen(context, context.services.registry.mainScreen(KEY), "add");
}

/** Factories of these that are not the person's. */
export function notOwn(context: Context, factoryIds: readonly string[]): string[] {
  const { factory } = scopesIn(context, context.services.registry.entity(KEY));
  return factory === "all" ? [] : factoryIds.filter((id) => !factory.includes(id));
}

/** A planner writes the demand of its own factories and nothing else. */
async function plannerComplaints({ context, record, before }: SaveWork<CollectiveRecord>): Promise<Complaint[]> {
  if (!before || !fillsInOnly(context)) return [];
  const head = HEAD.find((name) => (before[name] ?? null) !== (record[name] ?? null));
  if (head !== undefined) return [complain(head, "只有采购员可以修改项目信息，计划员只填写本厂需求")];
  const factories = (one: CollectiveRecord) => idsIn(linesOf(one, "factories"), "factory_id");
  const kept = new Set(factories(record));
  const removed = factories(before).filter((id) => !kept.has(id));
  const changed = [...factoriesChanged(linesOf(before, "demands"), linesOf(record, "demands"))];
  const strange = notOwn(context, [...removed, ...changed]);
  if (strange.length === 0) return [];
  const names = await labelsOf(context, context.services.registry.entity(FACTORY), strange);
  const said = strange.map((id) => names.get(id) ?? "其他工厂").join("、");
  return [complain("demands", `只能填写本厂的需求，不能修改${said}的行`)];
}

export async function collectiveComplaints(work: SaveWork<CollectiveRecord>): Promise<Complaint[]> {
  return [...(await plannerComplaints(work)), ...(await goodsComplaints(work)), ...(await elsewhereComplaints(work))];
}
