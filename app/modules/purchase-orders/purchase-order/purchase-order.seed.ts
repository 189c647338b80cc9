import { sql } from "kysely";
import { type SeedWorld, seedOf } from "~/engine/entity/seed";

/** The moves that only orders of goods made for us know. */
const OF_PRODUCTS = ["confirm_label", "report_progress", "remind_progress", "send_packaging", "report_usage"];

/** Goods made for us, with packaging of ours of which enough was sent. */
async function fitProduct({ run }: SeedWorld, id: string): Promise<void> {
  await run(sql`update purchase_order set order_type = 'outsource', label_version = 'V1', label_confirmed = false,
    standard_no = 'GB/T 20977', min_shelf_rate = 50, confirmed_at = created_at, progress_reminded_on = null where id = ${id}`);
  await run(sql`insert into purchase_order_supplied
      (id, root_id, line_no, material_id, item_line, unit_use, loss_rate, made_qty, need_qty, uom, sent_qty, used_qty, left_qty)
    select gen_random_uuid(), root_id, 10, material_id, 10, 1, 0, qty, qty, uom, 500, 0, 500 from purchase_order_items o
    where root_id = ${id} and line_no = 10
      and not exists (select 1 from purchase_order_supplied s where s.root_id = o.root_id)`);
}

/**
 * Only what something was received of is completed: by hand, or because a change leaves nothing to come. What is completed goes on only
 * where something is left.
 */
async function fitOrder(world: SeedWorld, id: string, transition: string, wanted: string | null): Promise<void> {
  if (OF_PRODUCTS.includes(transition)) await fitProduct(world, id);
  const isEnding = wanted === "completed";
  if (transition === "reopen" && wanted === null)
    await world.run(sql`update purchase_order_items set delivery_done = false, accepted_qty = 0 where root_id = ${id}`);
  if (transition === "complete" || (isEnding && transition === "change"))
    await world.run(
      sql`update purchase_order_items set accepted_qty = 1, delivery_done = ${isEnding} where root_id = ${id}`,
    );
}

/** Facts about it, for tests and the demo. */
export const seed = seedOf({
  entity: "purchase-orders/purchase-order",
  least: {
    needs: [
      "supplier-management/supplier",
      "master-data/company",
      "master-data/factory",
      "master-data/purchase-org",
      "user-administration/purchase-group",
      "system-management/user",
      "master-data/material",
    ],
    sample: ({ id }) => ({
      supplier_id: id("supplier-management/supplier"),
      company_id: id("master-data/company"),
      factory_id: id("master-data/factory"),
      purchase_org_id: id("master-data/purchase-org"),
      purchase_group_id: id("user-administration/purchase-group"),
      buyer_id: id("system-management/user"),
      order_date: "2025-06-02",
      items: [
        {
          material_id: id("master-data/material"),
          qty: "100",
          uom: "pcs",
          price: "2.5",
          tax_rate: "13",
          required_date: "2025-06-20",
        },
      ],
    }),
  },
  fit: fitOrder,
});
