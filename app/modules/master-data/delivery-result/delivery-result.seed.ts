import { sql } from "kysely";
import { seedOf } from "~/engine/entity/seed";
import { demoDeliveryResults } from "./delivery-result.demo";

/** A month for every number, so that no two results are of the same one. */
const monthOf = (serial: number) =>
  `20${String(Math.floor(serial / 12) % 24).padStart(2, "0")}-${String((serial % 12) + 1).padStart(2, "0")}`;

/** What was published once is what suppliers see. */
const PUBLISHED = { published_at: "2025-02-07T02:00:00.000Z" };

/** Facts about it, for tests and the demo. */
export const seed = seedOf({
  entity: "master-data/delivery-result",
  least: {
    needs: ["master-data/delivery-assessment", "supplier-management/supplier"],
    sample: ({ id, serial }) => ({
      rule_id: id("master-data/delivery-assessment"),
      supplier_id: id("supplier-management/supplier"),
      month: monthOf(serial),
    }),
    given: () => PUBLISHED,
  },
  rows: {
    names: ["resultA", "resultB"],
    async make({ add, at }) {
      for (const [name, supplier] of [
        ["resultA", "supplierA"],
        ["resultB", "supplierB"],
      ] as const)
        await add(name, { rule_id: at("deliveryRule"), supplier_id: at(supplier), month: "2024-12" }, PUBLISHED);
    },
  },
  async fit({ run, order, finds }, id, transition) {
    if (transition === "confirm")
      await run(sql`update delivery_result set dispute_deadline = '2025-03-01' where id = ${id}`);
    if (transition === "object" || transition === "confirm_silent" || transition === "accept")
      await run(sql`update delivery_result set dispute_deadline = '2025-03-31' where id = ${id}`);
    const hasLines = await finds(sql`select 1 from delivery_result_items where root_id = ${id}`);
    if (!hasLines && ["publish", "exempt", "object", "decide"].includes(transition)) {
      const orderId = await order();
      await run(sql`insert into delivery_result_items (id, root_id, line_no, order_line, material_id, due_date, qty, uom, received_qty,
        total_qty, on_time, in_full, early, late_days, currency, amount, fine)
        select gen_random_uuid(), ${id}, line_no, id, material_id, '2025-02-10', qty, uom, 0, 0, false, false, false, 20, 'CNY', amount, 0
        from purchase_order_items where root_id = ${orderId}`);
    }
    if (transition === "object")
      await run(sql`update delivery_result_items set objection = null, objection_status = null where root_id = ${id}`);
    if (transition === "decide")
      await run(
        sql`update delivery_result_items set objection = '已按期送达', objection_status = 'waiting' where root_id = ${id}`,
      );
  },
  demo: demoDeliveryResults,
});
