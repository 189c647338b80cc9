import { z } from "zod";
import { type Context, consequenceOf } from "~/engine/context.server";
import { holdSourceLines } from "~/engine/draws/source-lines.server";
import type { Work } from "~/engine/entity";
import type { RecordFor } from "~/engine/entity/entity-map";
import type { DrawnWork, SourceLine } from "~/engine/entity/server-hooks";
import { AppError } from "~/engine/errors";
import { ask } from "~/engine/operations/published.server";
import { linesOf } from "~/engine/operations/records.server";
import { applyTransition } from "~/engine/operations/transition.server";
import { unscopedLines, unscopedRows } from "~/engine/operations/unscoped.server";
import { decimal } from "~/shared/decimal";
import { followRushes } from "../rush-order/follow-rushes.server";
import { followed } from "./purchase-order.effects";
import { hasPending } from "./purchase-order-change.rules";
import { isComplete, receiptRate, shareOf } from "./purchase-order-progress.rules";

type PurchaseOrderRecord = RecordFor<"purchase-orders/purchase-order">;

const ORDER = "purchase-orders/purchase-order";
const RECEIVE_CONTROL = "base-data/receive-control";
const FIGURES = ["noticed_qty", "accepted_qty", "exchanged_qty"] as const;
/** States in which documents of receiving may still move an order. */
const FOLLOWING = ["released", "negotiating", "confirmed", "on_hold", "completed", "closed"];

const FOLLOWED = ["id", "qty", "price", "line_status", ...FIGURES, "under_rate", "delivery_done"] as const;

const followedLine = z.object({
  id: z.string(),
  qty: z.string(),
  price: z.string(),
  line_status: z.string().nullable(),
  noticed_qty: z.string(),
  accepted_qty: z.string(),
  exchanged_qty: z.string(),
  under_rate: z.string().nullable(),
  delivery_done: z.boolean(),
});
const followedOrder = z.object({
  state: z.string(),
  receipt_rate: z.string().nullable(),
  items: z.array(followedLine),
  changes: z.array(z.object({ result: z.string(), raised_by: z.string() })),
});

/**
 * The order follows what others drew on its lines. Suppliers' notes move nothing: goods on their way are no receipt, and nothing is done
 * past the lock of a supplier's transaction.
 */
export async function followDraws({ context, rootId }: DrawnWork): Promise<void> {
  if (context.actor.supplierId) return;
  const system = consequenceOf(context);
  const entity = context.services.registry.entity(ORDER);
  if (isBehind(await followedOf(context, rootId)))
    await applyTransition(system, { entity, id: rootId, name: "follow_receipts" });
  await followRushes(context, rootId);
}

/** Of an order what its figures are compared with: a long one is not read whole for that after each posting. */
async function followedOf(context: Context, id: string): Promise<z.infer<typeof followedOrder>> {
  const of = [{ op: "eq" as const, column: "root_id" as const, value: id }];
  const [head] = await unscopedRows(context, ORDER, ["state", "receipt_rate"], [{ op: "eq", column: "id", value: id }]);
  const items = await unscopedLines(context, { entityKey: ORDER, lines: "items", columns: FOLLOWED, where: of });
  const changes = await unscopedLines(context, {
    entityKey: ORDER,
    lines: "changes",
    columns: ["result", "raised_by"],
    where: of,
  });
  return followedOrder.parse({ ...head, items, changes });
}

/** Whether lines, rate or state of an order differ from what its figures say. */
function isBehind(order: z.infer<typeof followedOrder>): boolean {
  if (!FOLLOWING.includes(order.state)) return false;
  const after = followed(order);
  if (after.some(({ line_status }, at) => line_status !== order.items[at]?.line_status)) return true;
  if (!decimal(receiptRate(after)).eq(decimal(order.receipt_rate ?? "0"))) return true;
  const isOver = isComplete({ items: after }) && !hasPending(order);
  return order.state !== "closed" && isOver !== (order.state === "completed");
}

/** How far lines may be delivered beyond their quantity, as it was settled when the order went out. */
export async function overTolerances(
  _context: Context,
  lines: readonly SourceLine[],
): Promise<ReadonlyMap<string, string>> {
  return new Map(
    lines.flatMap(({ line }): [string, string][] => {
      const { id, qty, over_rate: rate } = line;
      return typeof qty === "string" && typeof rate === "string" ? [[id, shareOf(qty, rate).toFixed()]] : [];
    }),
  );
}

const rates = z.record(
  z.string(),
  z.object({ overPercent: z.string().nullish(), underPercent: z.string().nullish() }).nullish(),
);

/**
 * Settles with an order how much more or less of its lines may come. Both sides read it on the line, where it stays: what was ordered under
 * one rule is not judged by the next. Without a rule nothing is tolerated.
 */
export async function settleTolerances(context: Context, work: Work<PurchaseOrderRecord>): Promise<void> {
  const { registry } = context.services;
  if (!registry.registrations.some(({ entity }) => entity.key === RECEIVE_CONTROL)) return;
  if (!registry.server(RECEIVE_CONTROL).publishes?.rules) return;
  const items = linesOf(work.record, "items");
  const found = await ask(context, {
    entityKey: RECEIVE_CONTROL,
    name: "rules",
    input: {
      supplierId: work.record.supplier_id,
      factoryId: work.record.factory_id,
      materialIds: [...new Set(items.map(({ material_id }) => String(material_id)))],
    },
    answer: rates,
  });
  for (const line of items) {
    const rule = found[String(line.material_id)];
    work.setLine("items", line.id, { over_rate: rule?.overPercent ?? null, under_rate: rule?.underPercent ?? null });
  }
}

/**
 * What an order may be changed to depends on what was noticed and received of it. Its lines are held, and whoever looked at an order on
 * which others drew since is told that it changed.
 * @throws AppError("stale_record")
 */
export async function figuresAsSeen(context: Context, { record }: { record: PurchaseOrderRecord }): Promise<void> {
  const lines = linesOf(record, "items");
  const held = await holdSourceLines(
    context,
    { entity: context.services.registry.entity(ORDER), path: "items" },
    lines.map(({ id }) => id),
  );
  const differs = lines.some((line) => {
    const now = held.get(line.id)?.line;
    return FIGURES.some((figure) => !decimal(line[figure] ?? "0").eq(decimal(String(now?.[figure] ?? "0"))));
  });
  if (differs) throw new AppError("stale_record");
}
