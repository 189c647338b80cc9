import { sql } from "kysely";
import { z } from "zod";
import type { Connection } from "~/data/database.server";
import type { AskedBought, AskedLastPrices, BoughtInMonth } from "~/engine/operations/bought.server";

const priceRows = z.array(z.object({ material_id: z.string(), price: z.string() }));

/** The price of the newest order that went out, of the factory before others of the company. */
export async function selectLastPrices(
  connection: Connection,
  { companyId, factoryId, currency, materialIds }: AskedLastPrices,
): Promise<Record<string, string>> {
  if (materialIds.length === 0) return {};
  const { rows } = await sql`
    select distinct on (i.material_id) i.material_id, i.price::text as price
    from purchase_order_items i join purchase_order o on o.id = i.root_id
    where i.material_id = any(${materialIds}::uuid[]) and o.company_id = ${companyId}::uuid
      and o.currency = ${currency} and o.released_at is not null and o.state <> 'cancelled' and i.price > 0
    order by i.material_id, (o.factory_id = ${factoryId}::uuid) desc, o.order_date desc, o.id desc`.execute(connection);
  return Object.fromEntries(priceRows.parse(rows).map(({ material_id, price }) => [material_id, price]));
}

const boughtRows = z.array(
  z.object({
    factory_id: z.string(),
    material_id: z.string(),
    month: z.string(),
    uom: z.string(),
    ordered: z.string(),
    received: z.string(),
  }),
);

/** Of a line that takes no goods any more counts what came. */
export async function selectBought(
  connection: Connection,
  { factoryIds, materialIds, from, to }: AskedBought,
): Promise<BoughtInMonth[]> {
  if (factoryIds.length === 0 || materialIds.length === 0) return [];
  const { rows } = await sql`
    select o.factory_id, i.material_id, to_char(i.required_date, 'YYYY-MM') as month, i.uom,
      sum(case when i.delivery_done or i.line_status in ('closed', 'cancelled') then i.accepted_qty else i.qty end)::text as ordered,
      sum(i.accepted_qty)::text as received
    from purchase_order_items i join purchase_order o on o.id = i.root_id
    where o.factory_id = any(${factoryIds}::uuid[]) and i.material_id = any(${materialIds}::uuid[])
      and i.required_date between ${from}::date and ${to}::date
      and o.released_at is not null and o.state <> 'cancelled'
    group by 1, 2, 3, 4`.execute(connection);
  return boughtRows.parse(rows).map(({ factory_id, material_id, ...row }) => ({
    ...{ factoryId: factory_id, materialId: material_id },
    ...row,
  }));
}
