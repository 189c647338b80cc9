import { z } from "zod";
import type { Context } from "~/engine/context.server";
import type { Value, Work } from "~/engine/entity";
import type { WorkedRow } from "~/engine/entity/deadlines";
import type { SaveWork } from "~/engine/entity/server-hooks";
import { labelsOf } from "~/engine/operations/labels.server";
import { ask } from "~/engine/operations/published.server";
import { linesOf } from "~/engine/operations/records.server";
import { unscopedLines, unscopedRows } from "~/engine/operations/unscoped.server";
import { intParameter } from "~/engine/parameters.server";
import { where } from "~/shared/condition";
import { decimal, formatDecimal, roundRate } from "~/shared/decimal";
import { isProduct } from "./product-order.fields";
import { isProductOrder, leftOf, overUse, PROD_STAGES, stagesToCome, suppliedAfter } from "./product-order.rules";

const ORDER = "purchase-orders/purchase-order";
const MATERIAL = "master-data/material";

const typed = z.object({ supplier_id: z.string(), factory_id: z.string(), order_type: z.string() });
const ratios = z.record(z.string(), z.object({ shelfRatio: z.string().nullable() }));

/** What the wrapping says is confirmed anew when it changes, and goods come as fresh as the strictest rule of theirs wants them. */
export async function prepareProduct({ context, record, before }: SaveWork): Promise<void> {
  const order = typed.safeParse(record);
  if (!order.success || !isProductOrder(order.data)) return;
  if (before && before.label_version !== record.label_version) record.label_confirmed = false;
  for (const row of linesOf(record, "supplied")) row.left_qty ??= leftOf({ sent_qty: null, used_qty: null });
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

const supplied = z.array(
  z.object({
    id: z.string(),
    material_id: z.string(),
    need_qty: z.string(),
    sent_qty: z.string().nullable(),
    used_qty: z.string().nullable(),
  }),
);

/** Packaging of which more was used than is needed and may be lost: told to the buyer, and kept with the order. */
export async function noteOverUse(context: Context, work: Work): Promise<void> {
  const allowed = await intParameter(context.services, "product.packLoss", context.session?.permissionVersion);
  const rows = supplied
    .parse(linesOf(work.record, "supplied"))
    .map((row) => suppliedAfter(row, work.lineInput))
    .map((row) => ({ ...row, over: overUse(row) }));
  const beyond = rows.filter(({ over }) => over.gt(allowed));
  for (const { id, over } of rows)
    work.setLine("supplied", id, { over_rate: over.gt(allowed) ? roundRate(over) : null });
  // A supplier's transaction reads what materials are called, and no more of them.
  const names = await labelsOf(
    context,
    context.services.registry.entity(MATERIAL),
    beyond.map(({ material_id }) => material_id),
  );
  const text = beyond
    .map(({ material_id, over }) => `包材【${names.get(material_id) ?? ""}】超耗${formatDecimal(roundRate(over))}%`)
    .join("；");
  work.set({ over_use: text === "" ? null : text.slice(0, LONGEST_OVER_USE) });
}

/** As the definition has it. */
const LONGEST_OVER_USE = 500;

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
    columns: ["root_id", "item_line", "stage", "plan_date", "actual_date", "finished_qty", "batch_no"],
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

/** What is made, and by when the next of it is required, for the list of these orders. */
export async function productColumns(
  context: Context,
  screen: string,
  ids: readonly string[],
): Promise<Map<string, Record<string, Value>>> {
  if (screen !== "purchase-orders/product-order" || ids.length === 0) return new Map();
  const lines = await unscopedLines(context, {
    entityKey: ORDER,
    lines: "items",
    columns: ["root_id", "line_no", "material_id", "required_date", "line_status"],
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
      const open = own.filter(({ line_status }) => line_status === "open" || line_status === "partial");
      const [due = null] = open.map(({ required_date }) => required_date).sort();
      return [id, { goods: own.length > 1 ? `${name} 等${own.length}项` : name, due }];
    }),
  );
}
