import { sql } from "kysely";
import { z } from "zod";
import type { Connection } from "~/data/database.server";
import type { AskedDuty } from "~/engine/operations/duty-rate.server";

/** Types of material stand in two levels; a tree that was deepened is followed a little further, one that runs in a circle ends. */
const MOST_LEVELS = 6;
const found = z.array(z.object({ n: z.coerce.number(), rate: z.string() }));

/** The rates that hold, in one statement: of the material before those of its types, the nearest first, before those for all goods of the origin. */
export async function selectRates(connection: Connection, asked: readonly AskedDuty[]): Promise<(string | null)[]> {
  if (asked.length === 0) return [];
  const questions = JSON.stringify(asked.map((one, n) => ({ n, ...one })));
  const { rows } = await sql`
    select q.n, r.rate::text as rate
    from jsonb_to_recordset(${questions}::jsonb) as q(n int, "materialId" uuid, origin text, day date)
    join material m on m.id = q."materialId"
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
      select d.rate from duty_rate d
      where d.origin = q.origin and d.valid_from <= q.day and (d.valid_to is null or d.valid_to >= q.day)
        and (d.material_id is null or d.material_id = m.id)
        and (d.material_type_id is null or d.material_type_id = any(types.ids))
      order by d.material_id is null, array_position(types.ids, d.material_type_id), d.valid_from desc, d.id
      limit 1) r`.execute(connection);
  const rates = new Map(found.parse(rows).map(({ n, rate }) => [n, rate]));
  return asked.map((_one, n) => rates.get(n) ?? null);
}

/** Rates of an origin are written one after the other, until the transaction ends. */
export async function holdOrigin(connection: Connection, origin: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`duty ${origin}`}, 0))`.execute(connection);
}
