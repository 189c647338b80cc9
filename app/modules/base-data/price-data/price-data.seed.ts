import { seedOf } from "~/engine/entity/seed";
import { addDays } from "~/shared/calendar";

/** Facts about it, for tests and the demo; the demo has prices by its price approvals (`account-price.demo.ts`). */
export const seed = seedOf({
  entity: "base-data/price-data",
  least: {
    needs: ["supplier-management/supplier", "master-data/material", "master-data/company"],
    // A day of its own for each, long ago: no price of another test is cut by it, nor found for an order.
    sample: ({ id, serial }) => ({
      supplier_id: id("supplier-management/supplier"),
      material_id: id("master-data/material"),
      company_id: id("master-data/company"),
      ...{ currency: "CNY", uom: "kg", price: "1.13", untaxed_price: "1", tax_rate: "13", price_kind: "new" },
      valid_from: addDays("1995-01-01", serial),
      valid_to: addDays("1995-01-01", serial),
      agreed_to: addDays("1995-01-01", serial),
      source_no: `HJ${serial}`,
      ...{ approved_at: "1995-01-01T02:00:00.000Z", approved_by: "王经理" },
    }),
  },
  rows: {
    names: ["priceA", "priceB"],
    target: "priceA",
    async make({ add, at }) {
      for (const [name, supplier] of [
        ["priceA", "supplierA"],
        ["priceB", "supplierB"],
      ] as const)
        await add(name, {
          supplier_id: at(supplier),
          material_id: at("corn"),
          company_id: at("company"),
          ...{ currency: "CNY", uom: "kg", price: "3.27", untaxed_price: "3", tax_rate: "9", price_kind: "new" },
          // Ended long before the days of the tests.
          ...{
            valid_from: "2023-01-01",
            valid_to: "2023-12-31",
            agreed_to: "2023-12-31",
            source_no: "HJ20221201-0001",
            approved_at: "2022-12-01T02:00:00.000Z",
            approved_by: "王经理",
          },
        });
    },
  },
});
