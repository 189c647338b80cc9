import { sql } from "kysely";
import { linesOf } from "~/engine/operations/records.server";
import { createRecord, readRecord } from "~/engine/operations/save.server";
import { applyTransition } from "~/engine/operations/transition.server";
import { unscopedRows } from "~/engine/operations/unscoped.server";
import { where } from "~/shared/condition";
import { move } from "../../support/receipts";
import type { World } from "../../support/world";

export const RFQ = "purchase-management/rfq";
export const QUOTE = "receiving/supplier-quote";
export const HOUR = 3_600_000;

/** Supplier A's quote of an inquiry that was just published, and the inquiry. */
export async function invited(world: World): Promise<{ rfq: string; quote: string }> {
  const inHours = (hours: number) => new Date(world.clock.now().getTime() + hours * HOUR).toISOString();
  const { id } = await createRecord(await world.as("buyerA"), {
    screen: world.screen(RFQ),
    values: {
      ...{ title: "密封测试询价", company_id: world.ids.company, purchase_group_id: world.ids.group1 },
      ...{ payment_term: "d30", price_valid_from: "2025-04-01", price_valid_to: "2025-12-31" },
      ...{ start_at: inHours(-1), deadline: inHours(48), min_suppliers: "2" },
      items: [
        { material_id: world.ids.box, factory_id: world.ids.factory1, qty: "1000", uom: "pcs", target_price: "1.77" },
      ],
      suppliers: [{ supplier_id: world.ids.supplierA }, { supplier_id: world.ids.supplierB }],
    },
  });
  await move(world, "buyerA", { key: RFQ, id, name: "submit" });
  const mine = [where.eq("rfq_id", id), where.eq("supplier_id", world.ids.supplierA)] as const;
  const [row] = await unscopedRows(world.system(), QUOTE, ["id"], mine);
  return { rfq: id, quote: String(row?.id) };
}

/** The quote as its supplier reads it, and the id of its line. */
export async function ownQuote(world: World, id: string) {
  const { record } = await readRecord(await world.as("supplierA"), world.screen(QUOTE), id);
  return { record, line: linesOf(record, "items")[0]?.id ?? "" };
}

/** A step of the supplier. */
export async function step(world: World, id: string, name: string): Promise<void> {
  const requestId = world.engine.newId();
  await applyTransition(await world.as("supplierA"), {
    entity: world.entity(QUOTE),
    id,
    name,
    reason: "确认",
    requestId,
  });
}

/** After the deadline all quotes of the inquiry are opened. */
export async function opened(world: World, rfq: string): Promise<void> {
  world.clock.advance(49 * HOUR);
  await move(world, "buyerA", { key: RFQ, id: rfq, name: "close", reason: "报价已截止" });
  await move(world, "buyerA", { key: RFQ, id: rfq, name: "open", reason: "只有一家报价" });
}

/** Tables in which one of the texts stands somewhere, whatever the column; bytes are looked at as they are. Each row is written out once. */
export async function tablesWith({ engine: { database } }: World, ...wanted: string[]): Promise<string[]> {
  return database.transaction({ role: "owner" }, async () => {
    const connection = database.connection();
    // Not from information_schema, whose views take seconds for this many columns.
    const columns = await sql<{ name: string; bytes: string[] | null }>`
      select c.relname as name, array_agg(a.attname::text) filter (where a.atttypid = 'bytea'::regtype) as bytes
      from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
      where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' group by c.relname`.execute(connection);
    const found: string[] = [];
    for (const { name, bytes } of columns.rows) {
      const places = (bytes ?? []).map((column) => sql`or position(convert_to(w, 'UTF8') in t.${sql.ref(column)}) > 0`);
      const { rows } = await sql<{ there: boolean }>`
        select exists (
          select 1 from (select t.*, t::text as "whole row" from ${sql.table(name)} as t offset 0) as t, unnest(${wanted}::text[]) as w
          where position(w in t."whole row") > 0 ${sql.join(places, sql` `)}) as there`.execute(connection);
      if (rows[0]?.there) found.push(name);
    }
    return found;
  });
}
