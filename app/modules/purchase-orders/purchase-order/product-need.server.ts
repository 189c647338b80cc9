import { z } from "zod";
import type { Context } from "~/engine/context.server";
import type { AnyLine, Work } from "~/engine/entity";
import type { RecordFor } from "~/engine/entity/entity-map";
import type { SaveWork } from "~/engine/entity/server-hooks";
import { labelsOf } from "~/engine/operations/labels.server";
import { linesOf } from "~/engine/operations/records.server";
import { factsOf, rowFilter } from "~/engine/operations/scope.server";
import { limitFor } from "~/engine/parameters.server";
import { formatDecimal, roundRate } from "~/shared/decimal";
import { selectKnownUses } from "./product-need.query.server";
import { leftOf, neededOf, overUse, suppliedAfter, usedFor } from "./product-need.rules";
import { changedDeliveries, lineOf, type ProposedChange } from "./purchase-order-change.rules";

type PurchaseOrderRecord = RecordFor<"purchase-orders/purchase-order">;

const ORDER = "purchase-orders/purchase-order";
const MATERIAL = "master-data/material";

const product = z.object({ id: z.string(), line_no: z.number(), material_id: z.string(), qty: z.string() });
const used = z.object({ id: z.string(), item_line: z.number().nullable().catch(null) });
const numbered = z.object({ id: z.string(), line_no: z.number() });
const asText = (value: unknown) => (typeof value === "string" && value !== "" ? value : null);

/** Each packaging says for which line it is and how much one unit takes: as it was typed, or as the newest order of the same had it. */
export async function prepareSupplied({ context, record, before }: SaveWork<PurchaseOrderRecord>): Promise<void> {
  const rows = linesOf(record, "supplied");
  if (rows.length === 0) return;
  const items = linesOf(record, "items");
  const stored = before && {
    items: z.array(numbered).parse(linesOf(before, "items")),
    supplied: z.array(used).parse(linesOf(before, "supplied")),
  };
  const made = items.flatMap((line) => {
    const parsed = product.safeParse(line);
    return parsed.success ? [parsed.data] : [];
  });
  for (const row of rows) {
    row.item_line = usedFor(used.parse(row), z.array(numbered).parse(items), stored);
    row.made_qty = made.find(({ line_no }) => line_no === row.item_line)?.qty ?? null;
    row.left_qty ??= leftOf({ sent_qty: null, used_qty: null });
  }
  await fillUses(context, { orderId: record.id, rows, made });
}

async function fillUses(
  context: Context,
  { orderId, rows, made }: { orderId: string; rows: readonly AnyLine[]; made: readonly z.infer<typeof product>[] },
): Promise<void> {
  const open = rows.filter((row) => asText(row.unit_use) === null || asText(row.loss_rate) === null);
  const productOf = (row: AnyLine) => made.find(({ line_no }) => line_no === row.item_line)?.material_id;
  const packagings = open.flatMap((row) => asText(row.material_id) ?? []);
  const products = open.flatMap((row) => productOf(row) ?? []);
  if (open.length === 0) return;
  const known =
    packagings.length === 0 || products.length === 0
      ? []
      : await selectKnownUses(context.services.database.connection(), {
          products,
          packagings,
          except: orderId,
          seen: rowFilter(context, context.services.registry.entity(ORDER)),
          facts: factsOf(context),
        });
  const usual = await limitFor(context, "product.packWaste");
  for (const row of open) {
    const like = known.find(
      ({ product_id, packaging_id, uom }) =>
        product_id === productOf(row) && packaging_id === row.material_id && uom === row.uom,
    );
    row.unit_use = asText(row.unit_use) ?? like?.unit_use ?? null;
    row.loss_rate = asText(row.loss_rate) ?? like?.loss_rate ?? String(usual);
  }
}

const supplied = z.array(
  z.object({
    id: z.string(),
    material_id: z.string(),
    item_line: z.number(),
    unit_use: z.string(),
    loss_rate: z.string(),
    uom: z.string(),
    made_qty: z.string().nullable(),
    need_qty: z.string().nullable(),
    sent_qty: z.string().nullable(),
    used_qty: z.string().nullable(),
  }),
);
type Supplied = z.infer<typeof supplied>[number];

/** Packaging of which more was used than is needed and may be lost: told to the buyer, and kept with the order. */
export async function noteOverUse(context: Context, work: Work<PurchaseOrderRecord>): Promise<void> {
  const rows = supplied.parse(linesOf(work.record, "supplied"));
  await judgeUse(
    context,
    work,
    rows.map((row) => suppliedAfter(row, work.lineInput)),
  );
}

async function judgeUse(context: Context, work: Work<PurchaseOrderRecord>, rows: readonly Supplied[]): Promise<void> {
  const allowed = await limitFor(context, "product.packLoss");
  const judged = rows.map((row) => ({ ...row, over: overUse(row) }));
  const beyond = judged.filter(({ over }) => over.gt(allowed));
  for (const { id, over } of judged)
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

/** Lines of an order as changes of their deliveries need them. */
export const changedLines = z.array(
  z.object({
    id: z.string(),
    line_no: z.number(),
    line_status: z.string().nullable(),
    confirm_date: z.string().nullable(),
    qty: z.string(),
    schedules: z.array(z.object({ id: z.string(), plan_date: z.string(), plan_qty: z.string() })),
  }),
);

/** What is needed follows what is made once changes of quantity are in force, and with it what was used beyond it. */
export async function followQuantities(
  context: Context,
  work: Work<PurchaseOrderRecord>,
  changes: readonly ProposedChange[],
): Promise<void> {
  const touched = changedLines
    .parse(linesOf(work.record, "items"))
    .filter(({ id }) => changes.some(({ line }) => line === id))
    .map((line) => ({ line_no: line.line_no, qty: lineOf(changedDeliveries(line, changes)).qty }));
  const rows = supplied.parse(linesOf(work.record, "supplied")).map((row) => {
    const made_qty = touched.find(({ line_no }) => line_no === row.item_line)?.qty ?? row.made_qty;
    return { ...row, made_qty, need_qty: neededOf({ ...row, made_qty }) };
  });
  const before = linesOf(work.record, "supplied");
  if (rows.every(({ id, made_qty }) => before.find((row) => row.id === id)?.made_qty === made_qty)) return;
  for (const { id, made_qty } of rows) work.setLine("supplied", id, { made_qty });
  await judgeUse(context, work, rows);
}
