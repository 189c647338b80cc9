import { seedOf } from "~/engine/entity/seed";

/** Facts about it, for tests and the demo; the demo reports along with its agreements (`supplier-stock.demo.ts`). */
export const seed = seedOf({
  entity: "purchase-orders/supplier-inventory",
  least: {
    needs: ["supplier-management/supplier", "master-data/material"],
    // A batch of its own for each, so that none follows another one.
    sample: ({ id, serial }) => ({
      supplier_id: id("supplier-management/supplier"),
      material_id: id("master-data/material"),
      batch_no: `KC${serial}`,
      qty: "100",
      report_date: "2025-03-01",
    }),
  },
  rows: {
    names: ["inventoryA", "inventoryB"],
    target: "inventoryA",
    async make({ add, at }) {
      for (const [name, supplier] of [
        ["inventoryA", "supplierA"],
        ["inventoryB", "supplierB"],
      ] as const)
        await add(name, {
          supplier_id: at(supplier),
          material_id: at("corn"),
          batch_no: "KC-0001",
          produce_date: "2025-02-01",
          qty: "500",
          location: "成品库",
          report_date: "2025-03-01",
        });
    },
  },
});
