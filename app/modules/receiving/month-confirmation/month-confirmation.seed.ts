import { sql } from "kysely";
import { type SeedWorld, seedOf } from "~/engine/entity/seed";

/** A month is sent and confirmed where something was moved in it. */
async function fitMonth({ run }: SeedWorld, id: string, transition: string): Promise<void> {
  if (transition !== "issue" && transition !== "confirm") return;
  await run(sql`
    insert into io_mark (id, state, io_no, sync_from, io_type, post_date, supplier_id, factory_id, material_id, qty, uom, price,
      currency, amount, confirm_month)
    select gen_random_uuid(), 'open', 'IO-' || c.month, 'srm', 'in', (c.month || '-10')::date, c.supplier_id,
      (select f.id from factory as f order by f.code limit 1), (select m.id from material as m order by m.code limit 1),
      10, 'kg', 2, c.currency, 20, c.month
    from month_confirmation as c
    where c.id = ${id} and not exists (select 1 from io_mark as m
      where m.supplier_id = c.supplier_id and m.confirm_month = c.month and m.currency = c.currency and m.state = 'open')`);
}

/** Facts about it, for tests and the demo; the demo tells its rows with the marks that are confirmed. */
export const seed = seedOf({
  entity: "receiving/month-confirmation",
  least: {
    needs: ["supplier-management/supplier"],
    // Months of long ago, each another one.
    sample: ({ id, serial }) => ({
      supplier_id: id("supplier-management/supplier"),
      month: `20${String(Math.floor(serial / 12) % 20).padStart(2, "0")}-${String((serial % 12) + 1).padStart(2, "0")}`,
    }),
    // A supplier sees what it was once asked about.
    given: () => ({ ready_on: "2025-03-01" }),
  },
  fit: fitMonth,
});
