import { seedOf } from "~/engine/entity/seed";

/** Facts about it, for tests and the demo. */
export const seed = seedOf({
  entity: "supplier-management/gate-forecast",
  rows: {
    names: ["forecast"],
    target: "forecast",
    async make({ add, at, account }) {
      await add("forecast", {
        order_no: "CG20250301-0099",
        supplier_id: at("supplierB"),
        factory_id: at("factory1"),
        purchase_group_id: at("group1"),
        buyer_id: account("buyerA"),
        check_type: "freeze",
        blocked_from: "2025-03-20",
        reason_text: "供应商将被冻结",
      });
    },
  },
});
