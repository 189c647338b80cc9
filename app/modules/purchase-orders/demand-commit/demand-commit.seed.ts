import { seedOf } from "~/engine/entity/seed";

// Far ahead: nobody is reminded of it in other tests.
const ASKED_AT = "2030-01-07T02:00:00.000Z";

/** Facts about it, for tests; plans make the rows of the demo. */
export const seed = seedOf({
  entity: "purchase-orders/demand-commit",
  least: {
    needs: [
      "supplier-management/supplier",
      "purchase-orders/demand-plan",
      "master-data/factory",
      "master-data/company",
      "master-data/material",
    ],
    sample: ({ id }) => ({
      supplier_id: id("supplier-management/supplier"),
      plan_id: id("purchase-orders/demand-plan"),
      factory_id: id("master-data/factory"),
      company_id: id("master-data/company"),
      base_week: "2030-01-07",
      items: [{ material_id: id("master-data/material"), week_start: "2030-01-07", share_qty: "60", uom: "pcs" }],
    }),
    given: () => ({ asked_at: ASKED_AT }),
  },
  rows: {
    names: ["commitA", "commitB"],
    target: "commitA",
    async make({ add, at }) {
      for (const [name, supplier] of [
        ["commitA", "supplierA"],
        ["commitB", "supplierB"],
      ] as const)
        await add(
          name,
          {
            ...{ supplier_id: at(supplier), plan_id: at("demandPlan"), factory_id: at("factory1") },
            ...{ company_id: at("company"), base_week: "2030-01-07" },
            items: [{ material_id: at("corn"), week_start: "2030-01-07", share_qty: "60", uom: "kg" }],
          },
          { asked_at: ASKED_AT },
        );
    },
  },
});
