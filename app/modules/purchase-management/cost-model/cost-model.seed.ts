import { sql } from "kysely";
import { type SeedWorld, seedOf } from "~/engine/entity/seed";
import { addDays, dayOf } from "~/shared/calendar";
import { demoCostModels } from "./cost-model.demo";

/** A day of its own for each, far ahead, so that no two speak of the same time. */
const dayOfSample = (serial: number) => addDays("2031-01-01", serial);

/** Facts about it, for tests and the demo. */
export const seed = seedOf({
  entity: "purchase-management/cost-model",
  least: {
    needs: ["master-data/material", "purchase-management/market-index"],
    sample: ({ id, serial }) => ({
      ...{ name: `样例模型${serial}`, material_id: id("master-data/material"), base_uom: "kg", currency: "CNY" },
      ...{ valid_from: dayOfSample(serial), valid_to: dayOfSample(serial), formula: "RAW + LABOR" },
      elements: [
        { code: "RAW", name: "原料", kind: "fixed", value: "8" },
        { code: "LABOR", name: "人工", kind: "fixed", value: "2" },
      ],
    }),
  },
  async fit(world, id, transition) {
    // A scope nobody else writes a draft for; a past that may have ended; a market that has moved.
    if (transition === "new_version")
      await world.run(sql`update cost_model set material_id = null, category_id = (select t.id from material_type t
        where not exists (select 1 from cost_model m where m.category_id = t.id) limit 1) where id = ${id}`);
    if (transition === "outlast" || transition === "replace")
      await world.run(sql`update cost_model set valid_from = '1999-01-01' where id = ${id}`);
    if (transition === "propose") await moveMarket(world, id);
  },
  rows: {
    names: ["costCorn", "costOil"],
    target: "costCorn",
    async make({ add, at }) {
      for (const [name, label, material] of [
        ["costCorn", "玉米成本", "corn"],
        ["costOil", "菜籽油成本", "oil"],
      ] as const)
        await add(name, {
          ...{ name: label, material_id: at(material), base_uom: "kg", currency: "CNY" },
          ...{ valid_from: "2030-01-01", formula: "RAW * (1 + LOSS) + LABOR" },
          elements: [
            { code: "RAW", name: "原料", kind: "fixed", value: "2.4" },
            { code: "LOSS", name: "损耗", kind: "rate", value: "3" },
            { code: "LABOR", name: "人工", kind: "fixed", value: "0.2" },
          ],
        });
    },
  },
  demo: demoCostModels,
});

/** The raw material costs twice what it cost when the model came into force. */
async function moveMarket(world: SeedWorld, id: string): Promise<void> {
  const today = dayOf(world.clock.now());
  const [since, before, lately] = [addDays(today, -30), addDays(today, -31), addDays(today, -1)];
  await world.run(sql`update cost_model set valid_from = ${since}::date where id = ${id}`);
  await world.run(sql`update cost_model_elements set kind = 'index', value = 1,
    index_id = (select id from market_index order by code limit 1) where root_id = ${id} and code = 'RAW'`);
  await world.run(sql`insert into market_price (id, index_id, price_date, value, standing)
    select gen_random_uuid(), e.index_id, d.day, d.value, 'valid' from cost_model_elements e,
      (values (${before}::date, 100), (${lately}::date, 200)) as d(day, value)
    where e.root_id = ${id} and e.code = 'RAW'
    on conflict (tenant_id, index_id, price_date) do update set value = excluded.value, standing = 'valid'`);
}
