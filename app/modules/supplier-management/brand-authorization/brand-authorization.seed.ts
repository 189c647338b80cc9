import { seedOf } from "~/engine/entity/seed";

/** Facts about it, for tests and the demo. */
export const seed = seedOf({
  entity: "supplier-management/brand-authorization",
  least: {
    needs: ["supplier-management/supplier"],
    given: () => ({ origin: "supplier" }),
    sample: ({ id, serial }) => ({
      supplier_id: id("supplier-management/supplier"),
      brand_name: `样例牌${serial}`,
      producer_name: "样例制造有限公司",
      auth_level: "level1",
      auth_no: `SQ${serial}`,
      valid_from: "2025-01-01",
      valid_to: "2026-12-31",
      // Ends at the first supplier of the small company.
      chain: [{ grantor: "样例制造有限公司", grantee: "甲供应商", valid_to: "2026-12-31" }],
    }),
  },
  rows: {
    names: ["brandA", "brandB"],
    target: "brandA",
    async make({ add, at }) {
      for (const [mail, label] of [
        ["A", "甲"],
        ["B", "乙"],
      ] as const)
        await add(
          `brand${mail}`,
          {
            supplier_id: at(`supplier${mail}`),
            brand_name: `${label}牌`,
            producer_name: "样例制造有限公司",
            auth_level: "level1",
            auth_no: `SQ-${mail}`,
            valid_from: "2025-01-01",
            valid_to: "2026-12-31",
            chain: [{ grantor: "样例制造有限公司", grantee: `${label}供应商`, valid_to: "2026-12-31" }],
            materials: [{ material_id: at("corn") }],
          },
          { origin: "supplier" },
        );
    },
  },
});
