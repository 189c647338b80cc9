import { sql } from "kysely";
import { z } from "zod";
import type { Connection } from "~/data/database.server";
import type { AskedShouldCosts } from "~/engine/operations/should-cost.server";

/** Types of material stand in two levels; a tree that was deepened is followed a little further, one that runs in a circle ends. */
const MOST_LEVELS = 6;

/** Models of a material or type come into force one after the other, until the transaction ends. */
export async function holdModels(connection: Connection, subjectId: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`cost model ${subjectId}`}, 0))`.execute(connection);
}

const found = z.array(
  z.object({
    n: z.coerce.number(),
    id: z.string(),
    number: z.string(),
    should_cost: z.string(),
    warn_rate: z.string().nullable(),
  }),
);
export type FoundModel = z.infer<typeof found>[number];

/**
 * The models that held on days, in one statement: of the material before those of its types, the nearest first, of the factory before those of
 * all, and of these the newest. Their figure is the one that was kept for that day.
 */
export async function selectModels(connection: Connection, asked: AskedShouldCosts): Promise<FoundModel[]> {
  if (asked.length === 0) return [];
  const questions = JSON.stringify(asked.map((one, n) => ({ n, ...one })));
  const { rows } = await sql`
    select q.n, c.id, c.number, coalesce(w.should_cost, c.should_cost)::text as should_cost, c.warn_rate::text as warn_rate
    from jsonb_to_recordset(${questions}::jsonb) as q(n int, "materialId" uuid, "factoryId" uuid, uom text, currency text, day date)
    join material m on m.id = q."materialId"
    -- The types of a material once for each, not for each model beside it: that is what the offset is for.
    cross join lateral (
      select array(
        with recursive up as (
          select t.id, t.parent_id, 1 as level from material_type t where t.id = m.material_type_id
          union all
          select t.id, t.parent_id, up.level + 1 from material_type t join up on t.id = up.parent_id
          where up.level < ${MOST_LEVELS})
        select id from up order by level) as ids
      offset 0) types
    cross join lateral (
      select d.id, d.number, d.should_cost, d.warn_rate from cost_model d
      where (d.material_id = m.id or d.category_id = any(types.ids))
        and (d.factory_id is null or d.factory_id = q."factoryId")
        and d.base_uom = q.uom and d.currency = q.currency and d.should_cost is not null
        and d.valid_from <= q.day and (d.valid_to is null or d.valid_to >= q.day)
        and (d.state = 'active' or (d.state = 'expired' and d.expired_on > q.day))
      order by d.material_id is null, array_position(types.ids, d.category_id), d.factory_id is null, d.valid_from desc, d.id
      limit 1) c
    left join lateral (
      select k.should_cost from cost_model_worth k
      where k.root_id = c.id and k.day <= q.day order by k.day desc, k.line_no desc limit 1) w on true`.execute(
    connection,
  );
  return found.parse(rows);
}

const formulas = z.array(
  z.object({
    id: z.string(),
    formula: z.string(),
    currency: z.string(),
    elements: z.array(z.record(z.string(), z.string().nullable())),
  }),
);

/** Models with their elements, in one statement; whoever reads them parses the elements. */
export async function selectFormulas(connection: Connection, ids: readonly string[]) {
  const { rows } = await sql`
    select c.id, c.formula, c.currency, coalesce((
      select jsonb_agg(jsonb_build_object('code', e.code, 'name', e.name, 'kind', e.kind, 'index_id', e.index_id,
        'value', e.value::text, 'base', e.base, 'formula', e.formula) order by e.line_no)
      from cost_model_elements e where e.root_id = c.id), '[]'::jsonb) as elements
    from cost_model c where c.id = any(${ids}::uuid[])`.execute(connection);
  return formulas.parse(rows);
}
