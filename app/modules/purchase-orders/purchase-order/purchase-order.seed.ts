import { seedOf } from "~/engine/entity/seed";

/** Facts about it, for tests and the demo. */
export const purchaseOrderSeed = seedOf({
  entity: "purchase-orders/purchase-order",
  least: {
    needs: [
      "supplier-management/supplier",
      "master-data/company",
      "master-data/factory",
      "master-data/purchase-org",
      "user-administration/purchase-group",
      "system-management/user",
      "master-data/material",
    ],
    sample: ({ id }) => ({
      supplier_id: id("supplier-management/supplier"),
      company_id: id("master-data/company"),
      factory_id: id("master-data/factory"),
      purchase_org_id: id("master-data/purchase-org"),
      purchase_group_id: id("user-administration/purchase-group"),
      buyer_id: id("system-management/user"),
      order_date: "2025-06-02",
      items: [
        {
          material_id: id("master-data/material"),
          qty: "100",
          uom: "pcs",
          price: "2.5",
          tax_rate: "13",
          required_date: "2025-06-20",
        },
      ],
    }),
  },
});
