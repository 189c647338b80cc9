import { seedOf } from "~/engine/entity/seed";

/** Facts about it, for tests and the demo. */
export const seed = seedOf({
  entity: "master-data/purchase-org",
  least: { needs: [], sample: ({ serial }) => ({ code: `O${serial}`, name: `样例采购组织${serial}` }) },
  rows: {
    names: ["org"],
    target: "org",
    async make({ add, at }) {
      await add("org", {
        code: "P1",
        name: "采购中心",
        companies: [{ company_id: at("company") }],
      });
    },
  },
});
