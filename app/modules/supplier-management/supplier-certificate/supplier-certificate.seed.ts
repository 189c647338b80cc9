import { inventedCreditCode, seedOf } from "~/engine/entity/seed";

/** Facts about it, for tests and the demo. */
export const seed = seedOf({
  entity: "supplier-management/supplier-certificate",
  least: {
    needs: ["supplier-management/supplier"],
    given: () => ({ origin: "supplier" }),
    sample: ({ id, serial }) => ({
      supplier_id: id("supplier-management/supplier"),
      certificate_type: "iso9001",
      certificate_no: `YL-${serial}`,
      issuer: "样例认证中心",
      issue_date: "2024-06-02",
      is_long_term: "1",
    }),
  },
  rows: {
    names: ["certificateA", "certificateB"],
    target: "certificateA",
    async make({ add, at, move }) {
      for (const [mail, serial] of [
        ["A", 11],
        ["B", 12],
      ] as const) {
        await add(`certificate${mail}`, {
          supplier_id: at(`supplier${mail}`),
          certificate_type: "business_license",
          certificate_no: inventedCreditCode(serial),
          issuer: "测试市市场监督管理局",
          issue_date: "2020-01-01",
          is_long_term: "1",
        });
        await move(`certificate${mail}`, "submit");
        await move(`certificate${mail}`, "verify", { input: { method: "online" } });
      }
    },
  },
});
