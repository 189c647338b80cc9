import { seedOf } from "~/engine/entity/seed";

/** Facts about it, for tests and the demo. */
export const seed = seedOf({
  entity: "system-management/approval-deputy",
  least: {
    needs: ["system-management/user"],
    sample: ({ id }) => ({
      owner_id: id("system-management/user"),
      deputy_id: "采购经理",
      from_day: "2025-01-01",
      to_day: "2025-01-31",
    }),
  },
});
