import { z } from "zod";
import type { Context } from "~/engine/context.server";
import type { Value } from "~/engine/entity";
import type { WorkedRow } from "~/engine/entity/deadlines";
import { dictionaryOf } from "~/engine/entity/dictionary";
import type { RecordFor } from "~/engine/entity/entity-map";
import type { SaveWork } from "~/engine/entity/server-hooks";
import { labelsOf } from "~/engine/operations/labels.server";
import { ask } from "~/engine/operations/published.server";
import { linesOf } from "~/engine/operations/records.server";
import { unscopedLines, unscopedRows } from "~/engine/operations/unscoped.server";
import { where } from "~/shared/condition";
import { decimal, formatDecimal, sum } from "~/shared/decimal";
import { prepareSupplied } from "./product-need.server";
import { isProduct } from "./product-order.fields";
import { isProductOrder, PROD_STAGES, stagesToCome } from "./product-order.rules";

type PurchaseOrderRecord = RecordFor<"purchase-orders/purchase-order">;

const ORDER = "purchase-orders/purchase-order";
const MATERIAL = "master-data/material";

const typed = z.object({ supplier_id: z.string(), factory_id: z.string(), order_type: z.string() });
const ratios = z.record(z.string(), z.object({ shelfRatio: z.string().nullable() }));

/** What the wrapping says is confirmed anew when it changes, and goods come as fresh as the strictest rule of theirs wants them. */
export async function prepareProduct(work: SaveWork<PurchaseOrderRecord>): Promise<void> {
  const { context, record, before } = work;
  const order = typed.safeParse(record);
  if (!order.success || !isProductOrder(order.data)) return;
  if (before && before.label_version !== record.label_version) record.label_confirmed = false;
  await prepareSupplied(work);
  if (record.min_shelf_rate) return;
  const materialIds = linesOf(record, "items").flatMap(({ material_id }) =>
    typeof material_id === "string" ? [material_id] : [],
  );
  if (materialIds.length === 0) return;
  const rules = await ask(context, {
    entityKey: "base-data/receive-control",
    name: "rules",
    input: { supplierId: order.data.supplier_id, factoryId: order.data.factory_id, materialIds },
    answer: ratios,
  });
  const [most] = Object.values(rules)
    .flatMap(({ shelfRatio }) => (shelfRatio === null ? [] : [decimal(shelfRatio)]))
    .toSorted((a, b) => b.cmp(a));
  if (most) record.min_shelf_rate = most.toFixed();
}

/** Stages whose planned day has come or passed and that were not reached: per order and day one row. */
export async function stagesDue(context: Context): Promise<WorkedRow[]> {
  const running = await unscopedRows(
    context,
    ORDER,
    ["id"],
    [isProduct, where.oneOf("state", ["negotiating", "confirmed"])],
  );
  if (running.length === 0) return [];
  const rows = await unscopedLines(context, {
    entityKey: ORDER,
    lines: "progress",
    columns: [
      "root_id",
      "item_line",
      "stage",
      "plan_date",
      "first_plan_date",
      "actual_date",
      "finished_qty",
      "batch_no",
    ],
    where: [
      where.oneOf(
        "root_id",
        running.map(({ id }) => id),
      ),
    ],
  });
  const found = new Map<string, { id: string; day: string; stages: Set<string> }>();
  for (const { id } of running)
    for (const { item_line, stage, plan_date } of stagesToCome({
      progress: rows.filter(({ root_id }) => root_id === id),
    })) {
      const one = found.get(`${id} ${plan_date}`) ?? { id, day: plan_date, stages: new Set() };
      one.stages.add(`行${item_line}${PROD_STAGES[stage as keyof typeof PROD_STAGES]}`);
      found.set(`${id} ${plan_date}`, one);
    }
  return [...found.values()].map(({ id, day, stages }) => ({
    id,
    about: day,
    day,
    values: { stages: [...stages].join("、") },
  }));
}

/** What is made and how much of it, for the list of these orders; quantities of several units are no sum. */
export async function productColumns(
  context: Context,
  screen: string,
  ids: readonly string[],
): Promise<Map<string, Record<string, Value>>> {
  if (screen !== "purchase-orders/product-order" || ids.length === 0) return new Map();
  const lines = await unscopedLines(context, {
    entityKey: ORDER,
    lines: "items",
    columns: ["root_id", "line_no", "material_id", "qty", "uom"],
    where: [where.oneOf("root_id", ids)],
  });
  const materials = await labelsOf(
    context,
    context.services.registry.entity(MATERIAL),
    lines.map(({ material_id }) => material_id),
  );
  return new Map(
    ids.map((id) => {
      const own = lines.filter(({ root_id }) => root_id === id).toSorted((a, b) => a.line_no - b.line_no);
      const name = materials.get(own[0]?.material_id ?? "") ?? "";
      const units = new Set(own.map(({ uom }) => uom));
      const [unit = ""] = units;
      const total = formatDecimal(sum(own.map(({ qty }) => qty)).toFixed());
      return [
        id,
        {
          goods: own.length > 1 ? `${name} 等${own.length}项` : name,
          ordered: units.size > 1 ? "" : `${total} ${unitName(unit)}`.trim(),
        },
      ];
    }),
  );
}

function unitName(unit: string): string {
  return dictionaryOf("uom")?.entries.find(({ value }) => value === unit)?.label ?? unit;
}
