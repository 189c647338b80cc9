import { createRecord } from "~/engine/operations/save.server";
import type { Saved } from "~/engine/operations/transaction.server";
import type { AccountName } from "./company";
import { confirmed, items, stored } from "./orders";
import { move, recordOf } from "./receipts";
import type { World } from "./world";

export const RUSH = "purchase-orders/rush-order";

/** What a planner types for the first line of an order of supplier A. */
export async function rushValues(
  world: World,
  orderId: string,
  { line = {}, ...head }: { line?: Readonly<Record<string, unknown>> } & Readonly<Record<string, unknown>> = {},
): Promise<Record<string, unknown>> {
  const [first] = items(await stored(world, orderId));
  return {
    rush_kind: "expedite",
    supplier_id: world.ids.supplierA,
    level: "normal",
    reason: "sales",
    reason_text: "促销提前，库存不足",
    reply_deadline: "2025-03-12 10:00",
    items: [{ order_line: first?.id, qty: "400", want_date: "2025-03-14", ...line }],
    ...head,
  };
}

/** A draft of the planner over the first line of an order. */
export async function rush(
  world: World,
  orderId: string,
  overrides: Parameters<typeof rushValues>[2] = {},
  account: AccountName = "planner",
): Promise<string> {
  const values = await rushValues(world, orderId, overrides);
  return (await createRecord(await world.as(account), { screen: world.screen(RUSH), values })).id;
}

export async function sent(
  world: World,
  orderId: string,
  overrides: Parameters<typeof rushValues>[2] = {},
): Promise<string> {
  const id = await rush(world, orderId, overrides);
  await step(world, "buyerA", id, "send", { reason: "已电话沟通" });
  return id;
}

export function step(world: World, account: AccountName, id: string, name: string, more: object = {}): Promise<Saved> {
  return move(world, account, { key: RUSH, id, name, ...more });
}

/** The answer of supplier A, the same for every line. */
export async function reply(
  world: World,
  id: string,
  row: Readonly<Record<string, string>> = {},
  account: AccountName = "supplierA",
): Promise<Saved> {
  const lines = items(await recordOf(world, RUSH, id));
  const typed = { reply_qty: "400", reply_date: "2025-03-15", ...row };
  return step(world, account, id, "reply", { lineInput: Object.fromEntries(lines.map((line) => [line.id, typed])) });
}

/** A rush of 400 of the first line of a confirmed order, answered by the supplier. */
export async function replied(
  world: World,
  {
    row = {},
    overrides = {},
  }: { row?: Readonly<Record<string, string>>; overrides?: Parameters<typeof rushValues>[2] } = {},
): Promise<{ orderId: string; id: string }> {
  const { id: orderId } = await confirmed(world);
  const id = await sent(world, orderId, overrides);
  await reply(world, id, row);
  return { orderId, id };
}
