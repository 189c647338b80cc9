import { z } from "zod";
import type { Context } from "~/engine/context.server";
import type { RecordFor } from "~/engine/entity/entity-map";
import { linesOf, openRecord } from "~/engine/operations/records.server";
import { unscopedCountsBy, unscopedLines, unscopedRows } from "~/engine/operations/unscoped.server";
import { limitFor } from "~/engine/parameters.server";
import { addDays, addMonths, dayOf } from "~/shared/calendar";
import { where } from "~/shared/condition";
import { sum } from "~/shared/decimal";
import { deliveryAssessment } from "../delivery-assessment/delivery-assessment.entity";
import {
  type Arrival,
  type Delivered,
  type FineTerms,
  fineOf,
  judgeDelivery,
} from "../delivery-assessment/delivery-assessment.rules";
import { type DueSource, dueDays } from "../delivery-assessment/due-days.server";
import { ofClasses, ofMaterials, termsOf } from "../delivery-assessment/rule-reach.server";

const ORDER = "purchase-orders/purchase-order";
const RECEIPT = "receiving/goods-receipt";
/** Orders that bind a supplier; of those that ended the delivered lines count. */
const COUNTED = ["released", "negotiating", "confirmed", "on_hold", "completed", "closed"];

const ruleSchema = z.object({
  id: z.string(),
  title: z.string(),
  material_type_id: z.string().nullable(),
  due_source: z.enum(["order", "promise", "cycle"]),
  grace_days: z.number(),
  early_counts: z.boolean(),
  qty_tolerance: z.string(),
  clause_id: z.string().nullable(),
  fine_start_days: z.number().nullable(),
  min_fine: z.string().nullable(),
});
const band = z.object({ from_rate: z.string(), to_rate: z.string(), score: z.string() });

/** A rule as it is applied to a month. */
export interface AppliedRule {
  id: string;
  title: string;
  typeId: string | null;
  source: DueSource;
  earlyCounts: boolean;
  tolerance: string;
  minFine: string | null;
  terms: FineTerms;
  classes: readonly string[];
  bands: readonly z.infer<typeof band>[];
  reasons: readonly string[];
}

/** The rule as it is stored now. */
export async function appliedRule(context: Context, id: string): Promise<AppliedRule> {
  const { record } = await openRecord(context, { entity: deliveryAssessment, id });
  return ruleOf(context, record);
}

async function ruleOf(context: Context, record: RecordFor<typeof deliveryAssessment.key>): Promise<AppliedRule> {
  const rule = ruleSchema.parse(record);
  return {
    id: rule.id,
    title: rule.title,
    typeId: rule.material_type_id,
    source: rule.due_source,
    earlyCounts: rule.early_counts,
    tolerance: rule.qty_tolerance,
    minFine: rule.min_fine,
    terms: await termsOf(context, rule),
    classes: linesOf(record, "classes").map((row) => String(row.supplier_class_id)),
    bands: linesOf(record, "bands").map((row) => band.parse(row)),
    reasons: linesOf(record, "exemptions").map((row) => String(row.reason)),
  };
}

/** First and last day of a month, `2026-10`. */
export function daysOfMonth(month: string): { first: string; last: string } {
  const first = `${month}-01`;
  return { first, last: addDays(addMonths(first, 1), -1) };
}

/** A line that was due in the month, with what was made of it. */
export interface AssessedLine extends Delivered {
  order_line: string;
  material_id: string;
  uom: string;
  due_date: string;
  qty: string;
  currency: string;
  amount: string;
  fine: string;
}

/** A line is due no later after its order than the parameter says; older orders are not looked at. */
async function ordersUntil(context: Context, last: string) {
  const lookBack = await limitFor(context, "assessment.lookBackDays");
  return where.all(
    where.oneOf("state", COUNTED),
    where.atMost("order_date", last),
    where.atLeast("order_date", addDays(last, -lookBack)),
  );
}

/** Suppliers that have orders the rule may speak of, in the order of their ids. */
export async function suppliersOf(context: Context, rule: AppliedRule, month: string): Promise<string[]> {
  const meant = [await ordersUntil(context, daysOfMonth(month).last), ...(await ofClasses(context, rule.classes))];
  const [counts = new Map<string, number>()] = await unscopedCountsBy(context, ORDER, "supplier_id", [meant]);
  return [...counts.keys()].sort();
}

/** Lines of a supplier that the rule says were due in the month, measured by what was received until now. */
export async function assessedLines(
  context: Context,
  rule: AppliedRule,
  { supplierId, month }: { supplierId: string; month: string },
): Promise<AssessedLine[]> {
  const { first, last } = daysOfMonth(month);
  const own = where.all(
    where.eq("supplier_id", supplierId),
    await ordersUntil(context, last),
    ...(await ofClasses(context, rule.classes)),
  );
  const orders = await unscopedRows(
    context,
    ORDER,
    ["id", "factory_id", "order_date", "currency", "state", "number"],
    [own],
  );
  const ofOrder = where.someRow({ table: "purchase_order", column: "id", equals: "root_id", inner: own });
  const lines = await unscopedLines(context, {
    entityKey: ORDER,
    lines: "items",
    columns: [
      "id",
      "root_id",
      "line_no",
      "material_id",
      "uom",
      "qty",
      "amount",
      "required_date",
      "first_confirm_date",
      "delivery_done",
    ],
    where: [
      where.oneOf("line_status", ["open", "partial", "done"]),
      ofOrder,
      ...(await ofMaterials(context, rule.typeId)),
    ],
  });
  const byId = new Map(orders.map((order) => [order.id, order]));
  const lastDays = await lastPlanned(
    context,
    lines.map(({ id }) => id),
  );
  const known = lines.flatMap((line) => {
    const order = byId.get(line.root_id);
    return order ? [{ line, order }] : [];
  });
  const days = await dueDays(
    context,
    rule.source,
    known.map(({ line, order }) => ({
      supplierId,
      factoryId: order.factory_id,
      materialId: line.material_id,
      orderDate: order.order_date,
      ordered: lastDays.get(line.id) ?? line.required_date,
      promised: line.first_confirm_date,
    })),
  );
  const due = known.flatMap(({ line, order }, at) => {
    const day = days[at];
    return day && day >= first && day <= last ? [{ line, order, day }] : [];
  });
  const arrivals = await arrivalsOf(
    context,
    due.map(({ line }) => line.id),
  );
  const today = dayOf(context.now);
  const measure = { ...rule.terms, earlyCounts: rule.earlyCounts, tolerance: rule.tolerance, today };
  return due
    .flatMap(({ line, order, day }) => {
      const isOver = line.delivery_done === true;
      const came = (arrivals.get(line.id) ?? []).filter((one) => one.day <= today);
      const delivered = judgeDelivery({ qty: line.qty, due: day, isOver, arrivals: came }, measure);
      // What we hold back ourselves is no delay of the supplier.
      if (order.state === "on_hold" && delivered.complete_on === null) return [];
      const amount = String(line.amount);
      const isLate = delivered.complete_on === null || delivered.complete_on > addDays(day, rule.terms.graceDays);
      return [
        {
          sort: `${day} ${order.number} ${String(line.line_no).padStart(6, "0")}`,
          order_line: line.id,
          material_id: line.material_id,
          uom: line.uom,
          due_date: day,
          qty: line.qty,
          currency: order.currency,
          amount,
          fine: isLate ? fineOf(amount, delivered.late_days, rule.terms) : "0.00",
          ...delivered,
        },
      ];
    })
    .sort((a, b) => (a.sort < b.sort ? -1 : 1))
    .map(({ sort: _sort, ...line }) => line);
}

/** The last planned day of lines that are delivered in several parts: complete is what has come by then. */
async function lastPlanned(context: Context, lineIds: readonly string[]): Promise<ReadonlyMap<string, string>> {
  if (lineIds.length === 0) return new Map();
  const rows = await unscopedLines(context, {
    entityKey: ORDER,
    lines: "items.schedules",
    columns: ["parent_id", "plan_date"],
    where: [where.oneOf("parent_id", lineIds)],
  });
  const days = new Map<string, string[]>();
  for (const { parent_id, plan_date } of rows) days.set(parent_id, [...(days.get(parent_id) ?? []), plan_date]);
  return new Map(
    [...days].flatMap(([id, own]) => {
      const last = own.toSorted().at(-1);
      // A single delivery follows its line.
      return own.length > 1 && last !== undefined ? [[id, last] as const] : [];
    }),
  );
}

/**
 * What was accepted of lines, by the day it came in: what posted receipts say. A receipt that was reversed counts no longer, as its
 * movement was taken off; the journal itself knows the day of booking alone, which is ours.
 */
async function arrivalsOf(context: Context, lineIds: readonly string[]): Promise<ReadonlyMap<string, Arrival[]>> {
  if (lineIds.length === 0) return new Map();
  const inner = where.eq("state", "posted");
  const ofPosted = where.someRow({ table: "goods_receipt", column: "id", equals: "root_id", inner });
  const rows = await unscopedLines(context, {
    entityKey: RECEIPT,
    lines: "items",
    columns: ["root_id", "order_line", "accept_qty", "concession_qty"],
    where: [where.oneOf("order_line", lineIds), ofPosted],
  });
  const ids = [...new Set(rows.map(({ root_id }) => root_id))];
  const receipts =
    ids.length === 0 ? [] : await unscopedRows(context, RECEIPT, ["id", "receive_at"], [where.oneOf("id", ids)]);
  const came = new Map(receipts.map(({ id, receive_at }) => [id, receive_at]));
  const found = new Map<string, Arrival[]>();
  for (const { root_id, order_line, accept_qty, concession_qty } of rows) {
    const at = came.get(root_id);
    const qty = sum([accept_qty, concession_qty]);
    if (typeof at !== "string" || !qty.gt(0)) continue;
    found.set(order_line, [...(found.get(order_line) ?? []), { day: dayOf(new Date(at)), qty: qty.toFixed() }]);
  }
  return found;
}
