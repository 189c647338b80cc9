import { sql } from "kysely";
import type { Connection } from "./database.server";

/** Orders on which the gate named a rule since that instant, by code of the rule. */
export async function countGateHits(connection: Connection, since: string): Promise<Map<string, number>> {
  const { rows } = await sql<{
    rule: string;
    orders: number;
  }>`select found->>'rule' as rule, count(distinct o.id)::int as orders
    from purchase_order o, jsonb_array_elements(case when jsonb_typeof(o.gate_result) = 'array' then o.gate_result else '[]'::jsonb end) as found
    where o.updated_at >= ${since} and found->>'rule' is not null group by 1`.execute(connection);
  return new Map(rows.map(({ rule, orders }) => [rule, orders]));
}
