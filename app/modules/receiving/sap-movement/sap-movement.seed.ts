import { seedOf } from "~/engine/entity/seed";

/** Facts about it, for tests and the demo; the demo tells its rows with the marks they are compared with. */
export const seed = seedOf({
  entity: "receiving/sap-movement",
  least: {
    needs: ["supplier-management/supplier", "master-data/factory", "master-data/material"],
    sample: ({ id, serial }) => ({
      sap_key: `49${String(serial).padStart(8, "0")}/2025/1`,
      io_type: "in",
      post_date: "2025-03-01",
      supplier_id: id("supplier-management/supplier"),
      factory_id: id("master-data/factory"),
      material_id: id("master-data/material"),
      qty: "10",
      uom: "kg",
    }),
  },
});
