import { inventedCreditCode, seedOf } from "~/engine/entity/seed";

/** Facts about it, for tests and the demo. */
export const seed = seedOf({
  entity: "master-data/company",
  least: {
    needs: [],
    sample: ({ serial }) => ({
      code: `C${serial}`,
      name: `样例公司${serial}`,
      tax_number: inventedCreditCode(serial),
      address: "样例市样例路1号",
    }),
  },
  rows: {
    names: ["company"],
    target: "company",
    async make({ add }) {
      await add("company", {
        code: "1000",
        name: "测试食品有限公司",
        tax_number: inventedCreditCode(1),
        address: "测试市测试路1号",
      });
    },
  },
});
