import { z } from "zod";
import type { Context } from "~/engine/context.server";
import type { Chart, OwnSection } from "~/engine/entity/server-hooks";
import { unscopedLines, unscopedRows } from "~/engine/operations/unscoped.server";
import { limitFor } from "~/engine/parameters.server";
import { addDays, dayOf, daysBetween } from "~/shared/calendar";
import { where } from "~/shared/condition";
import { namesOf } from "~/shared/names";
import { betterTotal, p80 } from "./deliver-cycle.rules";

const ORDER = "purchase-orders/purchase-order";

const text = z.string().nullable();
/** A cycle as it is compared with what suppliers confirmed. */
const compared = z.object({
  id: z.string(),
  material_id: text,
  supplier_id: text,
  factory_id: text,
  total_days: z.number(),
});
export type ComparedCycle = z.infer<typeof compared>;
export const COMPARED_COLUMNS = namesOf(compared.shape);

export function comparedCycle(row: Readonly<Record<string, unknown>>): ComparedCycle {
  return compared.parse(row);
}

const ordered = z.object({ id: z.string(), supplier_id: z.string(), factory_id: z.string(), order_date: z.string() });
const confirmed = z.object({ root_id: z.string(), material_id: z.string(), confirm_date: z.string() });

/** How far back confirmations are looked at, in days, how many there must be, and how much later than agreed they may be, in percent. */
export interface CycleLimits {
  window: number;
  least: number;
  tolerated: number;
}

/** What holds now. */
export async function cycleLimits(context: Context): Promise<CycleLimits> {
  return {
    window: await limitFor(context, "cycle.windowDays"),
    least: await limitFor(context, "cycle.leastLines"),
    tolerated: await limitFor(context, "cycle.toleratedPercent"),
  };
}

/**
 * Days from the order to the delivery that the supplier confirmed, by id of the cycle, for orders of as many days as the parameter says; in two statements.
 * Cycles of a whole type of materials are left out. Receipts will take the place of confirmations once there are any.
 */
export async function confirmedDays(
  context: Context,
  cycles: readonly ComparedCycle[],
): Promise<ReadonlyMap<string, readonly number[]>> {
  const materials = [...new Set(cycles.flatMap(({ material_id }) => material_id ?? []))];
  if (materials.length === 0) return new Map();
  const { window } = await cycleLimits(context);
  const ofMaterials = where.oneOf("material_id", materials);
  const isConfirmed = where.all(ofMaterials, where.set("confirm_date"));
  const orders = z
    .array(ordered)
    .parse(
      await unscopedRows(
        context,
        ORDER,
        ["id", "supplier_id", "factory_id", "order_date"],
        [
          where.atLeast("order_date", addDays(dayOf(context.now), -window)),
          where.set("released_at"),
          where.not(where.eq("state", "cancelled")),
          where.someLine("purchase_order_items", isConfirmed),
        ],
      ),
    );
  if (orders.length === 0) return new Map();
  const heads = new Map(orders.map((order) => [order.id, order]));
  const lines = z.array(confirmed).parse(
    await unscopedLines(context, {
      entityKey: ORDER,
      lines: "items",
      columns: ["root_id", "material_id", "confirm_date"],
      where: [where.oneOf("root_id", [...heads.keys()]), isConfirmed],
    }),
  );
  const found = lines.flatMap(({ root_id, material_id, confirm_date }) => {
    const order = heads.get(root_id);
    return order ? [{ ...order, material_id, days: daysBetween(order.order_date, confirm_date) }] : [];
  });
  return new Map(
    cycles.map((cycle) => [
      cycle.id,
      found
        .filter(
          (one) =>
            one.material_id === cycle.material_id &&
            (cycle.supplier_id === null || cycle.supplier_id === one.supplier_id) &&
            (cycle.factory_id === null || cycle.factory_id === one.factory_id),
        )
        .map(({ days }) => days),
    ]),
  );
}

/** How far confirmations spread beside what is agreed. */
export function comparison(
  { total_days }: ComparedCycle,
  days: readonly number[],
  { window, least, tolerated }: CycleLimits,
): OwnSection[] {
  const title = "确认周期对比";
  if (days.length === 0) return [];
  const actual = p80(days, least);
  const better = betterTotal(total_days, actual, tolerated);
  const facts = [
    { label: "约定总周期", text: `${total_days}天` },
    { label: `近${window}天确认的行`, text: `${days.length}行` },
    {
      label: "确认周期（80分位）",
      text: actual === null ? `不足${least}行，不计算` : `${actual}天`,
      ...(better === null ? {} : { tone: "warning" as const }),
    },
    ...(better === null ? [] : [{ label: "建议", text: `周期偏短，建议调整为${better}天`, tone: "warning" as const }]),
  ];
  return [
    { kind: "facts", title, facts },
    { kind: "chart", title: "确认周期分布", chart: spread(total_days, days, window) },
  ];
}

function spread(total: number, days: readonly number[], window: number): Chart {
  const counts = new Map<number, number>();
  for (const one of [...days, total]) counts.set(one, counts.get(one) ?? 0);
  for (const one of days) counts.set(one, (counts.get(one) ?? 0) + 1);
  const sorted = [...counts].sort(([a], [b]) => a - b);
  return {
    kind: "bar",
    caption: `近${window}天从下单到供应商确认交期的天数`,
    axis: "天数",
    unit: "行",
    labels: sorted.map(([one]) => (one === total ? `${one}天（约定）` : `${one}天`)),
    series: [{ label: "订单行", values: sorted.map(([, count]) => String(count)) }],
  };
}
