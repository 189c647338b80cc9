import { seedOf } from "~/engine/entity/seed";
import { demoWarehouses } from "./warehouse.demo";

/** Facts about it, for tests and the demo. */
export const seed = seedOf({
  entity: "master-data/warehouse",
  rows: {
    names: ["warehouse1"],
    target: "warehouse1",
    async make({ add, at }) {
      await add("warehouse1", {
        code: "W1",
        name: "常温库",
        factory_id: at("factory1"),
        temp_zone: "ambient",
        enabled: "1",
      });
    },
  },
  demo: demoWarehouses,
});
