import { seedOf } from "~/engine/entity/seed";

/** Facts about it, for tests and the demo. */
export const seed = seedOf({
  entity: "master-data/material-type",
  // Without a parent it is of the first level; the second level, which materials need, is made from `secondLevel`.
  least: {
    needs: [],
    sample: ({ serial }) => ({ code: `T${serial}`, name: `样例类型${serial}`, category: "packaging" }),
  },
  rows: {
    names: ["rawType", "grainType", "packType", "boxType"],
    target: "boxType",
    async make({ add, at }) {
      await add("rawType", { code: "Y", name: "原料", category: "raw" });
      await add("grainType", { code: "Y1", name: "谷物", parent_id: at("rawType") });
      await add("packType", { code: "B", name: "包材", category: "packaging" });
      await add("boxType", { code: "B1", name: "纸箱", parent_id: at("packType") });
    },
  },
});
