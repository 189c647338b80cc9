import { seedOf } from "~/engine/entity/seed";
import { demoAssessments } from "./delivery-assessment.demo";

/** Facts about it, for tests and the demo. */
export const seed = seedOf({
  entity: "master-data/delivery-assessment",
  least: {
    needs: [],
    sample: ({ serial }) => ({
      title: `考核规则${serial}`,
      due_source: "order",
      grace_days: "1",
      qty_tolerance: "2",
      bands: [
        { from_rate: "0", to_rate: "80", score: "0" },
        { from_rate: "80", to_rate: "100", score: "100" },
      ],
      // Two rules in use may not speak of the same.
      enabled: "0",
    }),
  },
  rows: {
    names: ["deliveryRule"],
    target: "deliveryRule",
    async make({ add, at }) {
      await add("deliveryRule", {
        material_type_id: at("packType"),
        title: "样例考核规则",
        due_source: "order",
        grace_days: "1",
        qty_tolerance: "2",
        bands: [{ from_rate: "0", to_rate: "100", score: "80" }],
        exemptions: [{ reason: "测试" }],
        enabled: "1",
      });
    },
  },
  demo: demoAssessments,
});
