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

/** What the gate said by one rule about orders since that instant, newest first; `text` joins the findings of one order. */
export async function ordersHit(
  connection: Connection,
  { rule, since, limit }: { rule: string; since: string; limit: number },
): Promise<{ id: string; text: string }[]> {
  const { rows } = await sql<{
    id: string;
    text: string;
  }>`select o.id::text as id, string_agg(found->>'text', '；') as text
    from purchase_order o, jsonb_array_elements(case when jsonb_typeof(o.gate_result) = 'array' then o.gate_result else '[]'::jsonb end) as found
    where o.updated_at >= ${since} and found->>'rule' = ${rule} group by o.id order by max(o.updated_at) desc, o.id limit ${limit}`.execute(
    connection,
  );
  return rows;
}
