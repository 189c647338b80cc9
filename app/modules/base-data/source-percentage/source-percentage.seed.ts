import { sql } from "kysely";
import { type SampleRefs, type SeedWorld, seedOf } from "~/engine/entity/seed";
import { addDays } from "~/shared/calendar";
import { demoShares } from "./source-percentage.demo";

/** A day of its own for each, far ahead: no two speak of the same time, and none is over. */
function dayOfSample(serial: number): string {
  return addDays("2031-01-01", serial);
}

function sample({ id, serial }: SampleRefs): Record<string, unknown> {
  return {
    material_id: id("master-data/material"),
    valid_from: dayOfSample(serial),
    valid_to: dayOfSample(serial),
    shares: [{ supplier_id: id("supplier-management/supplier"), percent: "100" }],
  };
}

/** By then the supplier has a source of the material that stands on the first day, at a factory of the seed. */
async function fitShares({ run }: SeedWorld, id: string, transition: string): Promise<void> {
  if (transition !== "submit") return;
  await run(sql`insert into source_data (id, number, state, version, created_at, updated_at, supplier_id, material_id, factory_id, tier,
      fixed, effective_from, inspection_mode)
    select gen_random_uuid(), 'GH' || substr(p.id::text, 20), 'active', 1, now(), now(), s.supplier_id, p.material_id,
      coalesce(p.factory_id, (select f.id from factory f order by f.id limit 1)), 'backup', false, p.valid_from, 'normal'
    from source_percentage p join source_percentage_shares s on s.root_id = p.id
    where p.id = ${id}
      and not exists (select 1 from source_data o where o.supplier_id = s.supplier_id and o.material_id = p.material_id
        and o.state in ('trial', 'active') and o.effective_from <= p.valid_from
        and (o.effective_to is null or o.effective_to >= p.valid_from))`);
}

/** Facts about it, for tests and the demo. */
export const seed = seedOf({
  entity: "base-data/source-percentage",
  least: { needs: ["master-data/material", "supplier-management/supplier"], sample },
  rows: {
    names: ["sharesA", "sharesB"],
    target: "sharesA",
    async make({ add, at }) {
      for (const [name, material] of [
        ["sharesA", "corn"],
        ["sharesB", "oil"],
      ] as const)
        await add(name, {
          material_id: at(material),
          valid_from: "2030-01-01",
          valid_to: "2030-12-31",
          shares: [
            { supplier_id: at("supplierA"), percent: "60" },
            { supplier_id: at("supplierB"), percent: "40" },
          ],
        });
    },
  },
  fit: fitShares,
  demo: demoShares,
});
