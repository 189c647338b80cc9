import { sql } from "kysely";
import { type SampleRefs, type SeedWorld, seedOf } from "~/engine/entity/seed";
import { addDays } from "~/shared/calendar";
import { demoDemandPlans } from "./demand-plan.demo";

/** A Monday of its own for each, far ahead: of two plans of a factory the later one replaces the earlier. */
function weekOfSample(serial: number): string {
  return addDays("2031-01-06", serial * 7);
}

function sample({ id, serial }: SampleRefs): Record<string, unknown> {
  const week = weekOfSample(serial);
  return {
    factory_id: id("master-data/factory"),
    base_week: week,
    weeks: "13",
    frozen_weeks: "0",
    items: [
      { material_id: id("master-data/material"), week_start: week, gross_qty: "100", uom: "pcs", stock_qty: "500" },
    ],
  };
}

/** By then something is wanted, and shares of the material are in force in the plan's time. */
async function fitDivision({ run }: SeedWorld, id: string, transition: string): Promise<void> {
  if (transition !== "divide") return;
  await run(sql`update demand_plan_items set stock_qty = 0, net_qty = gross_qty where root_id = ${id}`);
  await run(sql`with made as (
      insert into source_percentage (id, number, state, version, created_at, updated_at, material_id, factory_id, valid_from, valid_to)
      select gen_random_uuid(), 'PE' || substr(l.id::text, 20), 'active', 1, now(), now(), l.material_id, p.factory_id, l.week_start, l.week_start + 6
      from demand_plan p join demand_plan_items l on l.root_id = p.id
      where p.id = ${id} returning id)
    insert into source_percentage_shares (id, root_id, line_no, supplier_id, percent)
    select gen_random_uuid(), m.id, 10, (select s.id from supplier s order by s.id limit 1), 100 from made m`);
}

/** Facts about it, for tests and the demo. */
export const seed = seedOf({
  entity: "purchase-orders/demand-plan",
  least: { needs: ["master-data/factory", "master-data/material"], sample },
  rows: {
    names: ["demandPlan"],
    target: "demandPlan",
    async make({ add, at }) {
      await add("demandPlan", {
        ...{ factory_id: at("factory1"), base_week: "2030-01-07", weeks: "4", frozen_weeks: "0" },
        items: [{ material_id: at("corn"), week_start: "2030-01-07", gross_qty: "100", uom: "kg", stock_qty: "500" }],
      });
    },
  },
  fit: fitDivision,
  demo: demoDemandPlans,
});
