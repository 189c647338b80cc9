import { sql } from "kysely";
import { seedOf } from "~/engine/entity/seed";
import { addDays } from "~/shared/calendar";

/** Facts about it, for tests and the demo, which tells values along with their series (`market-index.demo.ts`). */
export const seed = seedOf({
  entity: "purchase-management/market-price",
  least: {
    needs: ["purchase-management/market-index"],
    // A day of its own for each, long ago, and all of one height: none jumps, and none is anybody's reference.
    sample: ({ id, serial }) => ({
      index_id: id("purchase-management/market-index"),
      price_date: addDays("1996-01-01", serial),
      value: "2400.37",
    }),
  },
  async fit(world, id, transition) {
    if (transition === "confirm") await world.run(sql`update market_price set standing = 'waiting' where id = ${id}`);
  },
  rows: {
    names: ["cornFebruary", "cornMarch"],
    async make({ add, at }) {
      await add("cornFebruary", { index_id: at("indexCorn"), price_date: "2025-02-24", value: "2400" });
      await add("cornMarch", { index_id: at("indexCorn"), price_date: "2025-03-03", value: "2436" });
    },
  },
});
