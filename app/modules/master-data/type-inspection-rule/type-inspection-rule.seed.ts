import { seedOf } from "~/engine/entity/seed";

/** Facts about it, for tests and the demo. */
export const seed = seedOf({
  entity: "master-data/type-inspection-rule",
  least: {
    needs: ["master-data/material-type"],
    sample: ({ id, serial }) => ({
      code: `X${serial}`,
      name: `样例型检规则${serial}`,
      material_type_id: id("master-data/material-type"),
      cycle_months: "12",
      enabled: "0",
    }),
  },
  rows: {
    names: ["typeRule"],
    target: "typeRule",
    async make({ add, at }) {
      await add("typeRule", {
        code: "XJ1",
        name: "谷物型式检验",
        material_type_id: at("rawType"),
        cycle_months: 12,
        enabled: "0",
      });
    },
  },
});
