import { z } from "zod";
import type { Context } from "~/engine/context.server";
import type { RecordFor } from "~/engine/entity/entity-map";
import type { Finding, SaveWork } from "~/engine/entity/server-hooks";
import { ask } from "~/engine/operations/published.server";
import { linesOf } from "~/engine/operations/records.server";
import { addDays } from "~/shared/calendar";

type PurchaseOrderRecord = RecordFor<"purchase-orders/purchase-order">;

const head = z.object({ supplier_id: z.string(), factory_id: z.string().nullable(), order_date: z.string() });
const leads = z.record(z.string(), z.object({ days: z.number(), code: z.string() }));

/** How long deliveries of these materials take, by material, as the register of lead times says. */
export function leadTimes(context: Context, order: z.infer<typeof head>, materialIds: readonly string[]) {
  const { supplier_id: supplierId, factory_id: factoryId, order_date: orderDate } = order;
  return ask(context, {
    entityKey: "master-data/deliver-cycle",
    name: "days",
    input: { supplierId, factoryId, orderDate, materialIds },
    answer: leads,
  });
}

/** A line without a day is wanted as soon as its lead time allows; where no lead time is known the day must be typed. */
export async function fillRequiredDates({ context, record }: SaveWork<PurchaseOrderRecord>): Promise<void> {
  const order = head.safeParse(record);
  const open = linesOf(record, "items").filter(
    ({ material_id, required_date }) => typeof material_id === "string" && !required_date,
  );
  if (!order.success || open.length === 0) return;
  const found = await leadTimes(
    context,
    order.data,
    open.map(({ material_id }) => String(material_id)),
  );
  const wanted = open.flatMap((line) => {
    const lead = found[String(line.material_id)];
    return lead ? [{ line, day: addDays(order.data.order_date, lead.days) }] : [];
  });
  const days = await workdaysAt(
    context,
    order.data.factory_id,
    wanted.map(({ day }) => day),
  );
  for (const [at, { line, day }] of wanted.entries()) line.required_date = days[at] ?? day;
}

/** Each day, or the next on which the factory takes goods in. */
async function workdaysAt(context: Context, factoryId: string | null, days: readonly string[]): Promise<string[]> {
  if (factoryId === null || days.length === 0) return [...days];
  const asked = days.map((day) => ({ factoryId, day }));
  return ask(context, {
    entityKey: "master-data/factory",
    name: "workdays",
    input: asked,
    answer: z.array(z.string()),
  });
}

/** Lines that are wanted on a day on which nobody takes them in. */
export async function restDayFindings(context: Context, record: PurchaseOrderRecord): Promise<Finding[]> {
  const { factory_id: factoryId } = head.parse(record);
  const days = linesOf(record, "items").map(({ required_date }) => String(required_date));
  const open = await workdaysAt(context, factoryId, days);
  return days.flatMap((day, at): Finding[] => {
    const next = open[at];
    if (next === undefined || next === day) return [];
    const text = `第${at + 1}行需求日期${day}为收货工厂的休息日，收货顺延到${next}`;
    return [{ check: "rest_day", level: "note", text }];
  });
}

/** Lines that are wanted sooner than they can come; an order that is urgent says so itself. */
export async function leadTimeFindings(context: Context, record: PurchaseOrderRecord): Promise<Finding[]> {
  if (record.urgent === true) return [];
  const order = head.parse(record);
  const lines = linesOf(record, "items");
  const found = await leadTimes(
    context,
    order,
    lines.map(({ material_id }) => String(material_id)),
  );
  return lines.flatMap((line, at): Finding[] => {
    const lead = found[String(line.material_id)];
    const earliest = lead && addDays(order.order_date, lead.days);
    if (!lead || earliest === undefined || String(line.required_date) >= earliest) return [];
    const text = `第${at + 1}行${lead.code}：要求交期短于采购周期${lead.days}天，请走急单流程（最早${earliest}）`;
    return [{ check: "lead_time", level: "warn", text }];
  });
}
