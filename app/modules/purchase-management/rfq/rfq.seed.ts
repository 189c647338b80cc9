import { sql } from "kysely";
import { type SampleRefs, type SeedWorld, seedOf } from "~/engine/entity/seed";

/** Far ahead: none of the samples runs out while it is looked at. */
const START = "2025-03-01 09:00";
const DEADLINE = "2025-03-20 17:00";

function sample({ id, serial }: SampleRefs): Record<string, unknown> {
  return {
    title: `样例询价${serial}`,
    rfq_kind: "period",
    company_id: id("master-data/company"),
    purchase_group_id: id("user-administration/purchase-group"),
    buyer_id: id("system-management/user"),
    currency: "CNY",
    payment_term: "d30",
    ...{ price_valid_from: "2032-01-01", price_valid_to: "2032-12-31" },
    ...{ start_at: START, deadline: DEADLINE, min_suppliers: "1" },
    items: [{ material_id: id("master-data/material"), factory_id: id("master-data/factory"), qty: "1000", uom: "kg" }],
    suppliers: [{ supplier_id: id("supplier-management/supplier") }],
  };
}

/** The suppliers have quoted: a price on every line, sent in the open. */
async function quoteAll({ run }: SeedWorld, id: string): Promise<void> {
  const quotes = sql`select id from supplier_quote where rfq_id = ${id}`;
  await run(sql`delete from sealed_content where opened_at is null and record_id in (${quotes})`);
  await run(sql`update supplier_quote_items set price = 2.5 where root_id in (${quotes})`);
  await run(
    sql`update supplier_quote set state = 'submitted', tax_rate = 13 where rfq_id = ${id} and state in ('draft', 'expired')`,
  );
}

/** Everybody can hold a share, and one more has the role of the supervisor: what is locked with these keys nobody opens. */
async function giveKeys({ run }: SeedWorld, id: string): Promise<void> {
  await run(sql`update rfq set sealing = 'sealed' where id = ${id}`);
  await run(sql`
    insert into opening_key (id, user_id, public_key, fingerprint, how, state, made_at)
    select gen_random_uuid(), u.id, '{}', '样例', 'file', 'living', now() from app_user u
    where u.supplier_id is null and not exists (select 1 from opening_key k where k.user_id = u.id and k.state = 'living')`);
  await run(sql`
    insert into user_role (user_id, role_code) select user_id, 'supervisor' from user_role where role_code = 'expert'
    on conflict do nothing`);
}

/** A bundle whose result is as small as the quantity that is typed for a factory. */
async function bundle({ run }: SeedWorld, id: string): Promise<void> {
  await run(sql`update rfq set mode = 'collective', distributed_at = null where id = ${id}`);
  await run(sql`update rfq_items set qty = 1 where root_id = ${id}`);
  await run(sql`update rfq_awards set award_qty = 1 where root_id = ${id}`);
}

async function fitRfq(world: SeedWorld, id: string, transition: string): Promise<void> {
  if (["close", "open", "open_sealed"].includes(transition)) await quoteAll(world, id);
  if (transition === "open_sealed") await world.run(sql`update rfq set sealing = 'sealed' where id = ${id}`);
  if (transition === "change_openers") await giveKeys(world, id);
  if (transition === "next_round")
    await world.run(sql`update rfq_suppliers set invite_status = 'quoted' where root_id = ${id}`);
  if (transition === "reopen_short") await world.run(sql`update rfq set min_suppliers = 20 where id = ${id}`);
  if (transition === "answer")
    await world.run(sql`
      insert into rfq_questions (id, root_id, line_no, question) values (${world.engine.newId()}, ${id}, 10, '样例问题')`);
  if (transition === "distribute") await bundle(world, id);
  if (transition === "award")
    await world.run(sql`
      insert into rfq_awards (id, root_id, line_no, item_no, supplier_id, share, award_price, award_qty)
      select ${world.engine.newId()}, ${id}, 10, 10, supplier_id, 100, 2.5, 1000 from rfq_suppliers where root_id = ${id} limit 1`);
}

/** Facts about it, for tests and the demo (`modules/demo/inquiries.server.ts`). */
export const seed = seedOf({
  entity: "purchase-management/rfq",
  least: {
    needs: [
      "master-data/company",
      "user-administration/purchase-group",
      "system-management/user",
      "master-data/material",
      "master-data/factory",
      "supplier-management/supplier",
    ],
    sample,
  },
  rows: {
    names: ["rfqDraft"],
    target: "rfqDraft",
    async make({ add, at, account }) {
      await add("rfqDraft", {
        title: "纸箱年度询价",
        company_id: at("company"),
        purchase_group_id: at("group1"),
        buyer_id: account("buyerA"),
        payment_term: "d30",
        ...{ price_valid_from: "2032-01-01", price_valid_to: "2032-12-31" },
        ...{ start_at: START, deadline: DEADLINE, min_suppliers: "2" },
        items: [{ material_id: at("box"), factory_id: at("factory1"), qty: "10000", uom: "pcs" }],
        suppliers: [{ supplier_id: at("supplierA") }, { supplier_id: at("supplierB") }],
      });
    },
  },
  fit: fitRfq,
});
