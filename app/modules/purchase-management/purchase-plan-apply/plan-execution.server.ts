import { z } from "zod";
import type { Context } from "~/engine/context.server";
import { choiceLabel } from "~/engine/entity/dictionary";
import type { RecordFor } from "~/engine/entity/entity-map";
import type { OwnSection } from "~/engine/entity/server-hooks";
import { boughtSchema } from "~/engine/operations/bought.server";
import { labelsOf } from "~/engine/operations/labels.server";
import { ask } from "~/engine/operations/published.server";
import { unscopedLines, unscopedRows } from "~/engine/operations/unscoped.server";
import { columnsOf } from "~/engine/screen/table-columns";
import { where } from "~/shared/condition";
import { decimalOrZero, formatDecimal, roundMoney, sum } from "~/shared/decimal";
import { planLines } from "./purchase-plan-apply.fields";
import { atBudget, type Bought, daysOfMonth, orderedRate } from "./purchase-plan-apply.rules";

type PurchasePlanApplyRecord = RecordFor<"purchase-management/purchase-plan-apply">;

const KEY = "purchase-management/purchase-plan-apply";
const NONE: Bought = { ordered: "0", received: "0" };
/** States of a plan that is carried out, or was. */
const CARRIED_OUT: readonly string[] = ["approved", "closed"];

const lineFacts = z.object({
  id: z.string(),
  material_id: z.string(),
  month: z.string(),
  qty: z.string(),
  uom: z.string(),
  budget_price: z.string().nullable(),
  last_price: z.string().nullable(),
  note: z.string().nullable(),
  sourcing_qty: z.string().nullable(),
  sourced_qty: z.string().nullable(),
  line_status: z.string().nullable(),
  stopped_at: z.string().nullable(),
});

/** A plan as rules and hooks look at it. */
export const planFacts = z.object({
  id: z.string(),
  state: z.string(),
  factory_id: z.string(),
  items: z.array(lineFacts),
});

interface Placed {
  factory_id: string;
  items: readonly { material_id: string; month: string; uom: string }[];
}

const keyOf = (one: { factoryId: string; materialId: string; month: string; uom: string }) =>
  `${one.factoryId} ${one.materialId} ${one.month} ${one.uom}`;

/**
 * What orders took of the materials of these plans in their months, whichever way they came about: an order is placed with one supplier,
 * whose transactions do not reach a plan, so that nothing is drawn.
 */
export async function boughtOf(context: Context, plans: readonly Placed[]) {
  const lines = plans.flatMap(({ items }) => items);
  const months = lines.map(({ month }) => month).sort();
  const found = new Map<string, Bought>();
  const [first] = months;
  const last = months.at(-1);
  if (first !== undefined && last !== undefined) {
    const rows = await ask(context, {
      entityKey: "purchase-orders/purchase-order",
      name: "bought",
      input: {
        factoryIds: [...new Set(plans.map(({ factory_id }) => factory_id))],
        materialIds: [...new Set(lines.map(({ material_id }) => material_id))],
        from: daysOfMonth(first).first,
        to: daysOfMonth(last).last,
      },
      answer: boughtSchema,
    });
    for (const { ordered, received, ...row } of rows) found.set(keyOf(row), { ordered, received });
  }
  return ({ factory_id: factoryId }: Pick<Placed, "factory_id">, line: Placed["items"][number]): Bought =>
    found.get(keyOf({ factoryId, materialId: line.material_id, month: line.month, uom: line.uom })) ?? NONE;
}

/** How far the plans of a page of the list have been carried out. */
export async function orderedRates(context: Context, ids: readonly string[]) {
  const plans = await unscopedRows(
    context,
    KEY,
    ["id", "factory_id"],
    [where.oneOf("id", ids), where.oneOf("state", ["approved", "closed"])],
  );
  const lines =
    plans.length === 0
      ? []
      : await unscopedLines(context, {
          entityKey: KEY,
          lines: "items",
          columns: ["root_id", "material_id", "month", "uom", "qty"],
          where: [
            where.oneOf(
              "root_id",
              plans.map(({ id }) => id),
            ),
          ],
        });
  const whole = plans.map((plan) => ({ ...plan, items: lines.filter(({ root_id }) => root_id === plan.id) }));
  const bought = await boughtOf(context, whole);
  const rates = new Map(
    whole.map((plan) => [
      plan.id,
      orderedRate(plan.items.map((line) => ({ qty: line.qty, ordered: bought(plan, line).ordered }))),
    ]),
  );
  return new Map(ids.map((id) => [id, { ordered_rate: rates.get(id) ?? null }]));
}

/** What became of an approved plan: line by line, and as a whole at its budget. */
export async function planExecution(context: Context, record: PurchasePlanApplyRecord): Promise<OwnSection[]> {
  const plan = planFacts.parse(record);
  if (!CARRIED_OUT.includes(plan.state)) return [];
  const bought = await boughtOf(context, [plan]);
  const names = await labelsOf(context, context.services.registry.entity("master-data/material"), [
    ...new Set(plan.items.map(({ material_id }) => material_id)),
  ]);
  const lines = plan.items.map((line) => ({ ...line, ...bought(plan, line) }));
  const headings = ["物料", "需求月份", "单位", "计划数量", "寻源中", "已寻源", "已下单", "已收货", "执行率"];
  const rate = orderedRate(lines);
  const unit = planLines.items.fields.uom;
  const table: OwnSection = {
    kind: "table",
    title: "执行情况",
    table: {
      caption: `已下单和已收货按申请工厂、物料、需求月份统计已下达的采购订单${rate === null ? "" : `；执行率${formatDecimal(rate)}%`}`,
      columns: columnsOf(headings, headings.slice(3)),
      rows: lines.map((line) => ({
        id: line.id,
        cells: [
          { text: names.get(line.material_id) ?? "" },
          { text: line.month },
          { text: choiceLabel(unit.options, line.uom) },
          { text: formatDecimal(line.qty) },
          { text: formatDecimal(line.sourcing_qty ?? "0") },
          { text: formatDecimal(line.sourced_qty ?? "0") },
          { text: formatDecimal(line.ordered) },
          { text: formatDecimal(line.received) },
          { text: `${formatDecimal(orderedRate([line]) ?? "0")}%` },
        ],
      })),
    },
  };
  const priced = lines.filter((line) => atBudget(line, line.qty) !== null);
  if (priced.length === 0) return [table];
  // Units differ: what is summed is money at the budget price.
  const total = (of: (line: (typeof lines)[number]) => string) =>
    roundMoney(sum(priced.map((line) => atBudget(line, of(line)))));
  const sourced = (line: (typeof lines)[number]) =>
    sum([decimalOrZero(line.sourcing_qty), decimalOrZero(line.sourced_qty)]).toFixed();
  return [
    table,
    {
      kind: "chart",
      title: "计划执行",
      chart: {
        kind: "bar",
        caption: "按预算单价（没有的按上次采购价）折算的金额，没有单价的行不计",
        axis: "进度",
        unit: "元",
        labels: ["计划", "已寻源", "已下单", "已收货"],
        series: [
          {
            label: "金额",
            values: [
              total(({ qty }) => qty),
              total(sourced),
              total(({ ordered }) => ordered),
              total(({ received }) => received),
            ],
          },
        ],
      },
    },
  ];
}
