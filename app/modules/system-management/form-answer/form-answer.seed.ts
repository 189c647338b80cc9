import { seedOf } from "~/engine/entity/seed";

/** Facts about it, for tests and the demo. */
export const seed = seedOf({
  entity: "system-management/form-answer",
  least: {
    needs: ["supplier-management/supplier"],
    sample: ({ id, serial }) => ({
      task_id: id("system-management/form-request"),
      form_id: id("system-management/form"),
      name: `样例填报${serial}`,
      supplier_id: id("supplier-management/supplier"),
      due_date: "2099-12-31",
      items: [{ label: "样例题目", type: "text" }],
    }),
  },
});
