import { seedOf } from "~/engine/entity/seed";
import { demoReports } from "./report-definition.demo";

/** Facts about it, for tests and the demo. */
export const seed = seedOf({
  entity: "system-management/report-definition",
  least: {
    needs: [],
    sample: ({ serial }) => ({
      code: `R${serial}`,
      name: `样例报表${serial}`,
      dataset: "master-data/factory",
      chart: "none",
      columns: [{ name: "工厂编码" }],
      // Nobody of the small company holds it: who sees which report has tests of its own.
      audience: [{ role_id: "legal" }],
    }),
  },
  demo: demoReports,
});
