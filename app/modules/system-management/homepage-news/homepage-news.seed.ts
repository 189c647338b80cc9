import { sql } from "kysely";
import { type SeedWorld, seedOf } from "~/engine/entity/seed";

/** Something stands before it and something after it. */
async function fitPlace(world: SeedWorld, id: string, transition: string): Promise<void> {
  if (transition !== "up" && transition !== "down") return;
  for (const step of [-1, 1])
    await world.run(sql`insert into homepage_news (id, state, news_id, slot, sort_no)
        select gen_random_uuid(), 'shown', news_id, slot, coalesce(sort_no, 0) + ${step} from homepage_news where id = ${id}`);
}

/** Facts about it, for tests and the demo. */
export const seed = seedOf({
  entity: "system-management/homepage-news",
  least: {
    needs: ["system-management/news"],
    sample: ({ id, serial }) => ({
      news_id: id("system-management/news"),
      slot: serial % 2 === 0 ? "list" : "alert",
      sort_no: serial % 100,
    }),
  },
  fit: fitPlace,
});
