import { sql } from "kysely";
import { seedOf } from "~/engine/entity/seed";
import { addDays } from "~/shared/calendar";

/** Facts about it, for tests and the demo. */
export const seed = seedOf({
  entity: "base-data/source-data",
  // A day of its own for each: the same source stands there once at a time.
  least: {
    needs: ["supplier-management/supplier", "master-data/material", "master-data/factory"],
    sample: ({ id, serial }) => ({
      supplier_id: id("supplier-management/supplier"),
      material_id: id("master-data/material"),
      factory_id: id("master-data/factory"),
      // Before anything an admission makes at the day of the tests, which has no end.
      effective_from: addDays("1990-01-01", serial),
      effective_to: addDays("1990-01-01", serial),
    }),
  },
  rows: {
    names: ["sourceA", "sourceB"],
    target: "sourceA",
    async make({ add, at, move }) {
      for (const [name, supplier] of [
        ["sourceA", "supplierA"],
        ["sourceB", "supplierB"],
      ] as const) {
        // Ended long before the days of the tests, so that no order depends on it.
        await add(name, {
          supplier_id: at(supplier),
          material_id: at("corn"),
          factory_id: at("factory1"),
          effective_from: "2024-01-01",
          effective_to: "2024-06-30",
        });
        await move(name, "approve");
      }
    },
  },
  fit: async (world, id, transition) => {
    if (transition === "approve" || transition === "to_active") {
      const sample = sql`(select s.id from sample_verification s join source_data o on o.id = ${id}
        where s.supplier_id = o.supplier_id order by s.id limit 1)`;
      await world.run(sql`update sample_verification set state = 'passed', material_id = (select material_id from source_data where id = ${id})
          where id = ${sample}`);
      await world.run(sql`update source_data set sample_id = ${sample} where id = ${id}`);
    }
    if (transition !== "extend") return;
    // Days of its own, so that the longer time meets no other sample, none that was made longer before, and none of an admission.
    await world.run(sql`update source_data set state = 'ended' where effective_from >= '2024-06-02' and id <> ${id}`);
    await world.run(
      sql`update source_data set effective_from = '2024-06-02', effective_to = '2024-06-30' where id = ${id}`,
    );
  },
});
