import { inventedCreditCode, seedOf } from "~/engine/entity/seed";
import { demoRegistrations } from "./supplier-registration.demo";

/** Facts about it, for tests and the demo. */
export const seed = seedOf({
  entity: "supplier-onboarding/supplier-registration",
  least: {
    needs: ["master-data/material-type"],
    sample: ({ id, serial }) => ({
      uscc: inventedCreditCode(serial),
      name: `样例申请企业${serial}`,
      supplier_type: "trader",
      taxpayer_type: "general",
      legal_person: `样例法人${serial}`,
      established_on: "2015-05-06",
      region: "安徽省样例市",
      registered_address: `样例申请路${serial}号`,
      contact_name: "样例联系人",
      contact_phone: `1390000${String(serial % 10_000).padStart(4, "0")}`,
      contact_email: `sample${serial}@example.com`,
      login_name: `applicant${serial}`,
      main_products: "样例产品",
      categories: [{ material_type_id: id("master-data/material-type") }],
      declaration: "1",
    }),
    given: () => ({ email_verified_at: "2025-03-01T02:00:00.000Z" }),
  },
  rows: {
    names: ["registration"],
    target: "registration",
    async make({ add }) {
      await add("registration", {
        uscc: inventedCreditCode(90),
        name: "测试申请企业",
        contact_name: "申请人",
        contact_phone: "13800010090",
        contact_email: "apply@example.com",
      });
    },
  },
  demo: demoRegistrations,
});
