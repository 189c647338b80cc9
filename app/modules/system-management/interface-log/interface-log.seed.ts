import { sql } from "kysely";
import { seedOf } from "~/engine/entity/seed";

/** Facts about it, for tests and the demo. */
export const seed = seedOf({
  entity: "system-management/interface-log",
  fit: (world, id, transition) =>
    transition === "settle"
      ? world.run(sql`update interface_log set undelivered_at = ${world.clock.now().toISOString()} where id = ${id}`)
      : Promise.resolve(),
});
