import { type SampleRefs, seedOf } from "~/engine/entity/seed";
import { addDays } from "~/shared/calendar";
import { demoAgreedStock } from "./supplier-stock.demo";

/** A day of its own for each, far ahead: no two speak of the same time, and none is over. */
function dayOfSample(serial: number): string {
  return addDays("2031-01-01", serial);
}

function sample({ id, serial }: SampleRefs): Record<string, unknown> {
  return {
    supplier_id: id("supplier-management/supplier"),
    factory_id: id("master-data/factory"),
    purchase_org_id: id("master-data/purchase-org"),
    purchase_group_id: id("user-administration/purchase-group"),
    currency: "CNY",
    payment_term: "d30",
    stock_mode: "safety",
    valid_from: dayOfSample(serial),
    valid_to: dayOfSample(serial),
    items: [
      {
        material_id: id("master-data/material"),
        min_qty: "100",
        max_qty: "500",
        uom: "pcs",
        price: "2.5",
        tax_rate: "13",
      },
    ],
  };
}

/** Facts about it, for tests and the demo. */
export const seed = seedOf({
  entity: "purchase-orders/supplier-stock",
  least: {
    needs: [
      "supplier-management/supplier",
      "master-data/factory",
      "master-data/purchase-org",
      "user-administration/purchase-group",
      "master-data/material",
    ],
    sample,
    // A supplier sees what it was once asked about.
    given: () => ({ asked_at: "2025-03-01T02:00:00.000Z" }),
  },
  rows: {
    names: ["stockA", "stockB"],
    target: "stockA",
    async make({ add, at, move }) {
      for (const [name, supplier] of [
        ["stockA", "supplierA"],
        ["stockB", "supplierB"],
      ] as const) {
        await add(name, {
          supplier_id: at(supplier),
          factory_id: at("factory1"),
          purchase_org_id: at("org"),
          purchase_group_id: at("group1"),
          currency: "CNY",
          payment_term: "d30",
          stock_mode: "safety",
          // Far ahead: it is nobody's concern in other tests.
          valid_from: "2030-01-01",
          valid_to: "2030-06-30",
          items: [
            { material_id: at("box"), min_qty: "1000", max_qty: "5000", uom: "pcs", price: "1.255", tax_rate: "13" },
          ],
        });
        await move(name, "submit");
        await move(name, "accept");
      }
    },
  },
  demo: demoAgreedStock,
});
