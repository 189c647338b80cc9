import { sql } from "kysely";
import { seedOf } from "~/engine/entity/seed";
import { demoEarlyDeliveries } from "./delivery-note.demo";

/** Facts about it, for tests and the demo. */
export const seed = seedOf({
  entity: "receiving/delivery-note",
  least: {
    needs: ["supplier-management/supplier", "master-data/factory", "master-data/material"],
    sample: ({ id }) => ({
      supplier_id: id("supplier-management/supplier"),
      factory_id: id("master-data/factory"),
      items: [{ order_line: id("purchase-orders/purchase-order#items"), qty: "1" }],
    }),
  },
  async fit({ run }, id, transition) {
    if (transition !== "submit" && transition !== "ask_early") return;
    // Long before the day that was confirmed: the shipped rule would hold it back, which is what a release is asked for.
    await run(sql`update receive_control set early_days = ${transition === "submit" ? 365 : 0}, mode = 'block'`);
    await run(sql`update delivery_note set ship_date = '2025-03-10', eta = '2025-03-11T01:30:00Z', vehicle_no = '皖A12345',
      driver = '王师傅', driver_phone = '13800000000' where id = ${id}`);
    await run(
      sql`update delivery_note_items set batch_no = 'P1', produce_date = '2025-03-01', expire_date = '2026-06-01', early_from = null
        where root_id = ${id}`,
    );
  },
  demo: demoEarlyDeliveries,
});
