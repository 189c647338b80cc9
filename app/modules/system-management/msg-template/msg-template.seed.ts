import { seedOf } from "~/engine/entity/seed";

/** Facts about it, for tests and the demo. */
export const seed = seedOf({
  entity: "system-management/msg-template",
  least: {
    needs: [],
    given: () => ({ scenario: "mention", channel: "site", side: "internal" }),
    sample: ({ serial }) => ({ title: `样例${serial} {{document}}`, content: "请看 {{comment}}" }),
  },
});
