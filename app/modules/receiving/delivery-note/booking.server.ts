import { z } from "zod";
import type { Context } from "~/engine/context.server";
import { complain, type Work } from "~/engine/entity";
import type { RecordFor } from "~/engine/entity/entity-map";
import type { Finding, TransitionWork } from "~/engine/entity/server-hooks";
import { AppError } from "~/engine/errors";
import { materialFacts } from "~/engine/operations/material-facts.server";
import { ask } from "~/engine/operations/published.server";
import { formatDecimal } from "~/shared/decimal";
import { PARAMETERS } from "~/shared/parameters";
import { selectSlotFacts, settleSlot } from "../delivery-slot/delivery-slot.query.server";
import {
  type Booking,
  HOLDING,
  mayChange,
  misfit,
  overbooked,
  refusalOf,
  roomFor,
} from "../delivery-slot/delivery-slot.rules";

type DeliveryNoteRecord = RecordFor<"receiving/delivery-note">;

/*
 * What a delivery note books. A place is not counted up and down: the window works out what stands in it from the notes that hold it, under
 * a lock, after the note was written; so whatever takes a note out of these states gives its place back.
 */

const noteFacts = z.object({
  supplier_id: z.string(),
  factory_id: z.string(),
  eta: z.string().nullable(),
  slot_id: z.string().nullable(),
  items: z.array(z.object({ material_id: z.string(), qty: z.string() })),
});
export type Note = z.infer<typeof noteFacts>;

const loadAnswer = z.object({
  volumeM3: z.string(),
  weightKg: z.string(),
  vehicles: z.array(z.object({ id: z.string(), name: z.string(), rate: z.string(), fits: z.boolean() })),
});

/** What the load takes and weighs, as far as somebody has said how its materials are packed, and how full it makes each vehicle. */
export function loadOf(
  context: Context,
  { supplier_id, items }: Pick<Note, "supplier_id" | "items">,
): Promise<z.infer<typeof loadAnswer>> {
  const lines = items.map(({ material_id, qty }) => ({ materialId: material_id, qty }));
  return ask(context, {
    entityKey: "base-data/logistics-volume",
    name: "load",
    input: { supplierId: supplier_id, lines },
    answer: loadAnswer,
  });
}

async function volumeOf(context: Context, note: Note): Promise<string> {
  return (await loadOf(context, note)).volumeM3;
}

async function bookingOf(context: Context, note: Note): Promise<Booking> {
  const facts = await materialFacts(
    context,
    note.items.map(({ material_id }) => material_id),
  );
  return { factory_id: note.factory_id, eta: note.eta, types: [...facts.values()].map(({ types }) => types) };
}

async function factsOf(context: Context, id: string) {
  const [slot] = await selectSlotFacts(context.services.database.connection(), [id]);
  return slot;
}

/** Why the note cannot have the window it asks for, as things stand at this moment; null where it can, or asks for none. */
async function problem(context: Context, note: Note, volume: string): Promise<string | null> {
  if (note.slot_id === null) return null;
  const slot = await factsOf(context, note.slot_id);
  const wrong = misfit(slot, await bookingOf(context, note), context.now.toISOString());
  return wrong ?? (slot ? roomFor(slot, volume) : null);
}

/** Said on the page before the note is sent; whoever comes last is refused again when it is stored. */
export async function bookingFindings(context: Context, record: DeliveryNoteRecord): Promise<Finding[]> {
  const note = noteFacts.parse(record);
  const { volumeM3, vehicles } = await loadOf(context, note);
  const text = await problem(context, note, volumeM3);
  return [
    ...(text === null ? [] : [{ check: "slot", level: "block", text } as const]),
    ...tooFull(vehicles).map((full) => ({ check: "load", level: "note", text: full }) as const),
  ];
}

/** Said where no vehicle takes the load; several lorries may well come with one note. */
function tooFull(vehicles: z.infer<typeof loadAnswer>["vehicles"]): string[] {
  const largest = vehicles.at(-1);
  return largest && !vehicles.some(({ fits }) => fits)
    ? [`预计装载率${formatDecimal(largest.rate)}%，超过车型容量（最大的${largest.name}）`]
    : [];
}

/** The volume is what the load was on the day it left. */
export async function takeSlot(context: Context, { record, set }: Work<DeliveryNoteRecord>): Promise<void> {
  set({ load_m3: await volumeOf(context, noteFacts.parse(record)) });
}

function refuse(message: string, field: "slot_id" | "eta" = "slot_id"): never {
  throw new AppError("invalid", { message, complaints: [complain(field, message)] });
}

/** Another window, another time within it, or none any more. */
export async function rebook(context: Context, { record, input, set }: Work<DeliveryNoteRecord>): Promise<void> {
  const was = noteFacts.parse(record);
  const note = noteFacts.parse({ ...record, eta: input.eta ?? null, slot_id: input.slot_id ?? null });
  const isSame = was.slot_id === note.slot_id;
  const held = was.slot_id === null ? undefined : await factsOf(context, was.slot_id);
  // The number comes with the facts of the window, which are read anyway; without a window it is not asked.
  const hours = held?.change_hours ?? Number(PARAMETERS["receiving.slotChangeHours"].initial);
  const isOpen = held === undefined || mayChange(held, context.now.toISOString(), hours);
  if (!isSame && !isOpen) refuse(`送货时段开始前${hours}小时内不能再改约，请联系收货工厂`);
  // Who can no longer choose another window may still say that the lorry comes later; its place waits no longer for that.
  if (note.slot_id === null || (isSame && !isOpen)) return;
  const slot = isSame ? held : await factsOf(context, note.slot_id);
  const wrong = misfit(slot, await bookingOf(context, note), context.now.toISOString());
  if (wrong !== null) refuse(wrong);
  const volume = await volumeOf(context, note);
  // Its own place is among those that are booked.
  const full = slot && !isSame ? roomFor(slot, volume) : null;
  if (full !== null) refuse(full);
  set({ load_m3: volume });
}

/** What was lost stays readable on the note. */
export async function writeLostSlot(context: Context, { record, set }: Work<DeliveryNoteRecord>): Promise<void> {
  const slot = typeof record.slot_id === "string" ? await factsOf(context, record.slot_id) : undefined;
  set({ lost_slot: slot?.name ?? null });
}

function held(record: DeliveryNoteRecord): string | null {
  const holds: readonly (string | null)[] = HOLDING;
  return holds.includes(record.state) && typeof record.slot_id === "string" ? record.slot_id : null;
}

/**
 * Windows the note held or holds now count anew, each under its lock, in the order of their ids. Of two that take the last place at the same
 * moment the second waits here for the first, finds the window overbooked, and is undone.
 */
export async function settleBookings({ context, before, record }: TransitionWork<DeliveryNoteRecord>): Promise<void> {
  const [was, is] = [held(before), held(record)];
  const grows = is !== null && (was !== is || before.load_m3 !== record.load_m3);
  if (was === is && !grows) return;
  const touched = [...new Set([was, is])].filter((id): id is string => id !== null).sort();
  for (const id of touched) await settleSlot(context.services.database.connection(), id);
  if (!grows) return;
  const slot = await factsOf(context, is);
  if (slot && slot.state !== "open") refuse("该时段已关闭，请选择其他时段");
  const full = slot ? refusalOf(overbooked(slot)) : null;
  if (full !== null) refuse(full);
}
