import { seedOf } from "~/engine/entity/seed";
import { demoMarket } from "./market-index.demo";

/** Facts about it, for tests and the demo. */
export const seed = seedOf({
  entity: "purchase-management/market-index",
  rows: {
    names: ["indexCorn", "indexOil"],
    target: "indexCorn",
    async make({ add, at }) {
      const common = { currency: "CNY", origin: "批发市场周报" };
      await add("indexCorn", { ...common, code: "ZS-CORN", name: "东北玉米", material_id: at("corn"), uom: "t" });
      await add("indexOil", { ...common, code: "ZS-OIL", name: "菜籽油", material_id: at("oil"), uom: "t" });
    },
  },
  demo: demoMarket,
});
