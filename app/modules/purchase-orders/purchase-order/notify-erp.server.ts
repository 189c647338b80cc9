import type { Context } from "~/engine/context.server";
import type { AnyLine } from "~/engine/entity";
import type { RecordFor } from "~/engine/entity/entity-map";
import type { TransitionWork } from "~/engine/entity/server-hooks";
import { type CodedKey, codesOf } from "~/engine/integrations/codes.server";
import { callIntegration, isConnected } from "~/engine/integrations/outbox.server";
import { ask } from "~/engine/operations/published.server";
import { linesOf } from "~/engine/operations/records.server";
import type { InterfaceCode } from "~/shared/interfaces";
import { purchaseOrder } from "./purchase-order.entity";

type PurchaseOrderRecord = RecordFor<"purchase-orders/purchase-order">;

/** States in which the ERP has the order open. */
const RUNNING = ["released", "negotiating", "confirmed", "on_hold"];
/** States in which it has heard of it. */
const KNOWN = [...RUNNING, "completed", "closed"];
const ENDED = ["completed", "closed", "cancelled"];

/** What a transition means to the ERP; null: nothing. */
function newsOf({ transition, before, record }: TransitionWork<PurchaseOrderRecord>): InterfaceCode | null {
  if (!before.released_at && record.released_at) return "order_released";
  if (!KNOWN.includes(before.state)) return null;
  if (ENDED.includes(record.state)) return before.state === record.state ? null : "order_closed";
  // A completed order goes on when a receipt is taken back, or goods go back to be exchanged.
  const isChanged = before.order_version !== record.order_version || ENDED.includes(before.state);
  return isChanged || ["close_lines", "reopen"].includes(transition) ? "order_changed" : null;
}

/** The ERP hears of an order when it is released, each time it changes, and when it ends; in this order, whatever is sent again. */
export async function notifyErp(work: TransitionWork<PurchaseOrderRecord>): Promise<void> {
  const { context, record } = work;
  const code = newsOf(work);
  if (!code || !isConnected(context, code)) return;
  const ends = code === "order_closed";
  await callIntegration(context, {
    code,
    entity: purchaseOrder,
    record,
    validStates: ends ? ENDED : RUNNING,
    data: { state: record.state, version: record.order_version, order: await orderOf(context, record) },
  });
}

const FACTORY = "master-data/factory";
async function orderOf(context: Context, record: PurchaseOrderRecord) {
  const items = linesOf(record, "items");
  const materials = await codesOf(
    context,
    "master-data/material",
    items.map((line) => line.material_id),
  );
  const one = async (register: CodedKey, id: unknown, column?: "sap_code") =>
    (await codesOf(context, register, [id], column)).get(String(id)) ?? null;
  const [supplier] = await ask(
    context,
    "supplier-management/supplier",
    "names",
    record.supplier_id === null ? [] : [record.supplier_id],
  );
  return {
    type: record.order_type,
    supplier: supplier?.code ?? null,
    company: await one("master-data/company", record.company_id),
    factory: await one(FACTORY, record.factory_id),
    sapFactory: await one(FACTORY, record.factory_id, "sap_code"),
    purchaseOrg: await one("master-data/purchase-org", record.purchase_org_id),
    purchaseGroup: await one("user-administration/purchase-group", record.purchase_group_id),
    orderDate: record.order_date,
    currency: record.currency,
    paymentTerm: record.payment_term,
    creditDays: record.credit_days,
    address: record.address,
    amount: record.amount,
    untaxedAmount: record.untaxed_amount,
    items: items.map((line) => itemOf(line, materials)),
  };
}

function itemOf(line: AnyLine, materials: ReadonlyMap<string, string>) {
  const { line_no, qty, uom, price, tax_rate, amount, required_date, line_status } = line;
  return {
    lineNo: line_no,
    material: materials.get(String(line.material_id)) ?? null,
    qty,
    uom,
    price,
    taxRate: tax_rate,
    amount,
    requiredDate: required_date,
    status: line_status,
    schedules: linesOf(line, "schedules").map(({ plan_date, plan_qty }) => ({ date: plan_date, qty: plan_qty })),
  };
}
