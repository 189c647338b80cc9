import { seedOf } from "~/engine/entity/seed";
import { demoFactoryStock } from "./factory-stock.demo";

/** Facts about it, for tests and the demo. */
export const seed = seedOf({
  entity: "purchase-orders/factory-stock",
  least: {
    needs: ["master-data/factory", "master-data/material"],
    sample: ({ id }) => ({
      factory_id: id("master-data/factory"),
      material_id: id("master-data/material"),
      qty: "100",
      uom: "kg",
      stated_at: "2025-03-01 06:00:00",
    }),
  },
  demo: demoFactoryStock,
});
