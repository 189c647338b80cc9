import { z } from "zod";
import type { Context } from "~/engine/context.server";
import type { AnyRecord, Work } from "~/engine/entity";
import type { RecordFor } from "~/engine/entity/entity-map";
import type { Finding } from "~/engine/entity/server-hooks";
import { refuseBlocks } from "~/engine/operations/lasting.server";
import { linesOf } from "~/engine/operations/records.server";
import { beginToConfirm } from "./order-deadlines.server";
import { findingsOfChange, findingsWhileOut } from "./order-gate.server";
import { changedLines, followQuantities } from "./product-need.server";
import { countsAtOnce } from "./purchase-order.effects";
import { changedDeliveries, lineOf, pendingChanges, proposedChanges } from "./purchase-order-change.rules";
import { figuresAsSeen } from "./receipts.server";

type PurchaseOrderRecord = RecordFor<"purchase-orders/purchase-order">;

// A change of an order as it takes effect, whoever proposed it: what the answer is told before, and what else follows the new quantities.

const negotiated = z.object({
  items: changedLines,
  changes: z.array(
    z
      .object({ result: z.string(), raised_by: z.string(), content: z.unknown() })
      .transform((one) => ({ ...one, content: one.content })),
  ),
});

/** The order as a change that waits for its answer would leave it. */
function asProposed(record: PurchaseOrderRecord, by: "buyer" | "supplier"): AnyRecord {
  const order = negotiated.parse(record);
  const changes = pendingChanges(order, by);
  const items = linesOf(record, "items").map((line) => {
    const own = order.items.find(({ id }) => id === line.id);
    if (!own || !changes.some((change) => change.line === line.id)) return line;
    const deliveries = changedDeliveries(own, changes);
    return {
      ...line,
      ...lineOf(deliveries),
      schedules: deliveries.map((one) => ({ ...one, id: one.id ?? "", line_no: 0 })),
    };
  });
  return { ...record, items };
}

/** What the answer to a change would be told; asked again, held, when it is given. */
export function changeFindings(by: "buyer" | "supplier") {
  return async (context: Context, record: PurchaseOrderRecord): Promise<Finding[]> => {
    return findingsOfChange(context, record, asProposed(record, by));
  };
}

const changed = z.object({
  approved_amount: z.string().nullable(),
  items: z.array(
    z.object({
      id: z.string(),
      line_no: z.number(),
      line_status: z.string().nullable(),
      confirm_date: z.string().nullable(),
      qty: z.string(),
      price: z.string(),
      tax_rate: z.string(),
      schedules: z.array(z.object({ id: z.string(), plan_date: z.string(), plan_qty: z.string() })),
    }),
  ),
});

/** A change that counts at once is confirmed anew, within the time that runs from now. */
export async function changing(context: Context, work: Work<PurchaseOrderRecord>): Promise<void> {
  await figuresAsSeen(context, work);
  const order = changed.parse(work.record);
  if (!countsAtOnce(order, work.lineInput)) return;
  await followQuantities(context, work, proposedChanges(order, work.lineInput));
  await beginToConfirm(context, work);
}

/** The supplier's proposal is accepted. */
export async function agreeing(context: Context, work: Work<PurchaseOrderRecord>): Promise<void> {
  await figuresAsSeen(context, work);
  await followQuantities(context, work, pendingChanges(negotiated.parse(work.record), "supplier"));
}

export async function applying(context: Context, work: Work<PurchaseOrderRecord>): Promise<void> {
  await figuresAsSeen(context, work);
  await followQuantities(context, work, pendingChanges(negotiated.parse(work.record), "buyer"));
  await beginToConfirm(context, work);
}

/** Goods that may not be delivered are not brought forward, whoever has agreed to it. */
export async function bringingForward(context: Context, work: Work<PurchaseOrderRecord>): Promise<void> {
  await figuresAsSeen(context, work);
  const changes = proposedChanges(changed.parse(work.record), work.lineInput);
  await followQuantities(context, work, changes);
  const typed = changes.map(({ line }) => line);
  const items = linesOf(work.record, "items").filter(({ id }) => typed.includes(id));
  refuseBlocks(await findingsWhileOut(context, { ...work.record, items }));
}
