import { sql } from "kysely";
import { type SeedWorld, seedOf } from "~/engine/entity/seed";
import { dayOf } from "~/shared/calendar";
import { demoPrices } from "./account-price.demo";

const HOUR_MS = 3_600_000;

/** What is to be in force holds from today on; links are ended where one was sent. */
async function beginToday(
  { run, clock }: SeedWorld,
  id: string,
  transition: string,
  wanted: string | null,
): Promise<void> {
  if (transition === "end_links") {
    const [at, until] = [clock.now(), new Date(clock.now().getTime() + HOUR_MS)].map((moment) => moment.toISOString());
    await run(sql`insert into ticket (id, hash, purpose, entity, record_id, issued_at, expires_at)
      values (gen_random_uuid(), gen_random_uuid()::text, 'quote-view', 'price-approval/account-price', ${id}, ${at}, ${until})`);
    return;
  }
  if (transition !== "submit" || wanted !== "effective") return;
  const today = dayOf(clock.now());
  // Another one of these may hold today already.
  await run(
    sql`update price_data set closed_on = ${today} where closed_on is null
      and material_id in (select material_id from account_price_items where root_id = ${id})`,
  );
  await run(
    sql`update account_price_items set valid_from = ${today}, valid_to = ${today}, old_price = null where root_id = ${id}`,
  );
  await run(sql`update account_price set first_from = ${today} where id = ${id}`);
}

/** Facts about it, for tests and the demo. */
export const seed = seedOf({
  entity: "price-approval/account-price",
  least: {
    needs: [
      "supplier-management/supplier",
      "master-data/material",
      "master-data/company",
      "user-administration/purchase-group",
      "system-management/user",
    ],
    sample: ({ id }) => ({
      company_id: id("master-data/company"),
      purchase_group_id: id("user-administration/purchase-group"),
      buyer_id: id("system-management/user"),
      reason: "年度定价",
      items: [
        {
          supplier_id: id("supplier-management/supplier"),
          material_id: id("master-data/material"),
          ...{ uom: "kg", tax_rate: "13", new_price: "2.26", annual_qty: "100" },
          // Far ahead, so that it is not taken as the price of anything else.
          ...{ valid_from: "2032-01-01", valid_to: "2032-01-01" },
        },
      ],
    }),
  },
  rows: {
    names: ["priceApproval"],
    target: "priceApproval",
    async make({ add, at, account }) {
      await add("priceApproval", {
        company_id: at("company"),
        purchase_group_id: at("group1"),
        buyer_id: account("buyerA"),
        reason: "年度定价",
        items: [
          {
            supplier_id: at("supplierA"),
            material_id: at("box"),
            ...{ uom: "pcs", tax_rate: "13", new_price: "1.13", annual_qty: "1000" },
            ...{ valid_from: "2033-01-01", valid_to: "2033-12-31" },
          },
        ],
      });
    },
  },
  fit: beginToday,
  demo: demoPrices,
});
