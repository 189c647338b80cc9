import { z } from "zod";
import { ask } from "~/engine/operations/published.server";
import { applyTransition } from "~/engine/operations/transition.server";
import { unscopedRows } from "~/engine/operations/unscoped.server";
import { addDays } from "~/shared/calendar";
import { where } from "~/shared/condition";
import type { DemoWriter } from "./demo-writer.server";

const SLOT = "receiving/delivery-slot";
const NOTE = "receiving/delivery-note";
/** Days back and ahead of which all windows stand on the board; of those before, only what was booked is still told. */
const BACK = 2;
const AHEAD = 14;
/** Windows are offered so many days before. */
const OFFERED = 8;
const DOCKS = ["1号月台", "2号月台"];
const TIMES = [
  ["09:00", "12:00"],
  ["13:00", "17:00"],
] as const;
const CAPACITY = 3;

/** A window of the demo, with the places that are left. */
export interface DemoSlot {
  id: string;
  factory: string;
  day: string;
  from: string;
  to: string;
  free: number;
}

/** When a lorry wants to be unloaded. */
export interface Arrival {
  factory: string;
  arrival: string;
  clock: string;
}

/** Windows of each factory, but for days on which it rests, and those that were booked in the months before. */
export async function loadSlots(writer: DemoWriter, booked: readonly Arrival[]): Promise<DemoSlot[]> {
  const past = await pastSlots(
    writer,
    booked.filter(({ arrival }) => arrival < writer.daysAgo(BACK)),
  );
  const context = writer.context(writer.moment(writer.daysAgo(BACK + 1), 8));
  const factories = await unscopedRows(context, "master-data/factory", ["id"], [where.eq("enabled", true)]);
  const days = Array.from({ length: BACK + AHEAD + 1 }, (_unused, at) => writer.daysAgo(BACK - at));
  const questions = factories.flatMap(({ id }) => days.map((day) => ({ factoryId: id, day })));
  const answer = z.array(z.string());
  const worked = await ask(context, { entityKey: "master-data/factory", name: "workdays", input: questions, answer });
  const slots: DemoSlot[] = [];
  await writer.together(context, async () => {
    for (const { factoryId, day } of questions.filter(({ day: one }, at) => worked[at] === one)) {
      for (const [at, dock] of DOCKS.entries()) {
        for (const [from, to] of TIMES) {
          const values = { factory_id: factoryId, slot_date: day, time_from: from, time_to: to, dock };
          const { id } = await writer.create(context, SLOT, {
            ...values,
            capacity: String(CAPACITY - at),
            ...(at === 0 ? { capacity_m3: "160" } : {}),
          });
          slots.push({ id, factory: factoryId, day, from, to, free: CAPACITY - at });
        }
      }
    }
  });
  return [...past, ...slots];
}

/** One window for each of these lorries, at the dock for which it is right; none on days on which the factory rests. */
async function pastSlots(writer: DemoWriter, lorries: readonly Arrival[]): Promise<DemoSlot[]> {
  const context = writer.context(writer.now);
  const input = lorries.map(({ factory, arrival }) => ({ factoryId: factory, day: arrival }));
  const answer = z.array(z.string());
  const worked = await ask(context, { entityKey: "master-data/factory", name: "workdays", input, answer });
  const slots: DemoSlot[] = [];
  await writer.together(context, async () => {
    for (const [at, { factory, arrival: day, clock }] of lorries.entries()) {
      const [from, to] = TIMES.find(([, end]) => clock <= end) ?? TIMES[0];
      const isThere = slots.find((slot) => slot.factory === factory && slot.day === day && slot.from === from);
      if (worked[at] !== day || isThere) continue;
      const offered = writer.context(writer.moment(addDays(day, -OFFERED), 8));
      const values = { factory_id: factory, slot_date: day, time_from: from, time_to: to, dock: DOCKS[0] };
      const { id } = await writer.create(offered, SLOT, { ...values, capacity: String(CAPACITY) });
      slots.push({ id, factory, day, from, to, free: CAPACITY });
    }
  });
  return slots;
}

/** A window that still takes a lorry which arrives at that time; its place is taken. */
export function placeAt(slots: readonly DemoSlot[], factory: string, day: string, clock: string): DemoSlot | undefined {
  const found = slots.find(
    (slot) => slot.factory === factory && slot.day === day && slot.from <= clock && clock <= slot.to && slot.free > 0,
  );
  if (found) found.free -= 1;
  return found;
}

/** A window that was booked is closed: its lorries lose it. Another one, of which nothing is booked, is closed as well. */
export async function closeSlots(writer: DemoWriter): Promise<void> {
  const context = writer.context(writer.now);
  const coming = [where.eq("state", "open"), where.not(where.atMost("slot_date", writer.today))];
  const slots = await unscopedRows(context, SLOT, ["id", "booked", "slot_date"], coming);
  const sorted = [...slots].sort((one, other) => (one.slot_date < other.slot_date ? -1 : 1));
  const notes = await unscopedRows(context, NOTE, ["slot_id"], [where.eq("state", "submitted"), where.set("slot_id")]);
  const booked = sorted.filter(({ id }) => notes.some(({ slot_id }) => slot_id === id)).at(-1);
  const empty = sorted.find(({ booked: lorries }) => (lorries ?? 0) === 0);
  const entity = writer.services.registry.entity(SLOT);
  for (const slot of [booked, empty])
    if (slot) await applyTransition(context, { entity, id: slot.id, name: "close", reason: "月台液压平台检修" });
}
