import { seedOf } from "~/engine/entity/seed";

/** Facts about it, for tests and the demo. */
export const seed = seedOf({
  entity: "supplier-management/supplier-site",
  least: {
    needs: ["supplier-management/supplier"],
    sample: ({ id, serial }) => ({
      supplier_id: id("supplier-management/supplier"),
      name: `样例基地${serial}`,
      address: "样例市样例路4号",
    }),
  },
  rows: {
    names: ["siteA", "siteB"],
    target: "siteA",
    async make({ add, at }) {
      for (const [mail, label] of [
        ["A", "甲"],
        ["B", "乙"],
      ] as const)
        await add(`site${mail}`, {
          supplier_id: at(`supplier${mail}`),
          name: `${label}一厂`,
          address: "测试市供方路1号",
          sc_no: "SC10134010400011",
        });
    },
  },
});
