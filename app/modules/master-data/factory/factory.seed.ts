import { seedOf } from "~/engine/entity/seed";

/** Facts about it, for tests and the demo. */
export const seed = seedOf({
  entity: "master-data/factory",
  least: {
    needs: ["master-data/company"],
    sample: ({ id, serial }) => ({
      code: `F${serial}`,
      name: `样例工厂${serial}`,
      company_id: id("master-data/company"),
      province: "安徽省",
      city: "澜川市",
      address: "安徽省澜川市样例路2号",
    }),
  },
  rows: {
    names: ["factory1", "factory2"],
    target: "factory1",
    async make({ add, at }) {
      for (const [name, code, label, address] of [
        ["factory1", "F1", "一厂", "测试市一厂路1号"],
        ["factory2", "F2", "二厂", "测试市二厂路2号"],
      ] as const) {
        const place = { province: "安徽省", city: "测试市", address };
        await add(name, { code, name: label, company_id: at("company"), ...place });
      }
    },
  },
});
