import { z } from "zod";
import { type Context, systemContext } from "~/engine/context.server";
import { inTransaction } from "~/engine/operations/transaction.server";
import { unscopedLines, unscopedRows } from "~/engine/operations/unscoped.server";
import { limitFor } from "~/engine/parameters.server";
import { addDays, dayOf, daysBetween } from "~/shared/calendar";
import { where } from "~/shared/condition";
import { riskEvent } from "./risk-event.entity";
import { notice } from "./risk-notice.server";

const ORDER = "purchase-orders/purchase-order";
/** Orders whose deliveries the supplier has promised; what we hold ourselves is no fault of the supplier. */
const PROMISED = ["confirmed"];
/** Nobody is told a second time while the first event is still dealt with. */
const RUNNING = ["new", "confirmed", "handling"];
const FROM_DELIVERIES = "delivery-stop:";

const orders = z.array(z.object({ id: z.string(), number: z.string(), supplier_id: z.string() }));
const lines = z.array(
  z.object({ root_id: z.string(), required_date: z.string(), first_confirm_date: z.string().nullable() }),
);

/** How long a supplier has not delivered what it promised. */
export interface Stop {
  supplierId: string;
  /** The order that has waited longest, and since when. */
  order: string;
  since: string;
  orders: number;
}

/** Suppliers with promised deliveries open for more than `limit` days, each with the order that has waited longest. */
export function stopsIn(
  found: readonly { supplier: string; order: string; due: string }[],
  today: string,
  limit: number,
): Stop[] {
  const stops = new Map<string, Stop & { all: Set<string> }>();
  for (const { supplier, order, due } of found) {
    if (daysBetween(due, today) <= limit) continue;
    const known = stops.get(supplier);
    const all = (known?.all ?? new Set()).add(order);
    const isLonger = !known || due < known.since || (due === known.since && order < known.order);
    const first = isLonger ? { order, since: due } : { order: known.order, since: known.since };
    stops.set(supplier, { supplierId: supplier, ...first, all, orders: all.size });
  }
  return [...stops.values()].map(({ all: _all, ...stop }) => stop);
}

/**
 * Enters an event for each supplier that has delivered nothing of what it promised for longer than a delay
 * lasts (`risk.stopDays`): one at a time per supplier,
 * and the same order is spoken of once. Harmless when run again.
 * @returns how many events are new
 */
export async function noticeDeliveryStops(services: Context["services"]): Promise<number> {
  const context = systemContext(services, "断供识别");
  const today = dayOf(context.now);
  const promised = orders.parse(
    await unscopedRows(context, ORDER, ["id", "number", "supplier_id"], [where.oneOf("state", PROMISED)]),
  );
  const byId = new Map(promised.map((order) => [order.id, order]));
  // A delivery later than this is no delay any more but a stop (catalogue enterprise-risk).
  const limit = await limitFor(context, "risk.stopDays");
  const last = addDays(today, -limit - 1);
  // Measured against the day that was promised first: what is put off again and again has stopped, too.
  const late = where.any(
    where.atMost("first_confirm_date", last),
    where.all(where.empty("first_confirm_date"), where.atMost("required_date", last)),
  );
  const open = lines.parse(
    await unscopedLines(context, {
      entityKey: ORDER,
      lines: "items",
      columns: ["root_id", "required_date", "first_confirm_date"],
      // What is on its way has not stopped.
      where: [where.oneOf("line_status", ["open", "partial"]), where.not(where.atMost("open_qty", "0")), late],
    }),
  );
  const found = open.flatMap(({ root_id, required_date, first_confirm_date }) => {
    const order = byId.get(root_id);
    return order
      ? [{ supplier: order.supplier_id, order: order.number, due: first_confirm_date ?? required_date }]
      : [];
  });
  let noticed = 0;
  for (const { supplierId, order, since, orders: count } of stopsIn(found, today, limit))
    await inTransaction(context, async () => {
      const running = await unscopedRows(
        context,
        riskEvent.key,
        ["external_id"],
        [where.eq("supplier_id", supplierId), where.eq("source", "system"), where.oneOf("state", RUNNING)],
      );
      if (running.some(({ external_id }) => String(external_id).startsWith(FROM_DELIVERIES))) return;
      const days = daysBetween(since, today);
      const isNew = await notice(context, {
        supplierId,
        category: "capacity",
        title: `断供超过${limit}天：采购订单${order}`,
        detail: `已确认交期的采购订单${order}自${since}起逾期${days}天未交；该供应商逾期超过${limit}天的订单共${count}张。请核实产能和原料情况，研判断供风险。`,
        occurredOn: addDays(since, limit + 1),
        probability: 4,
        impact: 3,
        externalId: `${FROM_DELIVERIES}${supplierId}:${order}`,
      });
      if (isNew) noticed += 1;
    });
  return noticed;
}
