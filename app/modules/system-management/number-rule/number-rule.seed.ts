import { seedOf } from "~/engine/entity/seed";

/** Facts about it, for tests and the demo. */
export const seed = seedOf({
  entity: "system-management/number-rule",
  // Its rows come with the program; everything but the value is given.
  least: {
    needs: [],
    sample: () => ({ reset: "auto" }),
    given: (serial) => ({
      doc_type: `sample/kind-${serial}`,
      name: `样例单据${serial}`,
      default_pattern: `YL${serial}-{0001}`,
    }),
  },
});
