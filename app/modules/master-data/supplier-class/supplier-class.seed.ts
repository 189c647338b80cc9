import { seedOf } from "~/engine/entity/seed";

/** Facts about it, for tests and the demo. */
export const seed = seedOf({
  entity: "master-data/supplier-class",
  least: {
    needs: [],
    sample: ({ serial }) => ({ code: `K${serial}`, name: `样例分类${serial}`, risk_level: "low" }),
  },
  rows: {
    names: ["supplierClass"],
    target: "supplierClass",
    async make({ add }) {
      await add("supplierClass", { code: "C1", name: "原料供应商", risk_level: "mid" });
    },
  },
});
