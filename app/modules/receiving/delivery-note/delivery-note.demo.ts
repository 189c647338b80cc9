import { z } from "zod";
import type { TransitionOf } from "~/engine/entity/entity-map";
import type { DemoPen, DemoSupplier } from "~/engine/entity/seed";
import { ask } from "~/engine/operations/published.server";
import { applyTransition } from "~/engine/operations/transition.server";
import { unscopedLines, unscopedRows } from "~/engine/operations/unscoped.server";
import { addDays } from "~/shared/calendar";
import { where } from "~/shared/condition";

const ORDER = "purchase-orders/purchase-order";
const NOTE = "receiving/delivery-note";
/** Between the day these goods would come and the first day the factory takes them. */
const AHEAD = 1;

const rules = z.record(
  z.string(),
  z.object({ earlyDays: z.number().nullable(), mode: z.enum(["block", "warn"]).nullable() }),
);

interface EarlyLine {
  supplier: DemoSupplier;
  factory: string;
  line: { id: string; material_id: string; qty: string };
}

/** Lines nobody sends yet, which a receiving rule holds back tomorrow, one per order; the rules of the demo differ by factory and material. */
async function heldBack(pen: DemoPen): Promise<EarlyLine[]> {
  const context = pen.context(pen.now);
  const orders = await unscopedRows(
    context,
    ORDER,
    ["id", "number", "supplier_id", "factory_id"],
    [where.eq("state", "confirmed")],
  );
  const lines = await unscopedLines(context, {
    entityKey: ORDER,
    lines: "items",
    columns: ["id", "root_id", "line_no", "material_id", "qty", "noticed_qty", "confirm_date"],
    where: [
      where.oneOf(
        "root_id",
        orders.map(({ id }) => id),
      ),
      where.eq("line_status", "open"),
      where.set("confirm_date"),
    ],
  });
  const arrival = addDays(pen.today, 1);
  const held: EarlyLine[] = [];
  for (const order of [...orders].sort((one, other) => (String(one.number) < String(other.number) ? -1 : 1))) {
    const supplier = pen.suppliers.find(({ id }) => id === order.supplier_id);
    const own = lines.filter(({ root_id, noticed_qty }) => root_id === order.id && Number(noticed_qty ?? 0) === 0);
    if (!supplier || own.length === 0) continue;
    const found = await ask(context, {
      entityKey: "base-data/receive-control",
      name: "rules",
      input: {
        supplierId: supplier.id,
        factoryId: order.factory_id,
        materialIds: own.map(({ material_id }) => material_id),
      },
      answer: rules,
    });
    const line = own.find(({ material_id, confirm_date }) => {
      const { earlyDays = null, mode = null } = found[material_id] ?? {};
      if (earlyDays === null || mode === "warn") return false;
      return addDays(arrival, AHEAD) <= addDays(String(confirm_date), -earlyDays);
    });
    if (line) held.push({ supplier, factory: order.factory_id, line });
  }
  return held;
}

/** What was asked, and what the buyer said to it: nothing yet, yes, or no. */
const TOLD: readonly {
  reason: string;
  answer?: { name: Extract<TransitionOf<typeof NOTE>, "release_early" | "refuse_early">; reason: string };
}[] = [
  { reason: "车辆顺路，下周工厂附近道路施工，希望提前送到。" },
  {
    reason: "本批已提前完工，我司成品库位紧张。",
    answer: { name: "release_early", reason: "收货工厂库位充足，同意提前收货。" },
  },
  {
    reason: "节前车辆紧张，申请提前送货。",
    answer: { name: "refuse_early", reason: "收货工厂库位已满，请按确认的交期送货。" },
  },
];

/** Goods that suppliers want to bring before the factory takes them: asked for, released and refused. */
export async function demoEarlyDeliveries(pen: DemoPen): Promise<void> {
  const held = await heldBack(pen);
  const entity = pen.services.registry.entity(NOTE);
  for (const [at, { reason, answer }] of TOLD.entries()) {
    const early = held[at];
    if (!early) throw new Error("the demo has too few orders that are due later than their factory takes goods");
    const { supplier, factory, line } = early;
    const asked = pen.context(pen.moment(pen.daysAgo(1), 10 + at), supplier.actor);
    const { id } = await pen.create(asked, NOTE, {
      factory_id: factory,
      eta: `${addDays(pen.today, 1)} 10:30`,
      items: [{ order_line: line.id, material_id: line.material_id, qty: line.qty }],
    });
    await applyTransition(asked, { entity, id, name: "ask_early", reason });
    if (!answer) continue;
    const answered = pen.context(pen.moment(pen.daysAgo(1), 15), supplier.buyer.actor);
    await applyTransition(answered, { entity, id, ...answer });
  }
}
