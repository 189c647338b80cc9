import { z } from "zod";
import type { Context } from "~/engine/context.server";
import type { AnyRecord } from "~/engine/entity";
import type { Finding, SaveWork } from "~/engine/entity/server-hooks";
import { ask } from "~/engine/operations/published.server";
import { linesOf } from "~/engine/operations/records.server";
import { addDays } from "~/shared/calendar";

const head = z.object({ supplier_id: z.string(), factory_id: z.string().nullable(), order_date: z.string() });
const leads = z.record(z.string(), z.object({ days: z.number(), code: z.string() }));

/** How long deliveries of these materials take, by material, as the register of lead times says. */
function leadTimes(context: Context, order: z.infer<typeof head>, materialIds: readonly string[]) {
  const { supplier_id: supplierId, factory_id: factoryId, order_date: orderDate } = order;
  return ask(context, "master-data/deliver-cycle", "days", { supplierId, factoryId, orderDate, materialIds }, leads);
}

/** A line without a day is wanted as soon as its lead time allows; where no lead time is known the day must be typed. */
export async function fillRequiredDates({ context, record }: SaveWork): Promise<void> {
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
  for (const line of open) {
    const lead = found[String(line.material_id)];
    if (lead) line.required_date = addDays(order.data.order_date, lead.days);
  }
}

/** Lines that are wanted sooner than they can come; an order that is urgent says so itself. */
export async function leadTimeFindings(context: Context, record: AnyRecord): Promise<Finding[]> {
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
