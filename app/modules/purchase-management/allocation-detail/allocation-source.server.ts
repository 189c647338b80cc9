import type { Context } from "~/engine/context.server";
import { unscopedLines, unscopedRows } from "~/engine/operations/unscoped.server";
import { dayOf } from "~/shared/calendar";
import { where } from "~/shared/condition";
import { decimal, roundQuantity, sum } from "~/shared/decimal";

/* What plans still want of a material in a month, before it is divided. */

const DEMAND = "purchase-orders/demand-plan";
const COMMIT = "purchase-orders/demand-commit";
const PLAN = "purchase-management/purchase-plan-apply";

/** A plan a demand comes from. */
export interface PlanRef {
  kind: "demand_plan" | "purchase_plan";
  id: string;
}

/** What a plan wants of a material in a month. */
export interface Wanted {
  materialId: string;
  period: string;
  quantity: string;
  /** The day from which it is wanted. */
  day: string;
}

/** A plan as far as it is divided; null where it is no longer in force. */
export interface SourcePlan {
  number: string;
  factoryId: string;
  wanted: Wanted[];
}

export const wantedKey = ({ materialId, period }: Pick<Wanted, "materialId" | "period">) => `${materialId} ${period}`;

/** Adds up what is wanted by material and month. */
function byMonth(rows: readonly Wanted[]): Wanted[] {
  const found = new Map<string, Wanted>();
  for (const row of rows) {
    const known = found.get(wantedKey(row));
    if (!known) found.set(wantedKey(row), row);
    else {
      known.quantity = roundQuantity(sum([known.quantity, row.quantity]));
      if (row.day < known.day) known.day = row.day;
    }
  }
  return [...found.values()].filter(({ quantity }) => decimal(quantity).gt(0));
}

/** Net demand of the weeks of a month, less what orders took of it by what suppliers were asked for. */
async function demandPlan(context: Context, id: string): Promise<SourcePlan | null> {
  const released = [where.eq("id", id), where.eq("state", "released")];
  const [plan] = await unscopedRows(context, DEMAND, ["number", "factory_id"], released);
  if (!plan) return null;
  const lines = await unscopedLines(context, {
    entityKey: DEMAND,
    lines: "items",
    columns: ["material_id", "week_start", "net_qty"],
    where: [where.eq("root_id", id), where.atLeast("net_qty", "0.001")],
  });
  const commits = await unscopedRows(context, COMMIT, ["id"], [where.eq("plan_id", id)]);
  const ordered = await unscopedLines(context, {
    entityKey: COMMIT,
    lines: "items",
    columns: ["material_id", "week_start", "ordered_qty"],
    where: [
      where.oneOf(
        "root_id",
        commits.map((one) => one.id),
      ),
      where.atLeast("ordered_qty", "0.001"),
    ],
  });
  const taken = ordered.map((line) => ({ ...line, net_qty: decimal(line.ordered_qty).times(-1).toFixed() }));
  const wanted = byMonth(
    [...lines, ...taken].map(({ material_id, week_start, net_qty }) => ({
      ...{ materialId: material_id, period: week_start.slice(0, 7), day: week_start },
      quantity: net_qty ?? "0",
    })),
  );
  return { number: plan.number ?? "", factoryId: plan.factory_id, wanted };
}

/** What was approved for a month, of lines that were not stopped and are in the unit of the material. */
async function purchasePlan(context: Context, id: string): Promise<SourcePlan | null> {
  const approved = [where.eq("id", id), where.eq("state", "approved")];
  const [plan] = await unscopedRows(context, PLAN, ["number", "factory_id"], approved);
  if (!plan) return null;
  const lines = await unscopedLines(context, {
    entityKey: PLAN,
    lines: "items",
    columns: ["material_id", "month", "qty", "uom"],
    where: [where.eq("root_id", id), where.empty("stopped_at")],
  });
  const units = await unitsOf(
    context,
    lines.map(({ material_id }) => material_id),
  );
  const wanted = lines
    .filter(({ material_id, uom }) => units.get(material_id) === uom)
    .map(({ material_id, month, qty }) => ({
      ...{ materialId: material_id, period: month, day: `${month}-01`, quantity: qty },
    }));
  return { number: plan.number ?? "", factoryId: plan.factory_id, wanted: byMonth(wanted) };
}

/** What a plan in force wants, by material and month; null where it is not in force. */
export function planOf(context: Context, { kind, id }: PlanRef): Promise<SourcePlan | null> {
  return kind === "demand_plan" ? demandPlan(context, id) : purchasePlan(context, id);
}

/** The base units of materials. */
export async function unitsOf(context: Context, ids: readonly string[]): Promise<Map<string, string>> {
  const own = [where.oneOf("id", [...new Set(ids)])];
  const rows = await unscopedRows(context, "master-data/material", ["id", "uom"], own);
  return new Map(rows.map(({ id, uom }) => [id, uom]));
}

/** The plan a record names, by the kind of its source. */
export function planRefOf(record: Readonly<Record<string, unknown>>): PlanRef | null {
  const { source_type: kind, demand_plan_id, purchase_plan_id } = record;
  // What was bundled keeps the plan it came from: that demand is divided once, whichever way it was bought.
  if (kind === "collective") {
    if (typeof purchase_plan_id === "string") return { kind: "purchase_plan", id: purchase_plan_id };
    return typeof demand_plan_id === "string" ? { kind: "demand_plan", id: demand_plan_id } : null;
  }
  if (kind === "demand_plan" && typeof demand_plan_id === "string") return { kind, id: demand_plan_id };
  if (kind === "purchase_plan" && typeof purchase_plan_id === "string") return { kind, id: purchase_plan_id };
  return null;
}

/** The day shares and sources are asked of: on which the goods are wanted, or today once it has passed. */
export function splitDay(context: Context, wantedOn: string): string {
  const today = dayOf(context.now);
  return wantedOn < today ? today : wantedOn;
}
