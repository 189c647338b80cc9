import { seedOf } from "~/engine/entity/seed";
import { demoPurchaseReports } from "./purchase-report.demo";

/** Facts about it, for tests and the demo. */
export const seed = seedOf({
  entity: "purchase-management/purchase-report",
  rows: {
    names: ["purchaseReport"],
    target: "purchaseReport",
    async make({ add }) {
      await add("purchaseReport", { name: "供应商支出", report_code: "spend", dimension: "supplier" });
    },
  },
  demo: demoPurchaseReports,
});
