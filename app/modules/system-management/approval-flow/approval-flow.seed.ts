import { seedOf } from "~/engine/entity/seed";
import { demoApprovalFlows } from "./approval-flow.demo";

/** Facts about it, for tests and the demo. */
export const seed = seedOf({
  entity: "system-management/approval-flow",
  least: {
    needs: [],
    sample: ({ serial }) => ({
      code: `A${serial}`,
      name: `样例流程${serial}`,
      document: "purchase-orders/purchase-order",
      steps: [{ step_no: "1", name: "上级审批", decider: "superior" }],
    }),
  },
  demo: demoApprovalFlows,
});
