import { seedOf } from "~/engine/entity/seed";
import { demoOrderRules } from "./order-rule.demo";

/** Facts about it, for tests and the demo. */
export const seed = seedOf({
  entity: "system-management/order-rule",
  least: {
    needs: [],
    sample: ({ serial }) => ({ code: `X${serial}`, name: `样例规则${serial}`, check_type: "contract_window" }),
  },
  demo: demoOrderRules,
});
