import { z } from "zod";
import { type Context, consequenceOf } from "~/engine/context.server";
import { type Complaint, complain, type Work } from "~/engine/entity";
import type { RecordFor } from "~/engine/entity/entity-map";
import type { EntityServer, Published } from "~/engine/entity/server-hooks";
import { AppError } from "~/engine/errors";
import { ask } from "~/engine/operations/published.server";
import { createRecord } from "~/engine/operations/save.server";
import { rowFilter } from "~/engine/operations/scope.server";
import { applyTransition } from "~/engine/operations/transition.server";
import { unscopedRows } from "~/engine/operations/unscoped.server";
import { addDays, dayOf, momentOf } from "~/shared/calendar";
import { where } from "~/shared/condition";
import { selectSlotFacts, settleSlot } from "./delivery-slot.query.server";
import { HOLDING, overbooked, overlap } from "./delivery-slot.rules";
import { boardGrid, fullness, queueOrder } from "./dock-board.rules";

type DeliverySlotRecord = RecordFor<"receiving/delivery-slot">;

const KEY = "receiving/delivery-slot";
const NOTE = "receiving/delivery-note";
const DAYS_IN_WEEK = 7;

interface Place {
  factory_id: string;
  slot_date: string;
  dock: string;
  time_from: string;
  time_to: string;
}

function placeOf(record: DeliverySlotRecord): Place {
  const { factory_id, slot_date, dock, time_from, time_to } = record;
  return {
    factory_id: String(factory_id),
    slot_date: String(slot_date),
    dock: String(dock),
    time_from: String(time_from),
    time_to: String(time_to),
  };
}

/** Windows of the same dock and day that lie over this one; closed ones count, since they may be opened again. */
async function over(
  context: Context,
  place: Place,
  except: string | null,
): Promise<{ time_from: string; time_to: string }[]> {
  const rows = await unscopedRows(
    context,
    KEY,
    ["id", "time_from", "time_to"],
    [
      where.eq("factory_id", place.factory_id),
      where.eq("slot_date", place.slot_date),
      where.eq("dock", place.dock),
      ...(except === null ? [] : [where.not(where.eq("id", except))]),
    ],
  );
  return rows.filter((row) => overlap(row, place));
}

/** What may stand in the way of a window as it was typed. */
async function complaints(
  context: Context,
  record: DeliverySlotRecord,
  before: DeliverySlotRecord | null,
): Promise<Complaint[]> {
  const place = placeOf(record);
  const [other] = await over(context, place, record.id);
  if (other) return [complain("time_from", `${place.dock}已有时段${other.time_from}-${other.time_to}，时间重叠`)];
  if (before === null || Number(before.booked) === 0) return [];
  // Who has booked a window has arranged a lorry for it.
  const was = placeOf(before);
  for (const name of ["factory_id", "slot_date", "time_from", "time_to", "dock"] as const)
    if (was[name] !== place[name]) return [complain(name, `已有${before.booked}车预约，不能更改；不再使用的请关闭`)];
  return [];
}

/** Works out what stands in a window and refuses what takes fewer than it holds. */
async function settled(context: Context, id: string): Promise<void> {
  const connection = () => context.services.database.connection();
  await settleSlot(connection(), id);
  const [slot] = await selectSlotFacts(connection(), [id]);
  const kind = slot ? overbooked(slot) : null;
  if (!slot || kind === null) return;
  const complaint =
    kind === "trucks"
      ? complain("capacity", `已有${slot.booked}车预约，不能小于该数`)
      : complain("capacity_m3", `已约${Number(slot.booked_m3)}m³，不能小于该数`);
  throw new AppError("invalid", { message: complaint.message, complaints: [complaint] });
}

const days = z.array(z.string());

/** The same window in weeks to come, where the factory takes goods in that day and the dock has none then. */
async function copyAhead(context: Context, { record, input }: Work<DeliverySlotRecord>): Promise<void> {
  const place = placeOf(record);
  const weeks = Array.from({ length: Number(input.weeks) }, (_unused, index) => (index + 1) * DAYS_IN_WEEK);
  const wanted = weeks.map((ahead) => addDays(place.slot_date, ahead));
  const worked = await ask(context, {
    entityKey: "master-data/factory",
    name: "workdays",
    input: wanted.map((day) => ({ factoryId: place.factory_id, day })),
    answer: days,
  });
  const screen = context.services.registry.mainScreen(KEY);
  const { material_type_id, capacity, capacity_m3, remark } = record;
  for (const [index, day] of wanted.entries()) {
    // Where the factory rests the answer is the next day it works.
    if (worked[index] !== day || day < dayOf(context.now)) continue;
    const next = { ...place, slot_date: day };
    if ((await over(context, next, null)).length > 0) continue;
    await createRecord(context, { screen, values: { ...next, material_type_id, capacity, capacity_m3, remark } });
  }
}

/** Notes that hold a window and have not come yet lose it when it is closed. */
async function sendElsewhere(context: Context, id: string, reason: string | null): Promise<void> {
  const rows = await unscopedRows(context, NOTE, ["id"], [where.eq("slot_id", id), where.eq("state", "submitted")]);
  const entity = context.services.registry.entity(NOTE);
  for (const row of rows.sort((one, other) => (one.id < other.id ? -1 : 1)))
    await applyTransition(consequenceOf(context), {
      entity,
      id: row.id,
      name: "withdraw_slot",
      ...(reason ? { reason } : {}),
    });
}

const boardQuestion = z.object({ factoryId: z.string(), day: z.string() });

const NOTE_COLUMNS = [
  "id",
  "number",
  "slot_id",
  "supplier_id",
  "eta",
  "vehicle_no",
  "load_m3",
  "state",
  "slot_status",
  "arrived_at",
  "queue_no",
] as const;

/**
 * The docks of a factory on a day, published as `receiving/delivery-slot.board`: windows with what is booked, what comes that day without one,
 * and who waits at the gate, in order. Of notes within the reach of whoever asks.
 */
const board: Published = async (context, input) => {
  const { factoryId, day } = boardQuestion.parse(input);
  const { registry } = context.services;
  const slots = await unscopedRows(
    context,
    KEY,
    ["id", "slot_date", "time_from", "time_to", "dock", "capacity", "capacity_m3", "booked", "booked_m3", "state"],
    [...rowFilter(context, registry.entity(KEY)), where.eq("factory_id", factoryId), where.eq("slot_date", day)],
  );
  const ids = slots.map(({ id }) => id);
  const notes = await unscopedRows(context, NOTE, NOTE_COLUMNS, [
    ...rowFilter(context, registry.entity(NOTE)),
    where.eq("factory_id", factoryId),
    where.oneOf("state", HOLDING),
    where.any(
      where.oneOf("slot_id", ids),
      where.all(
        where.empty("slot_id"),
        where.atLeast("eta", momentOf(day)),
        where.not(where.atLeast("eta", momentOf(addDays(day, 1)))),
      ),
    ),
  ]);
  const supplierIds = [...new Set(notes.map(({ supplier_id }) => supplier_id))];
  const suppliers = await ask(context, "supplier-management/supplier", "names", supplierIds);
  const nameOf = new Map(suppliers.map(({ id, name }) => [id, name]));
  const shown = notes
    .map((note) => ({
      id: note.id,
      number: note.number ?? "",
      slotId: note.slot_id,
      supplier: nameOf.get(note.supplier_id) ?? "",
      eta: note.eta,
      vehicle: note.vehicle_no ?? "",
      loadM3: note.load_m3,
      state: note.state ?? "",
      status: note.slot_status,
      arrivedAt: note.arrived_at,
      queueNo: note.queue_no,
    }))
    .sort((one, other) => ((one.eta ?? "") < (other.eta ?? "") ? -1 : 1));
  const facts = new Map(
    slots.map((slot) => {
      const figures = {
        capacity: slot.capacity,
        capacityM3: slot.capacity_m3,
        booked: slot.booked ?? 0,
        bookedM3: slot.booked_m3 ?? "0",
      };
      return [slot.id, { ...figures, full: fullness(figures), isOpen: slot.state === "open" }] as const;
    }),
  );
  const grid = boardGrid(
    slots.map(({ id, dock, time_from, time_to }) => ({
      id,
      dock,
      from: time_from,
      to: time_to,
      notes: shown.filter(({ slotId }) => slotId === id),
    })),
  );
  const begins = new Map(slots.map(({ id, time_from }) => [id, time_from]));
  const waiting = shown
    .flatMap((note) =>
      note.state === "arrived" && note.arrivedAt !== null
        ? [{ note, arrivedAt: note.arrivedAt, slotFrom: begins.get(note.slotId ?? "") ?? null }]
        : [],
    )
    .sort(queueOrder)
    .map(({ note }) => note);
  return { grid, facts: Object.fromEntries(facts), without: shown.filter(({ slotId }) => slotId === null), waiting };
};

export const deliverySlotServer: EntityServer<"receiving/delivery-slot"> = {
  beforeSave: ({ context, record, before }) => complaints(context, record, before),
  stored: ({ context, record }) => settled(context, record.id),
  async afterTransition({ context, transition, record, reason }) {
    if (transition === "close") await sendElsewhere(context, record.id, reason);
    await settled(context, record.id);
  },
  transitions: { copy_week: { effect: copyAhead } },
  publishes: { board },
};
