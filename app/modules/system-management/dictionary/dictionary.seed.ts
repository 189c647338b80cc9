import { seedOf } from "~/engine/entity/seed";

/** Facts about it, for tests and the demo. */
export const seed = seedOf({
  entity: "system-management/dictionary",
  least: {
    needs: [],
    sample: ({ serial }) => ({
      code: `x_${serial}`,
      name: `样例字典${serial}`,
      items: [{ item_name: "甲", item_value: "a" }],
    }),
  },
});
