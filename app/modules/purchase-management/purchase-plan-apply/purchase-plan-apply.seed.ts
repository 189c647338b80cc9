import { sql } from "kysely";
import { type SampleRefs, type SeedWorld, seedOf } from "~/engine/entity/seed";
import { demoPurchasePlans } from "./purchase-plan-apply.demo";

/** Far ahead: no order of the samples falls into these months. */
function sample({ id, serial }: SampleRefs): Record<string, unknown> {
  const month = `2041-${String((serial % 12) + 1).padStart(2, "0")}`;
  return {
    title: `样例采购计划${serial}`,
    plan_kind: "month",
    fiscal_year: "2041",
    company_id: id("master-data/company"),
    factory_id: id("master-data/factory"),
    ...{ period_from: month, period_to: month },
    items: [{ material_id: id("master-data/material"), month, qty: "100", uom: "pcs", note: "样例" }],
  };
}

/** By then shares of the material are in force in the plan's time. */
async function fitDivision({ run }: SeedWorld, id: string, transition: string): Promise<void> {
  if (transition !== "divide") return;
  await run(sql`with made as (
      insert into source_percentage (id, number, state, version, created_at, updated_at, material_id, factory_id, valid_from, valid_to)
      select gen_random_uuid(), 'PE' || substr(l.id::text, 20), 'active', 1, now(), now(), l.material_id, p.factory_id, (l.month || '-01')::date, ((l.month || '-01')::date + interval '1 month - 1 day')::date
      from purchase_plan_apply p join purchase_plan_apply_items l on l.root_id = p.id
      where p.id = ${id} returning id)
    insert into source_percentage_shares (id, root_id, line_no, supplier_id, percent)
    select gen_random_uuid(), m.id, 10, (select s.id from supplier s order by s.id limit 1), 100 from made m`);
}

/** Facts about it, for tests and the demo. */
export const seed = seedOf({
  entity: "purchase-management/purchase-plan-apply",
  least: { needs: ["master-data/company", "master-data/factory", "master-data/material"], sample },
  rows: {
    names: ["purchasePlan"],
    target: "purchasePlan",
    async make({ add, at }) {
      await add("purchasePlan", {
        ...{ title: "明年纸箱采购计划", plan_kind: "year", fiscal_year: "2040" },
        ...{ company_id: at("company"), factory_id: at("factory1"), period_from: "2040-01", period_to: "2040-12" },
        items: [{ material_id: at("box"), month: "2040-03", qty: "1000", uom: "pcs", budget_price: "1.5" }],
      });
    },
  },
  fit: fitDivision,
  demo: demoPurchasePlans,
});
