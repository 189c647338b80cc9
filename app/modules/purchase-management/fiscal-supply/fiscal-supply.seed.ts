import { type SampleRefs, seedOf } from "~/engine/entity/seed";
import { demoFiscalSupply } from "./fiscal-supply.demo";

/** A season of its own for each, far ahead: no order of the samples falls into it, and none is written twice. */
function sample({ id, serial }: SampleRefs): Record<string, unknown> {
  return {
    ...{ fiscal_year: "2045", season: `样例产季${serial}`, valid_from: "2045-08-01", valid_to: "2045-10-31" },
    supplier_id: id("supplier-management/supplier"),
    material_id: id("master-data/material"),
    factory_id: id("master-data/factory"),
    ...{ commit_qty: "1200", uom: "kg", reason: "样例" },
  };
}

/** Facts about it, for tests and the demo. */
export const seed = seedOf({
  entity: "purchase-management/fiscal-supply",
  least: {
    needs: ["supplier-management/supplier", "master-data/material", "master-data/factory"],
    sample,
    // A supplier sees what has come into force.
    given: () => ({ published_at: "2025-03-01T02:00:00.000Z" }),
  },
  rows: {
    names: ["fiscalA", "fiscalB"],
    target: "fiscalA",
    async make({ add, at, move }) {
      for (const [name, supplier] of [
        ["fiscalA", "supplierA"],
        ["fiscalB", "supplierB"],
      ] as const) {
        await add(name, {
          ...{ fiscal_year: "2044", supplier_id: at(supplier), material_id: at("box"), factory_id: at("factory1") },
          ...{ commit_qty: "12000", uom: "pcs", reason: "年度框架会议纪要" },
        });
        await move(name, "publish");
      }
    },
  },
  demo: demoFiscalSupply,
});
