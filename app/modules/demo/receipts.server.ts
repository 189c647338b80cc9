import { z } from "zod";
import type { TransitionOf } from "~/engine/entity/entity-map";
import type { DemoRandom, DemoSupplier } from "~/engine/entity/seed";
import { convert } from "~/engine/operations/conversion.server";
import { ask } from "~/engine/operations/published.server";
import { linesOf, openRecord } from "~/engine/operations/records.server";
import { updateRecordBy } from "~/engine/operations/save.server";
import { applyTransition } from "~/engine/operations/transition.server";
import { unscopedLines, unscopedRows } from "~/engine/operations/unscoped.server";
import { addDays } from "~/shared/calendar";
import { where } from "~/shared/condition";
import { decimal } from "~/shared/decimal";
import { writeCertificate } from "../receiving/inbound-coa/inbound-coa.seed";
import type { DemoWriter } from "./demo-writer.server";
import { closeSlots, type DemoSlot, loadSlots, placeAt } from "./slots.server";

const ORDER = "purchase-orders/purchase-order";
const NOTE = "receiving/delivery-note";
const RECEIPT = "receiving/goods-receipt";
const COA = "receiving/inbound-coa";
const SHELF_DAYS = 365;

/** How far the goods of an order have come. */
type Fate =
  | "posted"
  | "short"
  | "rejected"
  | "reversed"
  | "partial"
  | "judged"
  | "inspecting"
  | "draft"
  | "arrived"
  | "sent"
  | "late"
  | "overdue";

/** What becomes of the first orders that are due; all others came in time. */
const DUE: readonly Fate[] = [
  "posted",
  "posted",
  "short",
  "posted",
  "rejected",
  "posted",
  "partial",
  "posted",
  "posted",
  "overdue",
  "posted",
  "judged",
  "posted",
  "posted",
  "inspecting",
  "posted",
  "reversed",
  "posted",
  "draft",
  "posted",
  "posted",
  "overdue",
  "posted",
  "short",
  "posted",
  "arrived",
  "posted",
  "posted",
  "posted",
  "posted",
];

interface Delivery {
  order: string;
  supplier: DemoSupplier;
  factory: string;
  arrival: string;
  fate: Fate;
  lines: { id: string; material: string; qty: string }[];
}

interface Batch {
  material_id: string;
  batch_no: string;
  produce_date: string;
  qty: string;
}

/** Deliveries of the confirmed orders that are due, and lorries on their way for some that are not. */
async function plan(writer: DemoWriter, suppliers: readonly DemoSupplier[], random: DemoRandom): Promise<Delivery[]> {
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
  let due = 0;
  let coming = 0;
  const byNumber = [...orders].sort((one, other) => (String(one.number) < String(other.number) ? -1 : 1));
  return byNumber.flatMap((order): Delivery[] => {
    const supplier = suppliers.find(({ id }) => id === order.supplier_id);
    const own = lines.filter(({ root_id }) => root_id === order.id).sort((one, other) => one.line_no - other.line_no);
    const last = own
      .map(({ confirm_date }) => String(confirm_date))
      .sort()
      .at(-1);
    if (!supplier || last === undefined) return [];
    const isDue = last < writer.today;
    const fate = isDue ? (DUE[due] ?? "posted") : "sent";
    if (isDue) due += 1;
    else coming += 1;
    // Every third order to come is on its way.
    if (!isDue && coming % 3 !== 1) return [];
    const late = addDays(last, random.whole(0, 3));
    const [arrival = late] = [late, writer.today].sort();
    const delivered = own.map(({ id, material_id, qty }) => ({ id, material: material_id, qty }));
    return [
      { order: order.id, supplier, factory: order.factory_id, arrival: isDue ? arrival : last, fate, lines: delivered },
    ];
  });
}

/** Certificates of the batches whose standard wants them before goods leave, seen and accepted by quality. */
async function certify(
  writer: DemoWriter,
  { supplier, sentOn, batches }: { supplier: DemoSupplier; sentOn: string; batches: readonly Batch[] },
): Promise<void> {
  const written = writer.context(writer.moment(sentOn, 7));
  const standards = await ask(written, {
    entityKey: "base-data/coa-standard",
    name: "in_force",
    input: {
      supplierId: supplier.id,
      materialIds: [...new Set(batches.map(({ material_id }) => material_id))],
      day: sentOn,
    },
    answer: z.record(z.string(), z.unknown()),
  });
  for (const { material_id, batch_no, produce_date, qty } of batches) {
    if (!standards[material_id]) continue;
    const id = await writeCertificate(writer, written, {
      ...{ supplier_id: supplier.id, material_id, batch_no, produce_date, batch_qty: qty },
      test_date: addDays(produce_date, 1),
      share: "0.64",
    });
    const entity = writer.services.registry.entity(COA);
    await applyTransition(written, { entity, id, name: "submit" });
    await applyTransition(writer.context(writer.moment(sentOn, 8)), { entity, id, name: "approve" });
  }
}

/** A note of the supplier, sent on the day before it arrives. */
async function announce(
  writer: DemoWriter,
  { delivery, slots, random }: { delivery: Delivery; slots: readonly DemoSlot[]; random: DemoRandom },
): Promise<string> {
  const { supplier, factory, arrival, lines, fate } = delivery;
  const sentOn = fate === "sent" ? writer.today : addDays(arrival, -1);
  const context = writer.context(writer.moment(sentOn, 9, random.whole(0, 59)), supplier.actor);
  const produced = addDays(sentOn, -random.whole(2, 12));
  const share = fate === "partial" ? "0.6" : "1";
  const clock = `${String(random.whole(9, 15)).padStart(2, "0")}:30`;
  // Some come without having booked.
  const slot = random.whole(0, 4) > 0 || fate === "late" ? placeAt(slots, factory, arrival, clock) : undefined;
  const items = lines.map((line, at) => ({
    order_line: line.id,
    material_id: line.material,
    qty: decimal(line.qty).times(decimal(share)).round(0).toFixed(),
    batch_no: `${produced.replaceAll("-", "").slice(2)}-${at + 1}`,
    produce_date: produced,
    expire_date: addDays(produced, SHELF_DAYS),
  }));
  await certify(writer, { supplier, sentOn, batches: items });
  const { id } = await writer.create(context, NOTE, {
    factory_id: factory,
    ship_date: sentOn,
    eta: `${arrival} ${clock}`,
    ...(slot && (await seesSlot(writer, delivery)) ? { slot_id: slot.id } : {}),
    vehicle_no: `皖A${random.whole(10000, 99999)}`,
    driver: random.pick(["王师傅", "李师傅", "赵师傅", "陈师傅"]),
    driver_phone: `1380000${String(random.whole(0, 9999)).padStart(4, "0")}`,
    items,
  });
  await applyTransition(context, {
    entity: writer.services.registry.entity(NOTE),
    id,
    name: "submit",
    reason: "已与收货工厂约定",
  });
  return id;
}

/** Windows are offered by factories a supplier delivers to. */
async function seesSlot(writer: DemoWriter, { supplier, factory }: Delivery): Promise<boolean> {
  const sources = await unscopedRows(
    writer.context(writer.now),
    "base-data/source-data",
    ["id"],
    [
      where.eq("supplier_id", supplier.id),
      where.eq("factory_id", factory),
      where.oneOf("state", ["trial", "active", "suspended"]),
    ],
  );
  return sources.length > 0;
}

/** A lorry that never came: its place went to others. */
async function loseSlot(writer: DemoWriter, delivery: Delivery, noteId: string): Promise<void> {
  const context = writer.context(writer.moment(delivery.arrival, 18));
  const entity = writer.services.registry.entity(NOTE);
  const { record } = await openRecord(context, { entity, id: noteId });
  if (record.slot_id) await applyTransition(context, { entity, id: noteId, name: "lose_slot" });
}

interface Arrived {
  delivery: Delivery;
  noteId: string;
  warehouse: string;
}

/** The lorry at the gate, and the receipt as far as it came. */
async function receive(writer: DemoWriter, { delivery, noteId, warehouse }: Arrived): Promise<void> {
  const { fate, arrival } = delivery;
  if (fate === "late") return loseSlot(writer, delivery, noteId);
  if (fate === "sent" || fate === "overdue") return;
  const at = (hour: number) => writer.context(writer.moment(arrival, hour));
  const note = writer.services.registry.entity(NOTE);
  const receipt = writer.services.registry.entity(RECEIPT);
  const screen = writer.screen(RECEIPT);
  await applyTransition(at(9), { entity: note, id: noteId, name: "check_in" });
  if (fate === "arrived") return;
  await applyTransition(at(10), { entity: note, id: noteId, name: "start" });
  const { record } = await openRecord(at(10), { entity: note, id: noteId });
  const rows = linesOf(record, "items").map(({ id, qty }) => ({ line: id, quantity: String(qty) }));
  const { made } = await convert(at(10), { screen, name: "from_notes", rows });
  const id = made[0]?.id ?? "";
  const draft = (await openRecord(at(10), { entity: receipt, id })).record;
  const counted = linesOf(draft, "items").map((line, position) => ({
    id: line.id,
    count_qty: countedOf(String(line.notice_qty), fate === "short" && position === 0),
  }));
  await updateRecordBy(at(11), {
    screen,
    id,
    version: draft.version,
    values: { warehouse_id: warehouse, items: counted },
  });
  if (fate === "draft") return;
  const move = (hour: number, name: TransitionOf<"receiving/goods-receipt">, more: object = {}) =>
    applyTransition(at(hour), { entity: receipt, id, name, ...more });
  const { state } = await move(11, "count");
  if (fate === "inspecting") return;
  if (state === "inspecting") await move(14, "judge", { lineInput: verdicts(counted, fate === "rejected") });
  if (fate === "judged") return;
  await move(15, "post");
  if (fate === "reversed") await move(17, "reverse", { reason: "收错仓库，冲销后重新收货" });
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

/** A little less than announced, within what nobody has to explain. */
function countedOf(qty: string, isShort: boolean): string {
  return isShort ? decimal(qty).times(decimal("0.997")).round(3).toFixed() : qty;
}

function verdicts(
  counted: readonly { id: string; count_qty: string }[],
  rejects: boolean,
): Record<string, Record<string, string>> {
  return Object.fromEntries(
    counted.map(({ id, count_qty }, position) => {
      if (!rejects || position > 0) return [id, { qa_result: "pass", accept_qty: count_qty }];
      const reject = decimal(count_qty).times(decimal("0.1")).round(3);
      const accept = decimal(count_qty).minus(reject).toFixed();
      return [id, { qa_result: "fail", accept_qty: accept, reject_qty: reject.toFixed() }];
    }),
  );
}

/** What came of the confirmed orders: notes and receipts in every state; a few orders stay overdue. */
export async function loadReceipts(writer: DemoWriter, suppliers: readonly DemoSupplier[]): Promise<void> {
  const random = writer.random(20_261_125);
  const warehouses = await unscopedRows(writer.context(writer.now), "master-data/warehouse", ["id", "factory_id"], []);
  const sent: Arrived[] = [];
  const slots = await loadSlots(writer);
  const deliveries = await plan(writer, suppliers, random);
  const late = deliveries.find(
    ({ fate, arrival, factory }) =>
      fate === "posted" &&
      arrival < writer.today &&
      slots.some((slot) => slot.factory === factory && slot.day === arrival),
  );
  if (late) late.fate = "late";
  for (const delivery of deliveries) {
    const warehouse = warehouses.find(({ factory_id }) => factory_id === delivery.factory)?.id;
    if (delivery.fate === "overdue" || !warehouse) continue;
    const noteId = await announce(writer, { delivery, slots, random });
    sent.push({ delivery, noteId, warehouse });
  }
  await writer.together(writer.context(writer.now), async () => {
    for (const one of sent.sort((a, b) => (a.delivery.arrival < b.delivery.arrival ? -1 : 1)))
      await receive(writer, one);
  });
  await photograph(writer, sent);
  await turnBack(writer, { deliveries: deliveries.filter(({ fate }) => fate === "overdue"), slots, random });
  await closeSlots(writer);
}
