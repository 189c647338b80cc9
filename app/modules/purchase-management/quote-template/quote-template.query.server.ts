import { sql } from "kysely";
import { z } from "zod";
import type { Connection } from "~/data/database.server";

/** Types of material stand in two levels; a tree that was deepened is followed a little further, one that runs in a circle ends. */
const MOST_LEVELS = 6;

/** Templates of a type come into use one after the other, until the transaction ends. */
export async function holdTemplates(connection: Connection, categoryId: string | null): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`quote template ${categoryId}`}, 0))`.execute(connection);
}

const typed = z.array(z.object({ id: z.string(), types: z.array(z.string()) }));

/** The types of materials, the nearest first; one statement. */
export async function selectTypes(connection: Connection, materialIds: readonly string[]) {
  const { rows } = await sql`
    select m.id, array(
      with recursive up as (
        select t.id, t.parent_id, 1 as level from material_type t where t.id = m.material_type_id
        union all
        select t.id, t.parent_id, up.level + 1 from material_type t join up on t.id = up.parent_id
        where up.level < ${MOST_LEVELS})
      select id::text from up order by level) as types
    from material m where m.id = any(${materialIds}::uuid[])`.execute(connection);
  return typed.parse(rows);
}
