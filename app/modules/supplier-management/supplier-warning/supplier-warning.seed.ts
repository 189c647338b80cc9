import { seedOf } from "~/engine/entity/seed";

/** Facts about it, for tests and the demo. */
export const seed = seedOf({
  entity: "supplier-management/supplier-warning",
  rows: {
    names: ["warningA", "warningB"],
    target: "warningA",
    async make({ add, at }) {
      for (const [name, supplier] of [
        ["warningA", "supplierA"],
        ["warningB", "supplierB"],
      ] as const) {
        await add(name, {
          kind: "qualification",
          supplier_id: at(supplier),
          subject: "食品生产许可证",
          due_date: "2025-05-01",
          level: "info",
        });
      }
    },
  },
});
