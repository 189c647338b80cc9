import { convert } from "~/engine/operations/conversion.server";
import { linesOf } from "~/engine/operations/records.server";
import { createRecord, updateRecordBy } from "~/engine/operations/save.server";
import { applyTransition } from "~/engine/operations/transition.server";
import type { AccountName } from "./company";
import { confirmed, items, stored } from "./orders";
import { arrivedNote, count, judge, move, paperIn, posted, RECEIPT, receiptOf, recordOf } from "./receipts";
import type { World } from "./world";

export const RETURN = "receiving/purchase-return";
export const PERIOD = "receiving/posting-period";

/** A confirmed order of supplier A of which so much was received, all of it good. */
export async function receivedOrder(world: World, quantity = "400"): Promise<{ orderId: string; receiptId: string }> {
  const { id: orderId } = await confirmed(world);
  const noteId = await arrivedNote(world, orderId, [quantity]);
  return { orderId, receiptId: await posted(world, noteId, [quantity]) };
}

/** The same with so much of 400 rejected. */
export async function partlyRejected(world: World, reject: string): Promise<{ orderId: string; receiptId: string }> {
  const { id: orderId } = await confirmed(world);
  const receiptId = await receiptOf(world, await arrivedNote(world, orderId, ["400"]));
  await count(world, receiptId, [{ count_qty: "400" }]);
  await move(world, "warehouse", { key: RECEIPT, id: receiptId, name: "count" });
  const accept_qty = String(400 - Number(reject));
  await judge(world, receiptId, [{ qa_result: "fail", accept_qty, reject_qty: reject }]);
  await move(world, "warehouse", { key: RECEIPT, id: receiptId, name: "post" });
  return { orderId, receiptId };
}

/** A draft that sends so much of the first lines of a receipt back, as the button of the receipt makes it, filled in by the warehouse. */
export async function returnOf(
  world: World,
  receiptId: string,
  quantities: readonly string[],
  values: Readonly<Record<string, unknown>> = {},
  account: AccountName = "warehouse",
): Promise<string> {
  const lines = items(await recordOf(world, RECEIPT, receiptId));
  const { made } = await convert(await world.as(account), {
    screen: world.screen(RETURN),
    name: "from_receipts",
    rows: quantities.map((quantity, at) => ({ line: lines[at]?.id ?? "", quantity })),
  });
  const id = made[0]?.id ?? "";
  await fillIn(
    world,
    id,
    { return_mode: "refund", return_reason: "surplus", reason_text: "余料退回", ...values },
    account,
  );
  return id;
}

/** Writes fields of the head of a draft. */
export async function fillIn(
  world: World,
  id: string,
  values: Readonly<Record<string, unknown>>,
  account: AccountName = "warehouse",
): Promise<void> {
  const { version } = await recordOf(world, RETURN, id);
  await updateRecordBy(await world.as(account), { screen: world.screen(RETURN), id, version, values });
}

/** Puts a paper into a field past the upload. @returns what a form sends of it */
export const withPaper = (world: World, id: string, field: string): Promise<unknown[]> =>
  paperIn(world, { key: RETURN, id, field });

/** What was really loaded, line by line. */
export async function loaded(world: World, id: string, quantities: readonly string[]) {
  const lines = items(await recordOf(world, RETURN, id));
  return Object.fromEntries(lines.map((line, at) => [line.id, { out_qty: quantities[at] ?? String(line.qty) }]));
}

/** Led as far as that the goods wait to be fetched. */
export async function agreedReturn(
  world: World,
  receiptId: string,
  quantities: readonly string[],
  values: Readonly<Record<string, unknown>> = {},
): Promise<string> {
  const id = await returnOf(world, receiptId, quantities, values);
  await move(world, "warehouse", { key: RETURN, id, name: "submit" });
  await move(world, "supplierA", { key: RETURN, id, name: "accept", input: { pick_date: "2025-03-20" } });
  return id;
}

/** Led as far as that the goods have left, as much as was agreed on or as said. */
export async function shippedReturn(
  world: World,
  receiptId: string,
  quantities: readonly string[],
  { values = {}, out = quantities }: { values?: Readonly<Record<string, unknown>>; out?: readonly string[] } = {},
): Promise<string> {
  const id = await agreedReturn(world, receiptId, quantities, values);
  await ship(world, id, out);
  return id;
}

export async function ship(
  world: World,
  id: string,
  quantities: readonly string[] = [],
  input: Readonly<Record<string, unknown>> = {},
) {
  const lineInput = await loaded(world, id, quantities);
  return move(world, "warehouse", {
    key: RETURN,
    id,
    name: "ship",
    input: { vehicle_no: "皖A12345", ...input },
    lineInput,
  });
}

/** The first of two posted lines of one batch, a part of each rejected, made by the system. */
export async function postedReceiptLine(world: World): Promise<string> {
  const system = world.system();
  const entity = world.entity(RECEIPT);
  const { id: orderId } = await confirmed(world);
  const [line] = items(await stored(world, orderId));
  const row = { order_line: line?.id, count_qty: "300", batch_no: "P1", produce_date: "2025-03-01" };
  const { id } = await createRecord(system, {
    screen: world.screen(RECEIPT),
    values: {
      supplier_id: world.ids.supplierA,
      factory_id: world.ids.factory1,
      warehouse_id: world.ids.warehouse1,
      items: [row, row],
    },
  });
  await applyTransition(system, { entity, id, name: "count", reason: "没有送货单" });
  const lines = linesOf(await recordOf(world, RECEIPT, id), "items");
  const verdict = { qa_result: "fail", accept_qty: "200", reject_qty: "100" };
  await applyTransition(system, {
    entity,
    id,
    name: "judge",
    lineInput: Object.fromEntries(lines.map((one) => [one.id, verdict])),
  });
  await applyTransition(system, { entity, id, name: "post" });
  return lines[0]?.id ?? "";
}
