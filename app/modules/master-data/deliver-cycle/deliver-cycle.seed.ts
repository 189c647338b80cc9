import { seedOf } from "~/engine/entity/seed";
import { addDays } from "~/shared/calendar";
import { demoDeliverCycles } from "./deliver-cycle.demo";

/** Facts about it, for tests and the demo. */
export const seed = seedOf({
  entity: "master-data/deliver-cycle",
  least: {
    needs: ["master-data/material", "supplier-management/supplier"],
    // A day of its own each, long gone: no order depends on it, and no two describe the same.
    sample: ({ id, serial }) => ({
      material_id: id("master-data/material"),
      supplier_id: id("supplier-management/supplier"),
      prepare_days: "3",
      transit_days: "2",
      inspect_days: "1",
      valid_from: addDays("2001-01-01", serial),
      valid_to: addDays("2001-01-01", serial),
    }),
  },
  rows: {
    names: ["cycleA", "cycleB"],
    target: "cycleA",
    async make({ add, at }) {
      for (const [name, supplier] of [
        ["cycleA", "supplierA"],
        ["cycleB", "supplierB"],
      ] as const) {
        // In force long before the days of the tests alone.
        await add(name, {
          supplier_id: at(supplier),
          material_id: at("corn"),
          prepare_days: "10",
          transit_days: "3",
          inspect_days: "1",
          valid_from: "2024-01-01",
          valid_to: "2024-06-30",
        });
      }
    },
  },
  demo: demoDeliverCycles,
});
