import { sql } from "kysely";
import { type SampleRefs, type SeedWorld, seedOf } from "~/engine/entity/seed";
import { demoAllocations } from "./allocation-detail.demo";

const LOCKED_AT = "2025-03-01T02:00:00.000Z";

/** A source of its own for each, far ahead: a demand is divided once. */
function sample({ id, serial }: SampleRefs): Record<string, unknown> {
  return {
    ...{ source_type: "award", source_no: `样例定标${serial}`, period: "2046-05", demand_qty: "100" },
    material_id: id("master-data/material"),
    factory_id: id("master-data/factory"),
    wanted_on: "2046-05-06",
    shares: [{ supplier_id: id("supplier-management/supplier"), alloc_qty: "100", adjust_reason: "按定标结果" }],
  };
}

/** By then the supplier has a source of the material at the factory, or shares in force where they are asked. */
async function fitAllocation({ run }: SeedWorld, id: string, transition: string): Promise<void> {
  if (transition === "lock")
    await run(sql`insert into source_data (id, number, state, version, created_at, updated_at, supplier_id, material_id, factory_id,
        tier, fixed, effective_from, inspection_mode)
      select gen_random_uuid(), 'GH' || substr(a.id::text, 20), 'active', 1, now(), now(), s.supplier_id, a.material_id, a.factory_id,
        'backup', false, '2025-01-01', 'normal'
      from allocation_detail a join allocation_detail_shares s on s.root_id = a.id
      where a.id = ${id}
        and not exists (select 1 from source_data o where o.supplier_id = s.supplier_id and o.material_id = a.material_id
          and o.factory_id = a.factory_id and o.state in ('trial', 'active'))`);
  // What orders took of it is what makes it follow.
  if (transition === "follow")
    await run(sql`update allocation_detail_shares set ordered_qty = 10, open_qty = 90 where root_id = ${id}`);
  if (transition === "recalculate")
    await run(sql`with made as (
        insert into source_percentage (id, number, state, version, created_at, updated_at, material_id, factory_id, valid_from, valid_to)
        select gen_random_uuid(), 'PE' || substr(a.id::text, 20), 'active', 1, now(), now(), a.material_id, a.factory_id,
          '2046-05-01', '2046-05-31'
        from allocation_detail a where a.id = ${id} returning id)
      insert into source_percentage_shares (id, root_id, line_no, supplier_id, percent)
      select gen_random_uuid(), m.id, 10, s.supplier_id, 100
      from made m, allocation_detail_shares s where s.root_id = ${id}`);
}

/** Facts about it, for tests and the demo. */
export const seed = seedOf({
  entity: "purchase-management/allocation-detail",
  least: {
    needs: ["master-data/material", "master-data/factory", "supplier-management/supplier"],
    sample,
    // A supplier sees what was locked.
    given: () => ({ locked_at: LOCKED_AT }),
  },
  rows: {
    names: ["allocationA", "allocationB"],
    target: "allocationA",
    async make({ add, at }) {
      for (const [name, supplier] of [
        ["allocationA", "supplierA"],
        ["allocationB", "supplierB"],
      ] as const)
        await add(
          name,
          {
            ...{ source_type: "award", source_no: `定标${name}`, period: "2044-05", demand_qty: "100" },
            ...{ material_id: at("corn"), factory_id: at("factory1"), wanted_on: "2044-05-06" },
            shares: [{ supplier_id: at(supplier), alloc_qty: "100", adjust_reason: "按定标结果" }],
          },
          { locked_at: LOCKED_AT },
        );
    },
  },
  fit: fitAllocation,
  demo: demoAllocations,
});
