import { seedOf } from "~/engine/entity/seed";

/** Facts about it, for tests and the demo. */
export const seed = seedOf({
  entity: "system-management/email",
  least: {
    needs: [],
    sample: ({ serial }) => ({ recipient: `a${serial}@example.com`, subject: `样例邮件${serial}`, body: "您好" }),
  },
});
