import { seedOf } from "~/engine/entity/seed";
import { demoFormRequests } from "./form-request.demo";

/** Facts about it, for tests and the demo. */
export const seed = seedOf({
  entity: "system-management/form-request",
  least: {
    needs: ["supplier-management/supplier"],
    sample: ({ id, serial }) => ({
      form_id: id("system-management/form"),
      name: `样例任务${serial}`,
      due_date: "2099-12-31",
      suppliers: [{ supplier_id: id("supplier-management/supplier") }],
    }),
  },
  rows: {
    names: ["formRequest"],
    target: "formRequest",
    async make({ add, at, account, move }) {
      await add("formRequest", {
        form_id: at("form"),
        name: "年度自查",
        due_date: "2099-12-31",
        suppliers: [{ supplier_id: at("supplierA") }, { supplier_id: at("supplierB") }],
        people: [{ user_id: account("buyerA") }],
      });
      await move("formRequest", "send");
    },
  },
  demo: demoFormRequests,
});
