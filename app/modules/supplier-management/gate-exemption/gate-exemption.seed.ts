import { sql } from "kysely";
import { seedOf } from "~/engine/entity/seed";
import { addDays } from "~/shared/calendar";

/** The order that moves are told of which name one. */
export const KNOWN_ORDER = "0195a000-0000-7000-8000-000000000001";

/** Facts about it, for tests and the demo. */
export const seed = seedOf({
  entity: "supplier-management/gate-exemption",
  // Days of its own for each: only so many may follow each other.
  least: {
    needs: ["supplier-management/supplier"],
    sample: ({ id, serial }) => ({
      supplier_id: id("supplier-management/supplier"),
      valid_from: addDays("2030-01-01", serial * 40),
      valid_to: addDays("2030-01-01", serial * 40 + 9),
      lifts_stage: "1",
      on_rfq: "1",
      reason: "样例原因",
      containment: "样例措施",
    }),
  },
  rows: {
    names: ["exemption"],
    target: "exemption",
    async make({ add, at }) {
      await add("exemption", {
        supplier_id: at("supplierB"),
        material_id: at("oil"),
        valid_from: "2025-02-01",
        valid_to: "2025-02-10",
        lifts_source: "1",
        on_delivery: "1",
        reason: "生产急需",
        containment: "逐批检验",
      });
    },
  },
  // An order of which the test knows the id.
  fit: async (world, _id, transition) => {
    if (transition !== "consume") return;
    if (await world.finds(sql`select from purchase_order where id = ${KNOWN_ORDER}`)) return;
    const id = await world.order();
    await world.run(sql`delete from purchase_order_items where root_id = ${id}`);
    await world.run(sql`update purchase_order set id = ${KNOWN_ORDER} where id = ${id}`);
  },
});
