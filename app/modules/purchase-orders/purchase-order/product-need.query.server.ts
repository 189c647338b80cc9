import { sql } from "kysely";
import { z } from "zod";
import { type ConditionFacts, conditionSql } from "~/data/condition-sql.server";
import type { Connection } from "~/data/database.server";
import { type Condition, where } from "~/shared/condition";

const usesSchema = z.array(
  z.object({
    product_id: z.string(),
    packaging_id: z.string(),
    uom: z.string(),
    unit_use: z.string(),
    loss_rate: z.string(),
  }),
);
export type KnownUse = z.infer<typeof usesSchema>[number];

/**
 * How much of a packaging the newest order of each product took, in the unit it was counted in then.
 * @param wanted.seen which orders the reader may see; asked within the statement
 */
export async function selectKnownUses(
  connection: Connection,
  {
    products,
    packagings,
    except,
    seen,
    facts,
  }: {
    products: readonly string[];
    packagings: readonly string[];
    /** The order that is being written. */
    except: string;
    seen: readonly Condition[];
    facts: ConditionFacts;
  },
): Promise<KnownUse[]> {
  const orders = conditionSql(where.all(...seen), "o", facts);
  const { rows } = await sql`select distinct on (i.material_id, s.material_id, s.uom)
      i.material_id as product_id, s.material_id as packaging_id, s.uom, s.unit_use::text, s.loss_rate::text
    from purchase_order_supplied s
    join purchase_order o on o.id = s.root_id
    join purchase_order_items i on i.root_id = s.root_id and i.line_no = s.item_line
    where s.material_id = any(${[...packagings]}::uuid[]) and i.material_id = any(${[...products]}::uuid[])
      and o.id <> ${except}::uuid and o.order_type = 'outsource' and o.state <> 'cancelled' and ${orders}
    order by i.material_id, s.material_id, s.uom, o.order_date desc, o.created_at desc, o.id desc, s.line_no`.execute(
    connection,
  );
  return usesSchema.parse(rows);
}
