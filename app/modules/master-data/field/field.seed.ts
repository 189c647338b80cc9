import { seedOf } from "~/engine/entity/seed";
import { demoFields } from "./field.demo";

/** Facts about it, for tests and the demo. */
export const seed = seedOf({
  entity: "master-data/field",
  least: {
    needs: [],
    sample: ({ serial }) => ({
      entity: "master-data/factory",
      code: `x_sample_${serial}`,
      label: `样例字段${serial}`,
      field_type: "text",
    }),
  },
  demo: demoFields,
});
