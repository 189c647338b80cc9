import { z } from "zod";
import type { TransitionOf } from "~/engine/entity/entity-map";
import type { DemoRandom, DemoSupplier } from "~/engine/entity/seed";
import { convert } from "~/engine/operations/conversion.server";
import { ask } from "~/engine/operations/published.server";
import { linesOf, openRecord } from "~/engine/operations/records.server";
import { updateRecordBy } from "~/engine/operations/save.server";
import { applyTransition } from "~/engine/operations/transition.server";
import { unscopedRows } from "~/engine/operations/unscoped.server";
import { addDays } from "~/shared/calendar";
import { where } from "~/shared/condition";
import { decimal } from "~/shared/decimal";
import { writeCertificate } from "../receiving/inbound-coa/inbound-coa.seed";
import type { DemoWriter } from "./demo-writer.server";
import { type Arrival, type DemoSlot, placeAt } from "./slots.server";

const NOTE = "receiving/delivery-note";
const RECEIPT = "receiving/goods-receipt";
const ORDER = "purchase-orders/purchase-order";
const COA = "receiving/inbound-coa";
const SHELF_DAYS = 365;

/** How far the goods of an order have come. */
export type Fate =
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

/** One lorry with goods of one order. */
export interface Delivery extends Arrival {
  order: string;
  supplier: DemoSupplier;
  fate: Fate;
  /** Some come without having booked. */
  books: boolean;
  /** Whether what is missing is no longer waited for. */
  settled: boolean;
  /** A batch that was told before: goods that are made for us. */
  lines: { id: string; material: string; qty: string; batch?: string }[];
}

/** A lorry whose note was sent, and where its goods go. */
export interface Arrived {
  delivery: Delivery;
  noteId: string;
  warehouse: string;
}

interface Batch {
  material_id: string;
  batch_no: string;
  produce_date: string;
  qty: string;
}

/** Certificates of the batches whose standard wants them before goods leave, and of all goods that are made for us, seen and accepted by quality. */
async function certify(
  writer: DemoWriter,
  {
    supplier,
    sentOn,
    batches,
    inspected,
  }: { supplier: DemoSupplier; sentOn: string; batches: readonly Batch[]; inspected: boolean },
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
    if (!inspected && !standards[material_id]) continue;
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
export async function announce(
  writer: DemoWriter,
  { delivery, slots, random }: { delivery: Delivery; slots: readonly DemoSlot[]; random: DemoRandom },
): Promise<string> {
  const { supplier, factory, arrival, lines, clock } = delivery;
  // What comes in the next days has just left.
  const [sentOn = writer.today] = [addDays(arrival, -1), writer.today].sort();
  const context = writer.context(writer.moment(sentOn, 9, random.whole(0, 59)), supplier.actor);
  const produced = addDays(sentOn, -random.whole(2, 12));
  const slot = delivery.books ? placeAt(slots, factory, arrival, clock) : undefined;
  const items = lines.map((line, at) => ({
    order_line: line.id,
    material_id: line.material,
    qty: line.qty,
    batch_no: line.batch ?? `${produced.replaceAll("-", "").slice(2)}-${at + 1}`,
    produce_date: produced,
    expire_date: addDays(produced, SHELF_DAYS),
  }));
  await certify(writer, {
    supplier,
    sentOn,
    batches: items,
    inspected: lines.some(({ batch }) => batch !== undefined),
  });
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
export async function seesSlot(
  writer: DemoWriter,
  { supplier, factory }: Pick<Delivery, "supplier" | "factory">,
): Promise<boolean> {
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

/** The lorry at the gate, and the receipt as far as it came. */
export async function receive(writer: DemoWriter, { delivery, noteId, warehouse }: Arrived): Promise<void> {
  const { fate, arrival } = delivery;
  if (fate === "late") return loseSlot(writer, delivery, noteId);
  if (fate === "sent" || fate === "overdue") return;
  const at = (hour: number) => writer.context(writer.moment(arrival, hour));
  const note = writer.services.registry.entity(NOTE);
  await applyTransition(at(9), { entity: note, id: noteId, name: "check_in" });
  if (fate === "arrived") return;
  await applyTransition(at(10), { entity: note, id: noteId, name: "start" });
  await takeIn(writer, { delivery, noteId, warehouse });
  // Taken in once more on the next day, this time into the right warehouse.
  const again: Delivery = { ...delivery, fate: "posted", arrival: addDays(arrival, 1) };
  if (fate === "reversed") await takeIn(writer, { delivery: again, noteId, warehouse });
  if (fate === "short")
    await applyTransition(at(16), { entity: note, id: noteId, name: "finish", reason: "整车已卸完，短少部分不再送" });
}

/** The buyer does not wait for what is missing, where it is more than what was tolerated. */
export async function settle(writer: DemoWriter, { order, supplier, arrival, fate }: Delivery): Promise<void> {
  if (fate !== "short" && fate !== "rejected") return;
  const context = writer.context(writer.moment(addDays(arrival, 6), 10), supplier.buyer.actor);
  const [row] = await unscopedRows(context, ORDER, ["state"], [where.eq("id", order)]);
  if (row?.state !== "confirmed") return;
  const reason = "差额已由后续订单补足，本单不再交货。";
  await applyTransition(context, {
    entity: writer.services.registry.entity(ORDER),
    id: order,
    name: "complete",
    reason,
  });
}

/** A receipt of what a lorry brought. */
async function takeIn(writer: DemoWriter, { delivery: { fate, arrival }, noteId, warehouse }: Arrived): Promise<void> {
  const at = (hour: number) => writer.context(writer.moment(arrival, hour));
  const note = writer.services.registry.entity(NOTE);
  const receipt = writer.services.registry.entity(RECEIPT);
  const screen = writer.screen(RECEIPT);
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
  // What was judged wrong is reversed, and with it what would have gone back.
  const rejects = fate === "rejected" || fate === "reversed";
  const move = (hour: number, name: TransitionOf<"receiving/goods-receipt">, more: object = {}) =>
    applyTransition(at(hour), { entity: receipt, id, name, ...more });
  const { state } = await move(11, "count");
  if (fate === "inspecting") return;
  if (state === "inspecting") await move(14, "judge", { lineInput: verdicts(counted, rejects) });
  if (fate === "judged") return;
  await move(15, "post");
  if (fate === "reversed") await move(17, "reverse", { reason: "收错仓库且检验记录录错，冲销后重新收货" });
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
