import { sql } from "kysely";
import { z } from "zod";
import type { Connection } from "~/data/database.server";
import type { AskedPrice, FoundPrice } from "~/engine/operations/price-book.server";

const foundRows = z.array(
  z.object({
    n: z.coerce.number(),
    id: z.string(),
    price: z.string(),
    untaxed_price: z.string(),
    tax_rate: z.string(),
    uom: z.string(),
    credit_days: z.number().nullable(),
    valid_from: z.string(),
    valid_to: z.string(),
    source_no: z.string(),
  }),
);

/**
 * The prices that hold, one for each question, in one statement: of the factory before those for all factories of the company, the
 * newest before older ones, and of its scales the one the quantity falls into.
 * @param lapsed prices that have ended by that day count, too, where none holds: what the price was
 */
export async function selectPrices(
  connection: Connection,
  asked: readonly AskedPrice[],
  lapsed: boolean,
): Promise<(FoundPrice | null)[]> {
  if (asked.length === 0) return [];
  const questions = JSON.stringify(asked.map((one, n) => ({ n, ...one })));
  const { rows } = await sql`
    select q.n, p.id, coalesce(s.price, p.price)::text as price,
      coalesce(s.untaxed_price, p.untaxed_price)::text as untaxed_price, p.tax_rate::text as tax_rate, p.uom, p.credit_days,
      p.valid_from::text as valid_from, p.valid_to::text as valid_to, p.source_no
    from jsonb_to_recordset(${questions}::jsonb) as q(n int, "supplierId" uuid, "materialId" uuid, "factoryId" uuid,
      "companyId" uuid, currency text, day date, quantity numeric)
    cross join lateral (
      select d.id, d.price, d.untaxed_price, d.tax_rate, d.uom, d.credit_days, d.valid_from, d.valid_to, d.source_no
      from price_data d
      where d.supplier_id = q."supplierId" and d.material_id = q."materialId" and d.company_id = q."companyId"
        and d.currency = q.currency and d.closed_on is null
        and (d.factory_id is null or d.factory_id = q."factoryId")
        and d.valid_from <= q.day and (${lapsed} or d.valid_to >= q.day)
      order by d.valid_to >= q.day desc, d.factory_id is not null desc, d.valid_from desc, d.id desc
      limit 1) p
    left join lateral (
      select l.price, l.untaxed_price from price_data_scales l
      where l.root_id = p.id and l.from_qty <= q.quantity order by l.from_qty desc limit 1) s on true`.execute(
    connection,
  );
  const found = new Map(foundRows.parse(rows).map((row) => [row.n, row]));
  return asked.map((_one, n) => {
    const row = found.get(n);
    if (!row) return null;
    const { id, price, untaxed_price, tax_rate, uom, credit_days, valid_from, valid_to, source_no } = row;
    return {
      ...{ id, price, untaxedPrice: untaxed_price, taxRate: tax_rate, uom, creditDays: credit_days },
      ...{ validFrom: valid_from, validTo: valid_to, sourceNo: source_no },
    };
  });
}

/** Prices of a supplier are written one document after the other, until the transaction ends. */
export async function holdPrices(connection: Connection, supplierIds: readonly string[]): Promise<void> {
  for (const id of [...new Set(supplierIds)].sort())
    await sql`select pg_advisory_xact_lock(hashtextextended(${`price book ${id}`}, 0))`.execute(connection);
}
