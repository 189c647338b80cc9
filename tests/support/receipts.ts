import { sql } from "kysely";
import type { AnyLine } from "~/engine/entity";
import type { RecordFor } from "~/engine/entity/entity-map";
import { createRegistry } from "~/engine/entity/registry";
import { tableOf } from "~/engine/entity/table-names";
import { convert } from "~/engine/operations/conversion.server";
import { linesOf, openRecord } from "~/engine/operations/records.server";
import { createRecord, updateRecordBy } from "~/engine/operations/save.server";
import type { Saved } from "~/engine/operations/transaction.server";
import { applyTransition, type TransitionInput } from "~/engine/operations/transition.server";
import { platformScenarios } from "~/engine/scenarios";
import { registry } from "~/modules/registry.server";
import type { AccountName } from "./company";
import { items, stored } from "./orders";
import type { World } from "./world";

export const NOTE = "receiving/delivery-note";
export const RECEIPT = "receiving/goods-receipt";
export const JOURNAL = "receiving/io-data";

/** The product's definitions, with notes that may always be sent and goods that are always taken in: what is asked before is proved elsewhere. */
export function withFreeNotes() {
  const { topTabs, modules, menuGroups, written } = registry;
  const registrations = written.map((one) =>
    one.entity.key === NOTE
      ? { ...one, server: { ...one.server, transitions: {}, publishes: { take_in: async () => [] } } }
      : one,
  );
  return createRegistry({ topTabs, modules, menuGroups, scenarios: platformScenarios, registrations });
}

/** Puts a paper into a field of files past the upload. @returns what a form sends of it */
export async function paperIn(
  world: World,
  { key, id, field }: { key: string; id: string; field: string },
): Promise<unknown[]> {
  const papers = [{ id: world.engine.newId(), name: "a.png", size: 1, type: "image/png" }];
  const table = tableOf(world.engine.registry.entity(key));
  await sql`update ${sql.table(table)} set ${sql.ref(field)} = ${JSON.stringify(papers)}::jsonb where id = ${id}`.execute(
    world.engine.database.connection(),
  );
  return papers;
}

/** Sends a whole lorry back, with a picture of why. */
export async function refuseNote(world: World, id: string, reason: string): Promise<void> {
  const refused_pictures = await paperIn(world, { key: NOTE, id, field: "refused_pictures" });
  await move(world, "warehouse", { key: NOTE, id, name: "refuse", reason, input: { refused_pictures } });
}

/** The record as it is stored, whoever may see it. */
export async function recordOf<K extends string>(world: World, key: K, id: string): Promise<RecordFor<K>> {
  return (await openRecord(world.system(), { entity: world.engine.registry.entity(key), id })).record;
}

/** Makes a transition at the version the record has now. */
export async function move(
  world: World,
  account: AccountName,
  { key, id, name, ...more }: { key: string; id: string; name: string } & Partial<Omit<TransitionInput, "entity">>,
): Promise<Saved> {
  const { version } = await recordOf(world, key, id);
  return applyTransition(await world.as(account), { entity: world.entity(key), id, name, version, ...more });
}

/** A note of supplier A over so much of the first lines of an order, checked in at the gate. */
export async function arrivedNote(
  world: World,
  orderId: string,
  quantities: readonly string[],
  more: Readonly<Record<string, unknown>> = {},
): Promise<string> {
  const lines = items(await stored(world, orderId));
  const { id } = await createRecord(await world.as("supplierA"), {
    screen: world.screen(NOTE),
    values: {
      factory_id: world.ids.factory1,
      ship_date: "2025-03-09",
      eta: "2025-03-10 09:00",
      vehicle_no: "皖A12345",
      driver: "王师傅",
      driver_phone: "13800000000",
      items: quantities.map((qty, at) => ({
        order_line: lines[at]?.id,
        qty,
        batch_no: `P${at + 1}`,
        produce_date: "2025-03-01",
        ...more,
      })),
    },
  });
  await move(world, "supplierA", { key: NOTE, id, name: "submit" });
  await move(world, "warehouse", { key: NOTE, id, name: "check_in" });
  return id;
}

/** A draft receipt of everything that is open of a note, as the button of the note makes it. */
export async function receiptOf(world: World, noteId: string): Promise<string> {
  const note = await recordOf(world, NOTE, noteId);
  const rows = linesOf(note, "items").map((line) => ({ line: line.id, quantity: String(line.open_qty) }));
  const { made } = await convert(await world.as("warehouse"), {
    screen: world.screen(RECEIPT),
    name: "from_notes",
    rows,
  });
  return made[0]?.id ?? "";
}

/** Fills in what was counted, line by line, and the place. */
export async function count(
  world: World,
  id: string,
  values: readonly Readonly<Record<string, unknown>>[],
  account: AccountName = "warehouse",
): Promise<void> {
  const record = await recordOf(world, RECEIPT, id);
  const rows = linesOf(record, "items").map((line: AnyLine, at) => ({ id: line.id, ...typed(line), ...values[at] }));
  await updateRecordBy(await world.as(account), {
    screen: world.screen(RECEIPT),
    id,
    version: record.version,
    values: { warehouse_id: world.ids.warehouse1, items: rows },
  });
}

function typed({ note_line, order_line, material_id, batch_no, produce_date, notice_qty }: AnyLine) {
  return { note_line, order_line, material_id, batch_no, produce_date, notice_qty };
}

/** Judges every line as told; the rest of what was counted is accepted. */
export async function judge(
  world: World,
  id: string,
  verdicts: readonly Readonly<Record<string, string>>[] = [],
): Promise<void> {
  const record = await recordOf(world, RECEIPT, id);
  const lineInput = Object.fromEntries(
    linesOf(record, "items").map((line, at) => [
      line.id,
      verdicts[at] ?? { qa_result: "pass", accept_qty: String(line.count_qty) },
    ]),
  );
  await move(world, "qa", { key: RECEIPT, id, name: "judge", lineInput });
}

/** Receives so much of each line of a note, all of it good. */
export async function received(world: World, noteId: string, quantities: readonly string[]): Promise<string> {
  const id = await receiptOf(world, noteId);
  await count(
    world,
    id,
    quantities.map((count_qty) => ({ count_qty, notice_qty: count_qty })),
  );
  await move(world, "warehouse", { key: RECEIPT, id, name: "count" });
  await judge(world, id);
  return id;
}

export async function posted(world: World, noteId: string, quantities: readonly string[]): Promise<string> {
  const id = await received(world, noteId, quantities);
  await move(world, "warehouse", { key: RECEIPT, id, name: "post" });
  return id;
}
