import { sql } from "kysely";
import { z } from "zod";
import type { Connection } from "~/data/database.server";

/** Agreements of a supplier and factory come into force one after the other, until the transaction ends. */
export async function holdAgreements(connection: Connection, supplierId: string, factoryId: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`agreed stock ${supplierId} ${factoryId}`}, 0))`.execute(
    connection,
  );
}

const statedSchema = z.array(
  z.object({
    root_id: z.string(),
    line_id: z.string(),
    material_id: z.string(),
    qty: z.string(),
    uom: z.string(),
    stated_at: z.string().transform((moment) => new Date(moment).toISOString()),
  }),
);

/**
 * What the ERP said of the stock at the factory of each line of these agreements, in the order of their lines; of an agreement of a supplier's
 * own alone where a supplier asks, and as long as it is asked about it or holds it ready.
 */
export async function selectFactoryStock(connection: Connection, ids: readonly string[]) {
  const { rows } = await sql`
    select root_id, line_id, material_id, qty, uom, stated_at from agreed_factory_stock(${[...ids]}::uuid[])`.execute(
    connection,
  );
  return statedSchema.parse(rows);
}
