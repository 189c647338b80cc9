import type { DemoRandom, DemoSupplier } from "~/engine/entity/seed";
import { linesOf, openRecord } from "~/engine/operations/records.server";
import { updateRecordBy } from "~/engine/operations/save.server";
import { applyTransition } from "~/engine/operations/transition.server";
import { unscopedLines, unscopedRows } from "~/engine/operations/unscoped.server";
import { addDays } from "~/shared/calendar";
import { where } from "~/shared/condition";
import { decimal } from "~/shared/decimal";
import { type Arrived, announce, type Delivery, type Fate, receive, seesSlot, settle } from "./deliveries.server";
import type { DemoWriter } from "./demo-writer.server";
import { closeSlots, type DemoSlot, loadSlots } from "./slots.server";

const ORDER = "purchase-orders/purchase-order";
const NOTE = "receiving/delivery-note";
const RECEIPT = "receiving/goods-receipt";

/** Goods come at most so many days before they were promised: no receiving rule of the demo holds that back. */
const EARLY = 1;

/**
 * What becomes of the orders that were promised for tomorrow or before, the newest first: what is at the gate and in inspection today, and the
 * handful that is overdue. Everything older has come.
 */
const NEWEST: readonly Fate[] = [
  "partial",
  "arrived",
  "draft",
  "inspecting",
  "judged",
  "draft",
  "posted",
  "posted",
  "overdue",
  "posted",
  "posted",
  "rejected",
  "posted",
  "posted",
  "overdue",
  "posted",
  "posted",
  "posted",
  "posted",
  "overdue",
  "posted",
  "reversed",
];

/** What becomes of two in so many older ones, over and over again: nearly all came as ordered, and nobody waits for the rest of these. */
const STRAYS: Readonly<Record<number, Fate>> = { 2: "short", 10: "rejected" };
const AMONG = 20;

/** A confirmed order with what is still to come of it, and the last day it was promised for. */
interface Promised {
  order: string;
  supplier: DemoSupplier;
  factory: string;
  last: string;
  lines: Delivery["lines"];
}

/** The confirmed orders, the one that was promised for the latest day first. */
async function promised(writer: DemoWriter, suppliers: readonly DemoSupplier[]): Promise<Promised[]> {
  const context = writer.context(writer.now);
  const orders = await unscopedRows(
    context,
    ORDER,
    ["id", "number", "supplier_id", "factory_id"],
    [where.eq("state", "confirmed")],
  );
  const lines = await unscopedLines(context, {
    entityKey: ORDER,
    lines: "items",
    columns: ["id", "root_id", "line_no", "material_id", "qty", "confirm_date"],
    where: [
      where.oneOf(
        "root_id",
        orders.map(({ id }) => id),
      ),
      where.oneOf("line_status", ["open", "partial"]),
      where.set("confirm_date"),
    ],
  });
  const byNumber = [...orders].sort((one, other) => (String(one.number) < String(other.number) ? 1 : -1));
  return byNumber
    .flatMap((order): Promised[] => {
      const supplier = suppliers.find(({ id }) => id === order.supplier_id);
      const own = lines.filter(({ root_id }) => root_id === order.id).sort((one, other) => one.line_no - other.line_no);
      const last = own
        .map(({ confirm_date }) => String(confirm_date))
        .sort()
        .at(-1);
      if (!supplier || last === undefined) return [];
      const left = own.map(({ id, material_id, qty }) => ({ id, material: material_id, qty }));
      return [{ order: order.id, supplier, factory: order.factory_id, last, lines: left }];
    })
    .sort((one, other) => (one.last < other.last ? 1 : one.last > other.last ? -1 : 0));
}

/** Deliveries of the confirmed orders that are due, and lorries on their way for some that are not; in the order in which they come. */
async function plan(writer: DemoWriter, suppliers: readonly DemoSupplier[], random: DemoRandom): Promise<Delivery[]> {
  const orders = await promised(writer, suppliers);
  const soon = addDays(writer.today, EARLY);
  const coming = orders.filter(({ last }) => last > soon).reverse();
  const due = orders.filter(({ last }) => last <= soon);
  const lorry = ({ last: _last, ...of }: Promised, fate: Fate, arrival: string): Delivery => ({
    ...of,
    ...{ fate, arrival, settled: arrival < writer.daysAgo(20), books: random.whole(0, 4) > 0 },
    clock: `${String(random.whole(9, 15)).padStart(2, "0")}:30`,
  });
  // Every third order to come is on its way.
  const sent = coming.filter((_one, at) => at % 3 === 0).map((one) => lorry(one, "sent", one.last));
  const came = due.flatMap((one, at): Delivery[] => {
    const fate = NEWEST[at] ?? STRAYS[(at - NEWEST.length) % AMONG] ?? "posted";
    // Three of four are there on their day or before it.
    const days = random.percent(75) ? -random.whole(0, EARLY) : random.whole(1, 4);
    const isHere = fate !== "posted" && one.last >= writer.daysAgo(2);
    const [arrival = one.last] = [addDays(one.last, isHere ? -EARLY : days), writer.today].sort();
    if (fate !== "partial") return [lorry(one, fate, arrival)];
    const [first, rest] = inTwo(one.lines);
    // The rest has left as well.
    return [lorry({ ...one, lines: first }, fate, arrival), lorry({ ...one, lines: rest }, "sent", soon)];
  });
  return [...came, ...sent].sort((a, b) => (a.arrival < b.arrival ? -1 : a.arrival > b.arrival ? 1 : 0));
}

/** Three fifths of what was ordered, and the rest. */
function inTwo(lines: Delivery["lines"]): [Delivery["lines"], Delivery["lines"]] {
  const part = (qty: string) => decimal(qty).times(decimal("0.6")).round(0);
  const share = (of: (qty: string) => ReturnType<typeof decimal>) =>
    lines.flatMap((line) => (of(line.qty).gt(0) ? [{ ...line, qty: of(line.qty).toFixed() }] : []));
  return [share(part), share((qty) => decimal(qty).minus(part(qty)))];
}

/** What the keeper of a warehouse found damaged while counting; keepers photograph what comes to their own factories. */
async function photograph(writer: DemoWriter, sent: readonly Arrived[]): Promise<void> {
  const keeper = await writer.person("warehouse1");
  const { factory } = keeper.scopes;
  const one = sent.find(
    ({ delivery }) => delivery.fate === "draft" && (factory === "all" || factory.includes(delivery.factory)),
  );
  if (!one) return;
  const context = writer.context(writer.moment(one.delivery.arrival, 12), keeper);
  const entity = writer.services.registry.entity(RECEIPT);
  const [row] = await unscopedRows(context, RECEIPT, ["id"], [where.eq("delivery_note_id", one.noteId)]);
  if (!row) return;
  const { record } = await openRecord(context, { entity, id: row.id });
  const photos = await writer.picture(context, entity, "items.photos", "外箱破损.png");
  const items = linesOf(record, "items").map(({ id }, position) => (position === 0 ? { id, photos } : { id }));
  await updateRecordBy(context, {
    screen: writer.screen(RECEIPT),
    id: row.id,
    version: record.version,
    values: { items },
  });
}

/** Lorries that brought nothing in: one that broke down before it left, and one that was sent away at the gate. Their orders stay overdue. */
async function turnBack(
  writer: DemoWriter,
  { deliveries, slots, random }: { deliveries: readonly Delivery[]; slots: readonly DemoSlot[]; random: DemoRandom },
): Promise<void> {
  const [stranded, soaked] = deliveries;
  const entity = writer.services.registry.entity(NOTE);
  if (stranded) {
    const id = await announce(writer, { delivery: stranded, slots, random });
    const context = writer.context(writer.moment(addDays(stranded.arrival, -1), 17), stranded.supplier.actor);
    await applyTransition(context, { entity, id, name: "cancel", reason: "车辆故障，另行安排送货" });
  }
  if (soaked) {
    const id = await announce(writer, { delivery: soaked, slots, random });
    await applyTransition(writer.context(writer.moment(soaked.arrival, 9)), { entity, id, name: "check_in" });
    const context = writer.context(writer.moment(soaked.arrival, 10), await writer.person("qa1"));
    const refused_pictures = await writer.picture(context, entity, "refused_pictures", "车厢进水.png");
    const reason = "车厢漏雨，外包装进水，整车拒收";
    await applyTransition(context, { entity, id, name: "refuse", reason, input: { refused_pictures } });
  }
}

/** One lorry of the last days did not keep the time it had booked, and is awaited still. */
async function loseOne(writer: DemoWriter, deliveries: readonly Delivery[], slots: readonly DemoSlot[]): Promise<void> {
  const recent = deliveries.filter(
    ({ fate, books, arrival, factory }) =>
      fate === "posted" &&
      books &&
      arrival < writer.today &&
      slots.some((slot) => slot.factory === factory && slot.day === arrival),
  );
  for (const delivery of recent.reverse()) {
    if (!(await seesSlot(writer, delivery))) continue;
    delivery.fate = "late";
    return;
  }
}

/** What came of the confirmed orders: notes and receipts of eighteen months in every state; a few orders are overdue. */
export async function loadReceipts(writer: DemoWriter, suppliers: readonly DemoSupplier[]): Promise<void> {
  const random = writer.random(20_261_125);
  const warehouses = await unscopedRows(writer.context(writer.now), "master-data/warehouse", ["id", "factory_id"], []);
  const sent: Arrived[] = [];
  const deliveries = await plan(writer, suppliers, random);
  const slots = await loadSlots(
    writer,
    deliveries.filter(({ books, fate }) => books && fate !== "overdue"),
  );
  await loseOne(writer, deliveries, slots);
  for (const delivery of deliveries) {
    const warehouse = warehouses.find(({ factory_id }) => factory_id === delivery.factory)?.id;
    if (delivery.fate === "overdue" || !warehouse) continue;
    const noteId = await announce(writer, { delivery, slots, random });
    sent.push({ delivery, noteId, warehouse });
  }
  await writer.together(writer.context(writer.now), async () => {
    for (const one of sent) await receive(writer, one);
  });
  for (const { delivery } of sent) if (delivery.settled) await settle(writer, delivery);
  await photograph(writer, sent);
  // The newest two of those that did not come tried to.
  const missing = deliveries.filter(({ fate }) => fate === "overdue").reverse();
  await turnBack(writer, { deliveries: missing, slots, random });
  await closeSlots(writer);
}
