import { seedOf } from "~/engine/entity/seed";
import { demoContracts } from "./contract.demo";

/** Facts about it, for tests and the demo. */
export const seed = seedOf({
  entity: "contract-management/contract",
  least: {
    needs: [
      "master-data/company",
      "supplier-management/supplier",
      "master-data/purchase-org",
      "system-management/user",
    ],
    sample: ({ id, serial }) => ({
      title: `样例合同${serial}`,
      contract_type: "framework",
      company_id: id("master-data/company"),
      supplier_id: id("supplier-management/supplier"),
      purchase_org_id: id("master-data/purchase-org"),
      start_date: "2025-01-01",
      end_date: "2025-12-31",
      amount_mode: "open",
      payment_term_days: "30",
      owner_id: id("system-management/user"),
    }),
  },
  rows: {
    names: ["contractA", "contractB"],
    target: "contractA",
    async make({ add, at, account, move }) {
      for (const [name, supplier, start, end] of [
        ["contractA", "supplierA", "2025-01-01", "2025-12-31"],
        ["contractB", "supplierB", "2024-01-01", "2024-12-31"],
      ] as const) {
        await add(name, {
          title: `${start.slice(0, 4)}年度采购合同`,
          contract_type: "framework",
          company_id: at("company"),
          supplier_id: at(supplier),
          purchase_org_id: at("org"),
          start_date: start,
          end_date: end,
          amount_mode: "open",
          payment_term_days: 30,
          owner_id: account("buyerA"),
        });
        await move(name, "sign_offline", { input: { signed_on: start } });
        await move(name, "activate");
      }
      await move("contractB", "expire");
    },
  },
  demo: demoContracts,
});
