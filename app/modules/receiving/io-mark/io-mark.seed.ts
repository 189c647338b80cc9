import { sql } from "kysely";
import { type SeedWorld, seedOf } from "~/engine/entity/seed";
import { demoMarks } from "./io-mark.demo";

/** A difference is settled where there is one. */
async function fitMark({ run }: SeedWorld, id: string, transition: string): Promise<void> {
  if (transition === "settle") await run(sql`update io_mark set match = 'diff', settled_on = null where id = ${id}`);
}

/** Facts about it, for tests and the demo. */
export const seed = seedOf({ entity: "receiving/io-mark", fit: fitMark, demo: demoMarks });
