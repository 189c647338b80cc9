import { seedOf } from "~/engine/entity/seed";

/** Facts about it, for tests and the demo. */
export const seed = seedOf({
  entity: "master-data/type-inspection-due",
  rows: {
    names: ["dueA", "dueB"],
    target: "dueA",
    async make({ add, at }) {
      for (const [name, supplier] of [
        ["dueA", "supplierA"],
        ["dueB", "supplierB"],
      ] as const) {
        await add(name, {
          supplier_id: at(supplier),
          material_id: at("box"),
          due_date: "2025-05-01",
          last_day: "2025-05-16",
        });
      }
    },
  },
});
