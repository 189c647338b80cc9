import { sql } from "kysely";
import { type SeedWorld, seedOf } from "~/engine/entity/seed";

/** Somebody else has proposed a role that takes two to grant. */
async function fitUser(world: SeedWorld, id: string, transition: string): Promise<void> {
  if (transition !== "confirm_grants" && transition !== "refuse_grants") return;
  await world.run(sql`insert into app_user_grant_proposals (id, root_id, line_no, role_id, proposed_by, proposed_at)
      select gen_random_uuid(), ${id}, 10, id, ${world.accounts.manager}, '2025-03-10T01:00:00Z' from role where code = 'buyer'`);
}

/** Facts about it, for tests and the demo. */
export const seed = seedOf({
  entity: "system-management/user",
  least: {
    needs: [],
    sample: ({ serial }) => ({
      accountname: `u-${serial}`,
      username: `样例用户${serial}`,
      phone: "13800000000",
      work_no: `W${serial}`,
    }),
  },
  fit: fitUser,
});
