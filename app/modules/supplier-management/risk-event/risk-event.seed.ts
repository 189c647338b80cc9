import { seedOf } from "~/engine/entity/seed";
import { demoRisks } from "./risk-event.demo";

/** Facts about it, for tests and the demo. */
export const seed = seedOf({
  entity: "supplier-management/risk-event",
  least: {
    needs: ["supplier-management/supplier"],
    sample: ({ id, serial }) => ({
      supplier_id: id("supplier-management/supplier"),
      category: "penalty",
      title: `样例风险${serial}`,
      external_id: `EXT-${serial}`,
      detail: "样例描述",
      occurred_on: "2025-03-01",
      probability: "2",
      impact: "3",
      measures: [{ measure: "样例措施", done_date: "2025-03-01" }],
    }),
  },
  demo: demoRisks,
});
