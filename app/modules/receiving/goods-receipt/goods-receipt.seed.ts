import { sql } from "kysely";
import { seedOf } from "~/engine/entity/seed";

/** Facts about it, for tests and the demo. */
export const seed = seedOf({
  entity: "receiving/goods-receipt",
  least: {
    needs: ["supplier-management/supplier", "master-data/factory", "master-data/material"],
    sample: ({ id }) => ({
      supplier_id: id("supplier-management/supplier"),
      factory_id: id("master-data/factory"),
      items: [{ order_line: id("purchase-orders/purchase-order#items") }],
    }),
    // What was posted once is what suppliers see.
    given: () => ({ posted_at: "2025-03-10T02:00:00.000Z" }),
  },
  async fit({ run, ids }, id, transition, wanted) {
    if (transition === "count") {
      await run(sql`update goods_receipt set warehouse_id = ${ids.warehouse1} where id = ${id}`);
      await run(
        sql`update goods_receipt_items set count_qty = 1, batch_no = 'P1', produce_date = '2025-03-01' where root_id = ${id}`,
      );
      // What is free of inspection needs no verdict: the shortest way to all that follows.
      if (wanted !== null && wanted !== "inspecting")
        await run(sql`update goods_receipt_items set inspection_mode = 'exempt' where root_id = ${id}`);
    }
    const difference = { confirm_difference: "waiting", dispute_difference: "waiting", settle_difference: "disputed" };
    const status = Object.entries(difference).find(([name]) => name === transition)?.[1];
    if (status) await run(sql`update goods_receipt set diff_status = ${status} where id = ${id}`);
  },
});
