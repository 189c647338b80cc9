import { seedOf } from "~/engine/entity/seed";

/** Facts about it, for tests and the demo. */
export const seed = seedOf({
  entity: "supplier-audit/audit-rule",
  least: {
    needs: [],
    sample: ({ serial }) => ({
      code: `X${serial}`,
      name: `样例审核规则${serial}`,
      rule_kind: "cycle",
      valid_from: "2025-01-01",
      cycles: [{ months: "12", mode: "onsite" }],
    }),
  },
  rows: {
    names: ["auditRule"],
    target: "auditRule",
    async make({ add }) {
      await add("auditRule", {
        code: "SH1",
        name: "审核频次",
        rule_kind: "cycle",
        valid_from: "2025-01-01",
        cycles: [{ months: 24, mode: "onsite" }],
      });
    },
  },
});
