import { sql } from "kysely";
import { type SampleRefs, type SeedWorld, seedOf } from "~/engine/entity/seed";

const REST = {
  rfq_no: "XJ20250310-9999",
  round_no: "1",
  quote_scope: "all_lines",
  currency: "CNY",
  payment_term: "d30",
  price_valid_from: "2032-01-01",
  price_valid_to: "2032-12-31",
  start_at: "2025-03-01 09:00",
  deadline: "2031-03-20 17:00",
  tax_rate: "13",
  valid_to: "2032-12-31",
  contact_phone: "13800000000",
} as const;

function sample({ id, serial }: SampleRefs): Record<string, unknown> {
  return {
    ...REST,
    title: `样例报价${serial}`,
    rfq_id: id("purchase-management/rfq"),
    supplier_id: id("supplier-management/supplier"),
    company_id: id("master-data/company"),
    purchase_group_id: id("user-administration/purchase-group"),
    items: [
      {
        ...{ rfq_line: "10", material_id: id("master-data/material"), factory_id: id("master-data/factory") },
        ...{ qty: "100", uom: "kg", price: "2.5" },
      },
    ],
  };
}

async function fitQuote({ run }: SeedWorld, id: string, transition: string): Promise<void> {
  // What is ours to decide on was opened; a quote of the sample is not.
  if (transition === "void") await run(sql`update supplier_quote set opened_at = now() where id = ${id}`);
  if (transition === "join") await run(sql`update supplier_quote set joined_at = null where id = ${id}`);
}

/** Facts about it, for tests and the demo (`modules/demo/inquiries.server.ts`). */
export const seed = seedOf({
  entity: "receiving/supplier-quote",
  least: {
    needs: [
      "purchase-management/rfq",
      "supplier-management/supplier",
      "master-data/company",
      "user-administration/purchase-group",
      "master-data/material",
      "master-data/factory",
    ],
    sample,
  },
  rows: {
    names: ["quoteA", "quoteB"],
    target: "quoteA",
    async make({ add, at, move }) {
      for (const [name, supplier, price] of [
        ["quoteA", "supplierA", "1.13"],
        ["quoteB", "supplierB", "1.2"],
      ] as const) {
        await add(name, {
          ...REST,
          title: "纸箱年度询价",
          ...{ rfq_id: at("rfqDraft"), supplier_id: at(supplier), company_id: at("company") },
          purchase_group_id: at("group1"),
          items: [
            { rfq_line: "10", material_id: at("box"), factory_id: at("factory1"), qty: "10000", uom: "pcs", price },
          ],
        });
        await move(name, "submit");
      }
      // One that everybody of ours reads, and one that is still its supplier's.
      await move("quoteA", "open");
    },
  },
  fit: fitQuote,
});
