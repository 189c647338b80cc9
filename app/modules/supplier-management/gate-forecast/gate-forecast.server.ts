import { z } from "zod";
import { type Context, systemContext } from "~/engine/context.server";
import type { EntityServer } from "~/engine/entity/server-hooks";
import { readComplianceSnapshot } from "~/engine/operations/compliance-snapshot.server";
import { type ForecastRow, readWaitingOrders, saveForecast } from "~/engine/operations/gate-forecast.server";
import { mayOnScreen } from "~/engine/operations/scope.server";
import { inTransaction } from "~/engine/operations/transaction.server";
import { unscopedRows } from "~/engine/operations/unscoped.server";
import { limitFor } from "~/engine/parameters.server";
import { recordPath } from "~/engine/screen/address";
import { addDays, dayOf } from "~/shared/calendar";
import { where } from "~/shared/condition";
import { sum } from "~/shared/decimal";
import type { ComplianceSnapshot } from "../gate-exemption/gate-reason.rules";
import { splitBySupplier } from "../gate-exemption/snapshot-of.rules";
import { reasonsAgainst, turningDays } from "../gate-exemption/supplier-gate.rules";
import { complianceSnapshotSchema, weighed, weightsOf } from "../gate-exemption/supplier-gate.server";
import { gateForecast } from "./gate-forecast.entity";

/** Leads from each row to its order, for those who may see it. */
export const gateForecastServer: EntityServer<"supplier-management/gate-forecast"> = {
  async rowLinks(context, ids) {
    const { registry } = context.services;
    const [screen] = registry.screensOf(ORDER);
    if (!screen || !mayOnScreen(context, screen, "get")) return new Map();
    const rows = await unscopedRows(context, gateForecast.key, ["id", "order_no"], [where.oneOf("id", ids)]);
    const numbers = [...new Set(rows.map(({ order_no }) => order_no))];
    const orders = await unscopedRows(context, ORDER, ["id", "number"], [where.oneOf("number", numbers)]);
    const byNumber = new Map(orders.map(({ id, number }) => [String(number), id]));
    return new Map(
      rows.flatMap(({ id, order_no }) => {
        const order = byNumber.get(order_no);
        return order ? [[id, [{ label: "打开订单", href: recordPath(screen, order) }]] as const] : [];
      }),
    );
  },
};

const ORDER = "purchase-orders/purchase-order";

const waiting = z.array(
  z.object({
    number: z.string(),
    supplier: z.string(),
    factory: z.string(),
    company: z.string(),
    org: z.string().nullable(),
    group: z.string(),
    buyer: z.string(),
    amount: z.string().nullable(),
    lines: z.array(z.tuple([z.string(), z.string()])),
  }),
);
type Waiting = z.infer<typeof waiting>[number];
type Weights = Awaited<ReturnType<typeof weightsOf>>;

/**
 * Works out which orders not released yet will be refused by the gate within the next days, and keeps that for the list. Quantities
 * of trials and caps of temporary suppliers count the order alone: what others will order by then nobody knows.
 * @returns how many orders were looked at, and how many reasons were found
 */
export async function forecastGate(services: Context["services"]): Promise<{ orders: number; found: number }> {
  const context = systemContext(services, "限单预告");
  const today = dayOf(context.now);
  const ahead = await limitFor(context, "gate.forecastDays");
  const orders = waiting.parse(await readWaitingOrders(context));
  const suppliers = [...new Set(orders.map(({ supplier }) => supplier))];
  const materials = [...new Set(orders.flatMap(({ lines }) => lines.map(([material]) => material)))];
  const read = { suppliers, materials, day: today, until: addDays(today, ahead) };
  const standing = complianceSnapshotSchema.parse(await readComplianceSnapshot(context, read));
  const ofSupplier = splitBySupplier(standing);
  const known = new Map(standing.materials.map((one) => [one.id, one]));
  const weights = new Map<string, Promise<Weights>>();
  const rows: ForecastRow[] = [];
  for (const order of orders) {
    const own = ofSupplier.get(order.supplier);
    if (!own) continue;
    const ids = [...new Set(order.lines.map(([material]) => material))];
    const view: ComplianceSnapshot = { ...own, materials: ids.flatMap((id) => known.get(id) ?? []) };
    rows.push(
      ...(await foundAbout(context, {
        order,
        view,
        materialIds: ids,
        shared: { today, ahead, weights, all: standing },
      })),
    );
  }
  await inTransaction(context, () => saveForecast(context, rows));
  return { orders: orders.length, found: rows.length };
}

async function foundAbout(
  context: Context,
  {
    order,
    view,
    materialIds,
    shared,
  }: {
    order: Waiting;
    view: ComplianceSnapshot;
    materialIds: readonly string[];
    shared: { today: string; ahead: number; weights: Map<string, Promise<Weights>>; all: ComplianceSnapshot };
  },
): Promise<ForecastRow[]> {
  const supplierClass = view.suppliers[0]?.class ?? "";
  const place = `${order.company} ${order.factory} ${supplierClass}`;
  const asked = {
    action: "release",
    supplierId: order.supplier,
    companyId: order.company,
    factoryId: order.factory,
  } as const;
  // Of all materials at once: rules are asked for once per place, not once per order.
  const weights = shared.weights.get(place) ?? weightsOf(context, { ...shared.all, suppliers: view.suppliers }, asked);
  shared.weights.set(place, weights);
  const counting = await weights;
  const isListed = counting.some(({ check }) => check === "source");
  const quantities = Object.fromEntries(
    materialIds.map((id) => [
      id,
      sum(order.lines.flatMap(([material, qty]) => (material === id ? [qty] : []))).toFixed(),
    ]),
  );
  const found = new Map<string, ForecastRow>();
  for (const day of turningDays({
    snapshot: view,
    supplierId: order.supplier,
    materialIds,
    from: shared.today,
    days: shared.ahead,
  })) {
    const facts = { ...asked, materialIds, purchaseOrgId: order.org, day, quantities, amount: order.amount };
    for (const reason of weighed(reasonsAgainst(view, facts, null, isListed), counting)) {
      const key = `${reason.check} ${reason.materialId ?? ""}`;
      if (reason.severity !== "refuse" || found.has(key)) continue;
      found.set(key, {
        id: context.services.newId(),
        order_no: order.number,
        supplier_id: order.supplier,
        material_id: reason.materialId,
        factory_id: order.factory,
        purchase_group_id: order.group,
        buyer_id: order.buyer,
        blocked_from: day,
        check_type: reason.check,
        text: reason.text,
      });
    }
  }
  return [...found.values()];
}
