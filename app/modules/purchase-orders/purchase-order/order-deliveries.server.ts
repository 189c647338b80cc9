import { z } from "zod";
import type { AnyLine } from "~/engine/entity";
import type { RecordFor } from "~/engine/entity/entity-map";
import { LINE_STEP } from "~/engine/entity/paths";
import type { SaveWork } from "~/engine/entity/server-hooks";
import { linesOf, putLines } from "~/engine/operations/records.server";

type PurchaseOrderRecord = RecordFor<"purchase-orders/purchase-order">;

// The deliveries of a line, kept in step with it while nobody typed them.

const storedLines = z.array(
  z.object({
    id: z.string(),
    qty: z.string(),
    required_date: z.string(),
    schedules: z.array(z.object({ id: z.string(), plan_date: z.string(), plan_qty: z.string() })),
  }),
);

/** Each line has its deliveries: one of the whole quantity unless they were typed; a single one follows its line. */
export function planDeliveries({ context, record, before }: SaveWork<PurchaseOrderRecord>): void {
  const stored = before ? storedLines.parse(linesOf(before, "items")) : [];
  for (const line of linesOf(record, "items")) {
    const { qty, required_date } = line;
    if (typeof qty !== "string" || typeof required_date !== "string") continue;
    const [only, ...more] = linesOf(line, "schedules");
    if (!only) {
      putLines(line, "schedules", [newDelivery(context.services.newId(), required_date, qty)]);
      continue;
    }
    const old = stored.find(({ id }) => id === line.id);
    const [known] = old?.schedules ?? [];
    if (more.length > 0 || !old || !known || known.id !== only.id) continue;
    if (only.plan_qty === known.plan_qty && known.plan_qty === old.qty) only.plan_qty = qty;
    if (only.plan_date === known.plan_date && known.plan_date === old.required_date) only.plan_date = required_date;
  }
}

function newDelivery(id: string, day: string, qty: string): AnyLine {
  return { id, line_no: LINE_STEP, plan_date: day, plan_qty: qty, confirm_date: null, confirm_qty: null };
}
