import { sql } from "kysely";
import { type SeedWorld, seedOf } from "~/engine/entity/seed";

/** The inquiry runs, and another factory takes part in it. */
async function fitPart({ run, engine }: SeedWorld, id: string, transition: string): Promise<void> {
  if (transition !== "leave" && transition !== "consent") return;
  const rfq = sql`(select rfq_id from collective_factory where id = ${id})`;
  await run(sql`update rfq set state = 'published', mode = 'collective' where id = ${rfq}`);
  await run(sql`
    insert into rfq_items (id, root_id, line_no, material_id, factory_id, qty, uom)
    select ${engine.newId()}, root_id, 990, material_id,
      (select f.id from factory f where f.id <> (select factory_id from collective_factory where id = ${id}) limit 1), 5, uom
    from rfq_items where root_id = ${rfq} order by line_no limit 1`);
}

/** Facts about it, for tests; inquiries make the rows of the demo. */
export const seed = seedOf({
  entity: "purchase-management/collective-factory",
  least: {
    needs: [
      "purchase-management/rfq",
      "master-data/factory",
      "master-data/company",
      "system-management/user",
      "master-data/material",
    ],
    sample: ({ id, serial }) => ({
      ...{ rfq_id: id("purchase-management/rfq"), rfq_no: `XJ${serial}`, title: `样例集采${serial}` },
      ...{ factory_id: id("master-data/factory"), company_id: id("master-data/company") },
      ...{ buyer_id: id("system-management/user"), deadline: "2025-03-20 17:00" },
      items: [{ rfq_line: "10", material_id: id("master-data/material"), qty: "100", uom: "kg" }],
    }),
  },
  rows: {
    names: ["collectivePart"],
    async make({ add, at, account }) {
      await add("collectivePart", {
        ...{ rfq_id: at("rfqDraft"), rfq_no: "XJ20250301-0001", title: "纸箱集采", factory_id: at("factory1") },
        ...{ company_id: at("company"), buyer_id: account("buyerA"), deadline: "2025-03-20 17:00" },
        items: [{ rfq_line: "10", material_id: at("box"), qty: "100", uom: "pcs" }],
      });
    },
  },
  fit: fitPart,
});
