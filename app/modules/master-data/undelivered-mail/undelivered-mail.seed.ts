import { sql } from "kysely";
import { seedOf } from "~/engine/entity/seed";
import { demoUndeliveredMails } from "./undelivered-mail.demo";

/** Facts about it, for tests and the demo. */
export const seed = seedOf({
  entity: "master-data/undelivered-mail",
  least: {
    needs: [],
    sample: ({ serial }) => ({ title: `样例方案${serial}`, before_days: "3", after_days: "2" }),
  },
  rows: {
    names: ["mailPlan"],
    target: "mailPlan",
    async make({ add }) {
      await add("mailPlan", { title: "原料催交", before_days: "3", after_days: "2" });
    },
  },
  // Somebody owes us something.
  fit: async (world, _id, transition) => {
    if (transition !== "send") return;
    await world.order();
    await world.run(sql`update purchase_order set state = 'released'`);
    await world.run(
      sql`update purchase_order_items set required_date = '2025-03-09', confirm_date = null, line_status = 'open'`,
    );
  },
  demo: demoUndeliveredMails,
});
