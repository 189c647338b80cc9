import { seedOf } from "~/engine/entity/seed";

/** Facts about it, for tests and the demo. */
export const seed = seedOf({
  entity: "system-management/parameter",
  least: {
    needs: [],
    given: (serial) => ({ key: `sample.${serial}`, name: `样例参数${serial}`, param_group: "ui", value_type: "text" }),
    sample: ({ serial }) => ({ value: `样例${serial}` }),
  },
});
