import { seedOf } from "~/engine/entity/seed";

/** Facts about it, for tests and the demo. */
export const seed = seedOf({
  entity: "system-management/resource",
  least: {
    needs: [],
    sample: ({ serial }) => ({ name: `sample-${serial}`, title: `样例菜单${serial}`, type: "top", sort_no: "7000" }),
  },
});
