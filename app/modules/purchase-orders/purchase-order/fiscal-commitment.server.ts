import { z } from "zod";
import type { Context } from "~/engine/context.server";
import type { AnyRecord } from "~/engine/entity";
import type { Finding } from "~/engine/entity/server-hooks";
import { ask } from "~/engine/operations/published.server";
import { linesOf } from "~/engine/operations/records.server";

const judged = z.object({
  id: z.string(),
  supplier_id: z.string(),
  factory_id: z.string(),
});

const lines = z.array(
  z.object({
    material_id: z.string(),
    qty: z.string(),
    uom: z.string().nullable(),
    required_date: z.string(),
    accepted_qty: z.string().nullable(),
    line_status: z.string().nullable(),
    delivery_done: z.boolean().nullable(),
  }),
);

/** What this order takes beyond what its supplier promised for the year. It stops nothing, and is our own affair. */
export async function commitmentFindings(context: Context, record: AnyRecord): Promise<Finding[]> {
  if (context.actor.supplierId) return [];
  const { id, supplier_id, factory_id } = judged.parse(record);
  const items = lines
    .parse(linesOf(record, "items"))
    .map(({ line_status, delivery_done, accepted_qty, qty, ...line }) => {
      const isOver = delivery_done || line_status === "closed" || line_status === "cancelled";
      return { ...line, qty: isOver ? (accepted_qty ?? "0") : qty };
    });
  const found = await ask(context, {
    entityKey: "purchase-management/fiscal-supply",
    name: "over",
    input: { orderId: id, supplierId: supplier_id, factoryId: factory_id, items },
    answer: z.array(z.string()),
  });
  return found.map((text): Finding => ({ check: "commitment", level: "warn", text }));
}
