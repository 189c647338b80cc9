import { seedOf } from "~/engine/entity/seed";

/** Facts about it, for tests; the demo is told in `modules/demo/purchase-figures.server.ts`. */
export const purchaseReportSeed = seedOf({
  entity: "purchase-management/purchase-report",
  rows: {
    names: ["purchaseReport"],
    target: "purchaseReport",
    async make({ add }) {
      await add("purchaseReport", { name: "供应商支出", report_code: "spend", dimension: "supplier" });
    },
  },
});
