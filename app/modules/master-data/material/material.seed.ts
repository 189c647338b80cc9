import { seedOf } from "~/engine/entity/seed";
import { demoMaterials } from "./material.demo";

/** Facts about it, for tests and the demo. */
export const seed = seedOf({
  entity: "master-data/material",
  least: {
    needs: ["master-data/material-type"],
    sample: ({ id, serial }) => ({
      code: `M${serial}`,
      name: `样例物料${serial}`,
      material_type_id: id("master-data/material-type"),
      uom: "pcs",
      // Only food needs it, and the row a test has may be of either kind.
      shelf_life_days: "365",
    }),
  },
  rows: {
    names: ["corn", "oil", "box"],
    target: "box",
    async make({ add, at }) {
      const grain = { material_type_id: at("grainType"), uom: "kg", tax_rate: "9", shelf_life_days: 180 };
      await add("corn", { code: "M001", name: "玉米", spec: "一等", ...grain });
      await add("oil", { code: "M002", name: "菜籽油", spec: "5L", ...grain, tax_rate: "13" });
      const box = { material_type_id: at("boxType"), uom: "pcs", tax_rate: "13" };
      await add("box", { code: "M003", name: "外箱", spec: "40×30", ...box });
    },
  },
  demo: demoMaterials,
});
