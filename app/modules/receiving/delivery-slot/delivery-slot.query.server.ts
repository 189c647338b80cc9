import { sql } from "kysely";
import { z } from "zod";
import type { Connection } from "~/data/database.server";

const slotSchema = z.array(
  z.object({
    id: z.string(),
    factory_id: z.string(),
    slot_date: z.string(),
    time_from: z.string(),
    time_to: z.string(),
    dock: z.string(),
    name: z.string(),
    state: z.string(),
    material_type_id: z.string().nullable(),
    capacity: z.number(),
    capacity_m3: z.string().nullable(),
    booked: z.number(),
    booked_m3: z.string(),
    /** The parameter `receiving.slotChangeHours`, which suppliers' transactions do not read. */
    change_hours: z.number().nullable(),
  }),
);
export type SlotFacts = z.infer<typeof slotSchema>[number];

/** What whoever books has to know of windows, also of those it may not look at any more because they are full; never shown as it is. */
export async function selectSlotFacts(connection: Connection, ids: readonly string[]): Promise<SlotFacts[]> {
  const { rows } =
    await sql`select slot_id as id, factory_id, slot_date::text as slot_date, time_from, time_to, dock, name, state,
      material_type_id, capacity, capacity_m3::text as capacity_m3, booked, booked_m3::text as booked_m3, change_hours
      from slot_facts(${[...ids]}::uuid[])`.execute(connection);
  return slotSchema.parse(rows);
}

/**
 * Holds a window until the transaction ends and works out anew what stands in it, from the notes that hold it. Whoever books the same window
 * meanwhile waits, and then counts this one.
 */
export async function settleSlot(connection: Connection, id: string): Promise<void> {
  await sql`select settle_slot(${id}::uuid)`.execute(connection);
}
