import { sql } from "kysely";
import { z } from "zod";
import type { Connection } from "~/data/database.server";
import {
  type AskedBought,
  type AskedLastPrices,
  type AskedSupplied,
  type AskedSuppliedOrders,
  type BoughtInMonth,
  type SuppliedInMonth,
  type SuppliedOrder,
  suppliedOrdersSchema,
} from "~/engine/operations/bought.server";

const priceRows = z.array(z.object({ material_id: z.string(), price: z.string() }));

/** The price of the newest order that went out, of the factory before others of the company; in one unit where one is asked for. */
export async function selectLastPrices(
  connection: Connection,
  { companyId, factoryId, currency, materialIds, uom, exceptOrderId }: AskedLastPrices,
): Promise<Record<string, string>> {
  if (materialIds.length === 0) return {};
  const { rows } = await sql`
    select distinct on (i.material_id) i.material_id, i.price::text as price
    from purchase_order_items i join purchase_order o on o.id = i.root_id
    where i.material_id = any(${materialIds}::uuid[]) and o.company_id = ${companyId}::uuid
      and o.currency = ${currency} and o.released_at is not null and o.state <> 'cancelled' and i.price > 0
      and (${uom ?? null}::text is null or i.uom = ${uom ?? null})
      and o.id is distinct from ${exceptOrderId ?? null}::uuid
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
const ORDERED = sql`sum(case when i.delivery_done or i.line_status in ('closed', 'cancelled') then i.accepted_qty else i.qty end)::text`;
const RECEIVED = sql`sum(i.accepted_qty)::text`;
/** Goods that have left again, to be replaced or not. */
const RETURNED = sql`sum(i.refunded_qty + i.exchanged_qty)::text`;
/** What the supplier still has to bring: what was returned for exchange is owed again. */
const OPEN = sql`sum(case when i.delivery_done or i.line_status not in ('open', 'partial') then 0
  else greatest(i.qty + i.exchanged_qty - i.accepted_qty, 0) end)::text`;
const OUT = sql`o.released_at is not null and o.state <> 'cancelled'`;

/** What factories took of materials, month by month. */
export async function selectBought(
  connection: Connection,
  { factoryIds, materialIds, from, to }: AskedBought,
): Promise<BoughtInMonth[]> {
  if (factoryIds.length === 0 || materialIds.length === 0) return [];
  const { rows } = await sql`
    select o.factory_id, i.material_id, to_char(i.required_date, 'YYYY-MM') as month, i.uom,
      ${ORDERED} as ordered, ${RECEIVED} as received
    from purchase_order_items i join purchase_order o on o.id = i.root_id
    where o.factory_id = any(${factoryIds}::uuid[]) and i.material_id = any(${materialIds}::uuid[])
      and i.required_date between ${from}::date and ${to}::date
      and ${OUT}
    group by 1, 2, 3, 4`.execute(connection);
  return boughtRows.parse(rows).map(({ factory_id, material_id, ...row }) => ({
    ...{ factoryId: factory_id, materialId: material_id },
    ...row,
  }));
}

const suppliedRows = z.array(
  z
    .object({
      supplier_id: z.string(),
      factory_id: z.string(),
      material_id: z.string(),
      month: z.string(),
      uom: z.string(),
      ordered: z.string(),
      received: z.string(),
      returned: z.string(),
      open: z.string(),
    })
    .transform(({ supplier_id, factory_id, material_id, ...row }) => ({
      ...{ supplierId: supplier_id, factoryId: factory_id, materialId: material_id },
      ...row,
    })),
);

/** What suppliers were asked for and brought, month by month. */
export async function selectSupplied(
  connection: Connection,
  { supplierIds, materialIds, from, to, exceptOrderId }: AskedSupplied,
): Promise<SuppliedInMonth[]> {
  if (supplierIds.length === 0 || materialIds.length === 0) return [];
  const { rows } = await sql`
    select o.supplier_id, o.factory_id, i.material_id, to_char(i.required_date, 'YYYY-MM') as month, i.uom,
      ${ORDERED} as ordered, ${RECEIVED} as received, ${RETURNED} as returned, ${OPEN} as open
    from purchase_order_items i join purchase_order o on o.id = i.root_id
    where o.supplier_id = any(${supplierIds}::uuid[]) and i.material_id = any(${materialIds}::uuid[])
      and i.required_date between ${from}::date and ${to}::date
      and o.id is distinct from ${exceptOrderId ?? null}::uuid and ${OUT}
    group by 1, 2, 3, 4, 5`.execute(connection);
  return suppliedRows.parse(rows);
}

/** The orders these figures are the sum of. */
export async function selectSuppliedOrders(
  connection: Connection,
  { supplierId, materialId, factoryId, uom, from, to }: AskedSuppliedOrders,
): Promise<SuppliedOrder[]> {
  const { rows } = await sql`
    select o.id, o.number, to_char(i.required_date, 'YYYY-MM') as month,
      ${ORDERED} as ordered, ${RECEIVED} as received, ${RETURNED} as returned, ${OPEN} as open
    from purchase_order_items i join purchase_order o on o.id = i.root_id
    where o.supplier_id = ${supplierId}::uuid and i.material_id = ${materialId}::uuid and i.uom = ${uom}
      and (${factoryId}::uuid is null or o.factory_id = ${factoryId}::uuid)
      and i.required_date between ${from}::date and ${to}::date and ${OUT}
    group by 1, 2, 3 order by 3, 2`.execute(connection);
  return suppliedOrdersSchema.parse(rows);
}
