import { sql } from "kysely";
import { type SeedWorld, seedOf } from "~/engine/entity/seed";
import { demoRushes } from "./rush-order.demo";

/** An order of its own, confirmed: of each line one rush is running at most. */
async function ownOrder({ run, order }: SeedWorld, id: string): Promise<void> {
  const orderId = await order();
  await run(sql`update purchase_order set state = 'confirmed', released_at = created_at, approved_amount = amount
    where id = ${orderId}`);
  await run(sql`update purchase_order_items set confirm_date = required_date, confirm_qty = qty,
    first_confirm_date = required_date, open_qty = qty where root_id = ${orderId}`);
  await run(sql`update purchase_order_items_schedules set confirm_date = plan_date, confirm_qty = plan_qty,
    first_confirm_date = plan_date where root_id = ${orderId}`);
  await run(sql`update rush_order set order_id = ${orderId} where id = ${id}`);
  await run(sql`update rush_order_items r set order_line = o.id, material_id = o.material_id, old_date = o.confirm_date
    from purchase_order_items o where o.root_id = ${orderId} and o.line_no = 10 and r.root_id = ${id}`);
}

/** What both sides have typed by then, and what was received. */
async function fitRush(world: SeedWorld, id: string, transition: string): Promise<void> {
  const { run } = world;
  if (transition === "send") await ownOrder(world, id);
  if (transition === "agree") await run(sql`update rush_order set extra_cost = 0 where id = ${id}`);
  if (transition === "ask_cost")
    await run(sql`update rush_order set extra_cost = 100, cost_bearer = 'buyer' where id = ${id}`);
  if (transition === "remind") await run(sql`update rush_order set reminded_on = null where id = ${id}`);
  if (transition === "finish")
    await run(sql`update purchase_order_items set accepted_qty = 5
      where id in (select order_line from rush_order_items where root_id = ${id})`);
}

/** Facts about it, for tests and the demo. */
export const seed = seedOf({
  entity: "purchase-orders/rush-order",
  least: {
    needs: ["supplier-management/supplier"],
    sample: ({ id }) => ({
      supplier_id: id("supplier-management/supplier"),
      reason: "sales",
      reason_text: "销量超预期，库存只够三天",
      reply_deadline: "2025-03-12 09:00",
      items: [{ order_line: id("purchase-orders/purchase-order#items"), qty: "1", want_date: "2025-03-14" }],
    }),
    // A supplier sees what it was once asked.
    given: () => ({ sent_at: "2025-03-10T01:00:00.000Z" }),
  },
  fit: fitRush,
  demo: demoRushes,
});
