import { sql } from "kysely";
import { seedOf } from "~/engine/entity/seed";
import { demoSupplierChanges } from "./supplier-change.demo";

/** Facts about it, for tests and the demo. */
export const seed = seedOf({
  entity: "supplier-management/supplier-change",
  least: {
    needs: ["supplier-management/supplier"],
    given: () => ({ origin: "supplier" }),
    sample: ({ id, serial }) => ({
      supplier_id: id("supplier-management/supplier"),
      section: "base",
      reason: "样例",
      new_short_name: `样例${serial}`,
    }),
  },
  rows: {
    names: ["changeA", "changeB"],
    target: "changeA",
    async make({ add, at }) {
      for (const [mail, label] of [
        ["A", "甲"],
        ["B", "乙"],
      ] as const)
        await add(
          `change${mail}`,
          { supplier_id: at(`supplier${mail}`), section: "base", reason: "简称调整", new_short_name: `${label}方` },
          { origin: "supplier" },
        );
    },
  },
  // Somebody of the staff asks for papers, by a day.
  fit: async (world, id, transition) => {
    if (transition === "invite")
      await world.run(
        sql`update supplier_change set change_type = 'supplement', origin = 'staff', due_date = '2025-03-20' where id = ${id}`,
      );
  },
  demo: demoSupplierChanges,
});
