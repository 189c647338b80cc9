import { sql } from "kysely";
import type { Connection } from "./database.server";

/** Orders that have not been released yet, with their lines; ids as texts, quantities and amounts as decimal texts. */
export async function selectWaitingOrders(connection: Connection): Promise<unknown> {
  const { rows } = await sql<{
    orders: unknown;
  }>`select coalesce(jsonb_agg(jsonb_build_object('id', o.id, 'number', o.number, 'supplier', o.supplier_id,
      'factory', o.factory_id, 'company', o.company_id, 'org', o.purchase_org_id, 'group', o.purchase_group_id, 'buyer', o.buyer_id,
      'amount', o.amount::text, 'lines', l.lines)), '[]'::jsonb) as orders
    from purchase_order o join (select i.root_id, jsonb_agg(jsonb_build_array(i.material_id, i.qty::text)) as lines
      from purchase_order_items i group by i.root_id) l on l.root_id = o.id
    where o.state in ('draft', 'in_approval', 'approved')`.execute(connection);
  return rows[0]?.orders;
}

export interface ForecastRow {
  id: string;
  order_no: string;
  supplier_id: string;
  material_id: string | null;
  factory_id: string;
  purchase_group_id: string;
  buyer_id: string;
  blocked_from: string;
  check_type: string;
  text: string;
}

/** Puts one forecast in the place of the last, in one transaction of the caller. */
export async function replaceForecast(connection: Connection, rows: readonly ForecastRow[], at: string): Promise<void> {
  await sql`delete from gate_forecast`.execute(connection);
  await sql`insert into gate_forecast (id, order_no, supplier_id, material_id, factory_id, purchase_group_id, buyer_id, blocked_from,
      check_type, reason_text, computed_at, created_at, updated_at)
    select r.id, r.order_no, r.supplier_id, r.material_id, r.factory_id, r.purchase_group_id, r.buyer_id, r.blocked_from, r.check_type,
      r.text, ${at}::timestamptz, ${at}::timestamptz, ${at}::timestamptz
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as r(id uuid, order_no text, supplier_id uuid, material_id uuid,
      factory_id uuid, purchase_group_id uuid, buyer_id uuid, blocked_from date, check_type text, text text)`.execute(
    connection,
  );
}
