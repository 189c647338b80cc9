import { sql } from "kysely";
import { type SampleRefs, type SeedWorld, seedOf } from "~/engine/entity/seed";
import { demoCollectives } from "./collective.demo";

function sample({ id, serial }: SampleRefs): Record<string, unknown> {
  return {
    ...{
      title: `样例集采${serial}`,
      category_id: id("master-data/material-type"),
      company_id: id("master-data/company"),
    },
    ...{ buyer_id: id("system-management/user"), route: "rfq", collect_deadline: "2041-01-20 17:00" },
    ...{ period_from: "2041-02-01", period_to: "2041-12-31" },
    demands: [
      {
        ...{ factory_id: id("master-data/factory"), material_id: id("master-data/material"), qty: "1000", uom: "pcs" },
        required_date: "2041-03-01",
      },
    ],
  };
}

/** A second factory of the company wants the same, and everybody has confirmed. */
async function takeInAnother({ run, engine }: SeedWorld, id: string): Promise<void> {
  const other = sql`(select f.id from factory f join collective c on c.company_id = f.company_id where c.id = ${id}
    and f.id not in (select factory_id from collective_demands where root_id = ${id}) order by f.id limit 1)`;
  await run(sql`
    insert into collective_factories (id, root_id, line_no, factory_id) select ${engine.newId()}, ${id}, 20, f
    from ${other} as one(f) where not exists (select 1 from collective_factories where root_id = ${id} and line_no = 20)`);
  await run(sql`
    insert into collective_demands (id, root_id, line_no, factory_id, material_id, qty, uom, sourcing_qty, sourced_qty, open_qty)
    select ${engine.newId()}, ${id}, 20, ${other}, material_id, 500, uom, 0, 0, 500 from collective_demands
    where root_id = ${id} and line_no = 10 and not exists (select 1 from collective_demands where root_id = ${id} and line_no = 20)`);
  await run(sql`update collective_factories set confirmed_at = now() where root_id = ${id}`);
}

const inquiries = (id: string) =>
  sql`(select i.root_id from rfq_items i join collective_demands d on d.id = i.pool_line where d.root_id = ${id})`;

async function fitCollective(world: SeedWorld, id: string, transition: string): Promise<void> {
  if (transition === "freeze") await takeInAnother(world, id);
  if (transition === "start")
    await world.run(sql`
      update material set purchase_group_id = coalesce(purchase_group_id, (select id from purchase_group order by code limit 1))
      where id in (select material_id from collective_demands where root_id = ${id})`);
  if (transition === "distribute")
    await world.run(sql`update rfq set state = 'done', distributed_at = now() where id in ${inquiries(id)}`);
  if (transition === "cancel") await world.run(sql`update rfq set state = 'cancelled' where id in ${inquiries(id)}`);
}

/** Facts about it, for tests and the demo. */
export const seed = seedOf({
  entity: "purchase-management/collective",
  least: {
    needs: [
      "master-data/company",
      "master-data/factory",
      "master-data/material",
      "master-data/material-type",
      "system-management/user",
    ],
    sample,
  },
  rows: {
    names: ["collectivePool"],
    target: "collectivePool",
    async make({ add, at, account }) {
      await add("collectivePool", {
        ...{ title: "纸箱集采", category_id: at("boxType"), company_id: at("company"), buyer_id: account("manager") },
        ...{ period_from: "2041-02-01", period_to: "2041-12-31", collect_deadline: "2041-01-20 17:00" },
        demands: [
          { factory_id: at("factory1"), material_id: at("box"), qty: "1000", uom: "pcs", required_date: "2041-03-01" },
          { factory_id: at("factory2"), material_id: at("box"), qty: "3000", uom: "pcs", required_date: "2041-03-01" },
        ],
      });
    },
  },
  fit: fitCollective,
  demo: demoCollectives,
});
