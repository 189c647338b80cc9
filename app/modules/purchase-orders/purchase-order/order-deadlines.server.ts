import type { Context } from "~/engine/context.server";
import type { Work } from "~/engine/entity";
import type { WorkedRow } from "~/engine/entity/deadlines";
import type { RecordFor } from "~/engine/entity/entity-map";
import type { Finding } from "~/engine/entity/server-hooks";
import { unscopedLines } from "~/engine/operations/unscoped.server";
import { limitFor } from "~/engine/parameters.server";
import { dayOf } from "~/shared/calendar";
import { where } from "~/shared/condition";
import { type Decimal, decimal } from "~/shared/decimal";
import { mayReopen } from "./purchase-order.rules";

type PurchaseOrderRecord = RecordFor<"purchase-orders/purchase-order">;

const ORDER = "purchase-orders/purchase-order";
const HOUR_MS = 3_600_000;

/** The supplier's time to answer begins now. */
export async function beginToConfirm(context: Context, work: Work<PurchaseOrderRecord>): Promise<void> {
  const hours = await limitFor(context, "order.confirmHours");
  work.set({ confirm_deadline: new Date(context.now.getTime() + hours * HOUR_MS).toISOString() });
}

/** Before its time is over the supplier may still answer itself. */
export async function beforeDeadline(
  context: Context,
  { confirm_deadline }: Readonly<Record<string, unknown>>,
): Promise<Finding[]> {
  if (typeof confirm_deadline !== "string" || confirm_deadline <= context.now.toISOString()) return [];
  const text = "供应商的确认时限还没有到，代为确认须写明原因";
  return [{ check: "confirm_deadline", level: "warn", text }];
}

/** Says why an order that ended long ago is not opened again. */
export async function endedTooLong(context: Context, order: Readonly<Record<string, unknown>>): Promise<Finding[]> {
  const days = await limitFor(context, "order.reopenDays");
  const ended = [order.closed_at, order.completed_at].find((one) => typeof one === "string");
  if (mayReopen(typeof ended === "string" ? ended : null, dayOf(context.now), days)) return [];
  return [{ check: "reopen_days", level: "block", text: `订单结束已超过${days}天，不能重新打开，请另下订单` }];
}

/**
 * Deliveries that were confirmed and neither came nor are on their way: per order and day one row. What was noticed or accepted of a line
 * counts for its earliest deliveries.
 */
export async function deliveriesDue(context: Context): Promise<WorkedRow[]> {
  const today = dayOf(context.now);
  const lines = await unscopedLines(context, {
    entityKey: ORDER,
    lines: "items",
    columns: ["id", "root_id", "line_no", "noticed_qty", "accepted_qty", "exchanged_qty"],
    // The day of a line is that of its last delivery.
    where: [where.oneOf("line_status", ["open", "partial"]), where.atLeast("confirm_date", today)],
  });
  if (lines.length === 0) return [];
  const deliveries = await unscopedLines(context, {
    entityKey: ORDER,
    lines: "items.schedules",
    columns: ["parent_id", "confirm_date", "plan_qty"],
    where: [
      where.oneOf(
        "parent_id",
        lines.map(({ id }) => id),
      ),
      where.set("confirm_date"),
    ],
  });
  const byLine = new Map<string, (typeof deliveries)[number][]>();
  for (const one of deliveries) byLine.set(one.parent_id, [...(byLine.get(one.parent_id) ?? []), one]);
  const found = new Map<string, { id: string; day: string; lines: number[] }>();
  for (const line of lines)
    for (const day of daysToCome(byLine.get(line.id) ?? [], line)) {
      if (day < today) continue;
      const row = found.get(`${line.root_id} ${day}`) ?? { id: line.root_id, day, lines: [] };
      row.lines.push(line.line_no);
      found.set(`${line.root_id} ${day}`, row);
    }
  return [...found.values()].map(({ id, day, lines: numbers }) => ({
    id,
    about: day,
    day,
    values: {
      lines: numbers
        .sort((a, b) => a - b)
        .map((one) => `行${one}`)
        .join("、"),
    },
  }));
}

/** Days of the deliveries of a line of which something is still to be sent. */
function daysToCome(
  deliveries: readonly { confirm_date: string | null; plan_qty: string }[],
  line: { noticed_qty: string; accepted_qty: string; exchanged_qty: string },
): string[] {
  const sent = decimal(line.noticed_qty).plus(decimal(line.accepted_qty)).minus(decimal(line.exchanged_qty));
  const days = new Set<string>();
  let planned: Decimal = decimal("0");
  for (const { confirm_date, plan_qty } of [...deliveries].sort((a, b) =>
    (a.confirm_date ?? "") < (b.confirm_date ?? "") ? -1 : 1,
  )) {
    planned = planned.plus(decimal(plan_qty));
    if (confirm_date !== null && planned.gt(sent)) days.add(confirm_date);
  }
  return [...days];
}
