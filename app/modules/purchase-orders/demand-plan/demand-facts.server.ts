import type { Context } from "~/engine/context.server";
import { unscopedLines, unscopedRows } from "~/engine/operations/unscoped.server";
import { addDays, dayOf } from "~/shared/calendar";
import { where } from "~/shared/condition";
import { decimal, roundQuantity, sum } from "~/shared/decimal";
import { inventorySetting } from "../supplier-inventory/inventory-figures.server";
import { stillToCome, weekKey, weekOf } from "./demand-plan.rules";

/*
 * What already comes to a factory, and what lies at suppliers. A draft counts as well: what a plan was turned into yesterday is not bought
 * again by the plan of today.
 */

const ORDER = "purchase-orders/purchase-order";
const INVENTORY = "purchase-orders/supplier-inventory";
const COMING = ["draft", "in_approval", "approved", "released", "negotiating", "confirmed", "on_hold"] as const;

interface Material {
  uom: string;
  purchase_uom: string | null;
  uom_rate: string | null;
}

/** A quantity in the base unit; what stands in a unit the material does not know counts as nothing. */
function inBase(qty: string, uom: string, material: Material | undefined): string {
  if (material?.uom === uom) return qty;
  const rate = material?.purchase_uom === uom ? material.uom_rate : null;
  return roundQuantity(decimal(qty).times(decimal(rate ?? "0")));
}

/** What is still to come of orders, by material and week; what is late comes in the first week. */
export async function comingOf(
  context: Context,
  { factoryId, materialIds, firstWeek }: { factoryId: string; materialIds: readonly string[]; firstWeek: string },
): Promise<Map<string, string>> {
  const orders = await unscopedRows(
    context,
    ORDER,
    ["id"],
    [where.eq("factory_id", factoryId), where.oneOf("state", COMING)],
  );
  if (orders.length === 0 || materialIds.length === 0) return new Map();
  const lines = await unscopedLines(context, {
    entityKey: ORDER,
    lines: "items",
    columns: ["id", "material_id", "uom", "accepted_qty", "exchanged_qty"],
    where: [
      where.oneOf(
        "root_id",
        orders.map(({ id }) => id),
      ),
      where.oneOf("material_id", materialIds),
      where.oneOf("line_status", ["open", "partial"]),
      where.not(where.eq("delivery_done", true)),
    ],
  });
  if (lines.length === 0) return new Map();
  const deliveries = await unscopedLines(context, {
    entityKey: ORDER,
    lines: "items.schedules",
    columns: ["parent_id", "plan_date", "plan_qty", "confirm_date"],
    where: [
      where.oneOf(
        "parent_id",
        lines.map(({ id }) => id),
      ),
    ],
  });
  const byLine = new Map<string, { day: string; qty: string }[]>();
  for (const { parent_id, plan_date, plan_qty, confirm_date } of deliveries)
    byLine.set(parent_id, [...(byLine.get(parent_id) ?? []), { day: confirm_date ?? plan_date, qty: plan_qty }]);
  const materials = await unscopedRows(
    context,
    "master-data/material",
    ["id", "uom", "purchase_uom", "uom_rate"],
    [where.oneOf("id", materialIds)],
  );
  const known = new Map(materials.map((one) => [one.id, one]));
  const found = new Map<string, string>();
  for (const line of lines)
    for (const { day, qty } of stillToCome(line, byLine.get(line.id) ?? [])) {
      const week = weekOf(day);
      const key = weekKey({ material_id: line.material_id, week_start: week < firstWeek ? firstWeek : week });
      found.set(key, sum([found.get(key) ?? "0", inBase(qty, line.uom, known.get(line.material_id))]).toFixed(3));
    }
  return found;
}

/** Finished goods that lie at suppliers by reports one may rely on, by material. */
export async function atSuppliers(context: Context, materialIds: readonly string[]): Promise<Map<string, string>> {
  if (materialIds.length === 0) return new Map();
  const today = dayOf(context.now);
  const rows = await unscopedRows(
    context,
    INVENTORY,
    ["material_id", "qty"],
    [
      where.oneOf("material_id", materialIds),
      where.eq("current", true),
      where.eq("stock_kind", "finished"),
      where.atLeast("report_date", addDays(today, -(await inventorySetting(context, "inventory.reportDays")))),
      where.any(where.empty("expire_date"), where.atLeast("expire_date", today)),
    ],
  );
  const found = new Map<string, string>();
  for (const { material_id, qty } of rows) found.set(material_id, sum([found.get(material_id) ?? "0", qty]).toFixed(3));
  return found;
}
