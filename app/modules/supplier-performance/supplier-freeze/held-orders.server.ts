import { z } from "zod";
import { type Context, consequenceOf } from "~/engine/context.server";
import type { RecordFor } from "~/engine/entity/entity-map";
import { ask } from "~/engine/operations/published.server";
import { linesOf, openRecord } from "~/engine/operations/records.server";
import { saveSystemFields } from "~/engine/operations/system-fields.server";
import { applyTransition } from "~/engine/operations/transition.server";
import { unscopedRows } from "~/engine/operations/unscoped.server";
import { openTask } from "~/engine/tasks/tasks.server";
import { where } from "~/shared/condition";
import { ordersOf } from "./freeze-impact.server";
import { supplierFreeze } from "./supplier-freeze.entity";

type SupplierFreezeRecord = RecordFor<"supplier-performance/supplier-freeze">;

const ORDER = "purchase-orders/purchase-order";
const HELD = ["on_hold"];
const GATE = "supplier-management/gate-exemption";
const reasons = z.array(z.object({ severity: z.enum(["refuse", "warn"]), text: z.string() }));

/**
 * Orders that a freeze holds and no longer reaches, because it was lifted whole or in part, go on: each by itself, and only if nothing else
 * stops deliveries. What another freeze would have held stays held by that one; for what something else stops, the buyer gets a task.
 * @param frozen the freeze as it is stored now
 */
export async function resumeOrders(context: Context, frozen: SupplierFreezeRecord): Promise<void> {
  const mine = await unscopedRows(
    context,
    ORDER,
    ["id", "buyer_id"],
    [where.eq("held_by_freeze_id", frozen.id), where.oneOf("state", HELD)],
  );
  if (mine.length === 0) return;
  const stillMine = frozen.state === "effective" ? await heldIds(context, frozen) : new Set<string>();
  const others = await otherHolds(context, frozen);
  for (const { id, buyer_id } of mine) {
    const order = id;
    if (stillMine.has(order)) continue;
    const next = others.find(({ orders }) => orders.has(order));
    if (next) await passOn(context, order, next.record);
    else await resume(context, { id: order, buyer: buyer_id }, frozen);
  }
}

async function heldIds(context: Context, freeze: SupplierFreezeRecord): Promise<Set<string>> {
  return new Set((await ordersOf(context, freeze, HELD)).map(({ id }) => id));
}

/** Other documents in force that hold orders of the supplier, with the orders they reach; the oldest first. */
async function otherHolds(context: Context, frozen: SupplierFreezeRecord) {
  const rows = await unscopedRows(
    context,
    supplierFreeze.key,
    ["id", "number"],
    [
      where.eq("supplier_id", String(frozen.supplier_id)),
      where.eq("state", "effective"),
      where.eq("open_po_policy", "hold"),
      where.not(where.eq("freeze_type", "unfreeze")),
      where.not(where.eq("id", frozen.id)),
    ],
  );
  const found: { record: SupplierFreezeRecord; orders: Set<string> }[] = [];
  for (const { id } of rows.sort((a, b) => (String(a.number) < String(b.number) ? -1 : 1))) {
    const { record } = await openRecord(consequenceOf(context), { entity: supplierFreeze, id });
    found.push({ record, orders: await heldIds(context, record) });
  }
  return found;
}

async function passOn(context: Context, id: string, to: SupplierFreezeRecord): Promise<void> {
  await saveSystemFields(consequenceOf(context), {
    entity: context.services.registry.entity(ORDER),
    id,
    values: { held_by_freeze_id: to.id },
    label: "继续暂停",
    reason: `供应商冻结单${to.number ?? ""}仍在生效`,
  });
}

async function resume(
  context: Context,
  order: { id: string; buyer: unknown },
  frozen: SupplierFreezeRecord,
): Promise<void> {
  const entity = context.services.registry.entity(ORDER);
  const system = consequenceOf(context);
  const { record } = await openRecord(system, { entity, id: order.id, wanted: { labels: false } });
  const asked = {
    action: "delivery",
    supplierId: record.supplier_id,
    materialIds: [...new Set(linesOf(record, "items").map(({ material_id }) => String(material_id)))],
    factoryId: record.factory_id,
    purchaseOrgId: record.purchase_org_id,
    companyId: record.company_id,
    orderId: record.id,
  };
  const stopped = (await ask(context, { entityKey: GATE, name: "gate", input: asked, answer: reasons })).filter(
    ({ severity }) => severity === "refuse",
  );
  if (stopped.length === 0) {
    const reason = `供应商冻结单${frozen.number ?? ""}已解除`;
    await applyTransition(system, { entity, id: order.id, name: "resume_frozen", reason, amongOurselves: true });
    return;
  }
  await openTask(context, {
    title: "供应商已解冻，订单仍有限制，处理后请恢复",
    description: stopped.map(({ text }) => text).join("；"),
    entity: ORDER,
    recordId: order.id,
    ...(typeof order.buyer === "string" ? { assignee: order.buyer } : { role: "buyer" }),
    while: HELD,
  });
}
