import { sql } from "kysely";
import { z } from "zod";
import type { Connection } from "~/data/database.server";

/** Orders of which period of which material count for which document. */
export interface OrderedPeriod {
  id: string;
  material_id: string;
  /** Null: all factories that have no shares of their own at that time. */
  factory_id: string | null;
  first: string;
  last: string;
}

const orderedSchema = z.array(z.object({ id: z.string(), supplier_id: z.string(), qty: z.string() }));

/**
 * What was ordered from whom in each of these periods, in the base unit of the material: of released orders that were not cancelled, by the
 * day of the order; of lines closed before everything came, what was accepted. One statement whatever their number.
 */
export async function orderedOf(
  connection: Connection,
  periods: readonly OrderedPeriod[],
): Promise<z.infer<typeof orderedSchema>> {
  if (periods.length === 0) return [];
  const { rows } = await sql`
    select w.id::text as id, o.supplier_id::text as supplier_id, sum(
        case when i.line_status = 'closed' then coalesce(i.accepted_qty, 0) else i.qty end
        * case when i.uom = m.uom then 1 when i.uom = m.purchase_uom then coalesce(m.uom_rate, 0) else 0 end
      )::numeric(24, 3)::text as qty
    from jsonb_to_recordset(${JSON.stringify(periods)}::jsonb)
      as w(id uuid, material_id uuid, factory_id uuid, first date, last date)
    join material m on m.id = w.material_id
    join purchase_order_items i on i.material_id = w.material_id and i.line_status <> 'cancelled'
    join purchase_order o on o.id = i.root_id
    where o.released_at is not null and o.state <> 'cancelled'
      and o.order_date between w.first and w.last
      and (w.factory_id = o.factory_id or w.factory_id is null and not exists (
        select 1 from source_percentage own
        where own.material_id = w.material_id and own.factory_id = o.factory_id and own.state in ('active', 'ended')
          and o.order_date between own.valid_from and own.valid_to))
    group by w.id, o.supplier_id`.execute(connection);
  return orderedSchema.parse(rows);
}

/** Shares of a material come into force one after the other, until the transaction ends. */
export async function holdShares(connection: Connection, materialId: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`shares ${materialId}`}, 0))`.execute(connection);
}
