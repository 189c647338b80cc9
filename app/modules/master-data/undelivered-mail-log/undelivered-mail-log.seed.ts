import { seedOf } from "~/engine/entity/seed";

/** Facts about it, for tests and the demo. */
export const seed = seedOf({
  entity: "master-data/undelivered-mail-log",
  rows: {
    names: ["mailLog", "mailLogB"],
    async make({ add, at }) {
      for (const [name, supplier] of [
        ["mailLog", "supplierA"],
        ["mailLogB", "supplierB"],
      ] as const) {
        await add(name, {
          plan_id: at("mailPlan"),
          supplier_id: at(supplier),
          sent_at: "2024-12-02 08:00:00",
          line_count: "1",
          overdue_count: "0",
          mail_result: "sent",
        });
      }
    },
  },
});
