import { seedOf } from "~/engine/entity/seed";

/** Facts about it, for tests and the demo. */
export const seed = seedOf({
  entity: "system-management/role",
  least: {
    needs: [],
    sample: ({ serial }) => ({ code: `r${serial}`, name: `样例角色${serial}`, audience: "internal", rank: "30" }),
  },
});
