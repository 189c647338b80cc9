import { sql } from "kysely";
import { seedOf } from "~/engine/entity/seed";

/** Facts about it, for tests; publishing makes the rows of the demo. */
export const seed = seedOf({
  entity: "base-data/provision-receipt",
  least: {
    needs: ["base-data/provision", "supplier-management/supplier"],
    sample: ({ id }) => ({
      provision_id: id("base-data/provision"),
      supplier_id: id("supplier-management/supplier"),
    }),
  },
  // Whoever accepts has opened the text before.
  fit: (world, id, transition) =>
    transition === "accept"
      ? world.run(sql`update provision_receipt set read_at = '2025-03-01T02:00:00Z' where id = ${id}`)
      : Promise.resolve(),
});
