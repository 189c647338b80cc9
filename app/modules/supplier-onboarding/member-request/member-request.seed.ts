import { seedOf } from "~/engine/entity/seed";
import { demoMemberRequests } from "./member-request.demo";

/** Facts about it, for tests and the demo. */
export const seed = seedOf({
  entity: "supplier-onboarding/member-request",
  least: {
    needs: ["supplier-management/supplier"],
    sample: ({ id, serial }) => ({
      supplier_id: id("supplier-management/supplier"),
      contact_name: `样例同事${serial}`,
      contact_phone: `1390001${String(serial % 10_000).padStart(4, "0")}`,
      contact_email: `member${serial}@example.com`,
      login_name: `member${serial}`,
    }),
  },
  rows: {
    names: ["memberA", "memberB"],
    target: "memberA",
    async make({ add, at }) {
      for (const [name, supplier] of [
        ["memberA", "supplierA"],
        ["memberB", "supplierB"],
      ] as const)
        await add(name, {
          supplier_id: at(supplier),
          contact_name: "新同事",
          contact_phone: "13800010066",
          contact_email: `${name}@example.com`.toLowerCase(),
          login_name: name,
        });
    },
  },
  demo: demoMemberRequests,
});
