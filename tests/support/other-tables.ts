import { sql } from "kysely";
import { type MatchFacts, matches } from "~/engine/access/matches";
import type { AnyEntity, AnyRecord } from "~/engine/entity";
import { type Condition, tablesOf } from "~/shared/condition";
import type { World } from "./world";

type Rows = readonly Readonly<Record<string, unknown>>[];

/** Rows of other tables that say who sees a row of an entity, as they were when its own rows were last read. */
const known = new WeakMap<World, Map<string, Rows>>();

/** Reads the tables that the wall of an entity, or what makes a row somebody's own, looks into, so that rows can be judged in memory afterwards. */
export async function lookElsewhere(world: World, entity: AnyEntity): Promise<void> {
  const wall = entity.access.suppliers;
  const { personal } = entity.access;
  const tables = [...("when" in wall ? tablesOf(wall.when) : []), ...(personal ? tablesOf(personal.where) : [])];
  const rows = known.get(world) ?? new Map<string, Rows>();
  known.set(world, rows);
  for (const table of tables) {
    const found = await sql<Record<string, unknown>>`select * from ${sql.table(table)}`.execute(
      world.engine.database.connection(),
    );
    rows.set(table, found.rows);
  }
}

/** Whether a row satisfies a condition, those included that look into other tables. */
export function matchesWhole(world: World, condition: Condition, row: AnyRecord, facts: MatchFacts): boolean {
  return matches(settled(world, condition, row, facts), row, facts);
}

/** The condition with what it says of other tables answered for this row. */
function settled(world: World, condition: Condition, row: AnyRecord, facts: MatchFacts): Condition {
  if (condition.op === "all" || condition.op === "any")
    return { ...condition, of: condition.of.map((part) => settled(world, part, row, facts)) };
  if (condition.op === "not") return { ...condition, of: settled(world, condition.of, row, facts) };
  if (condition.op !== "exists") return condition;
  const agrees = { [condition.column]: condition.equals, ...condition.also };
  const isThere = (known.get(world)?.get(condition.table) ?? []).some(
    (other) =>
      Object.entries(agrees).every(([theirs, own]) => other[theirs] === row[own]) &&
      matchesWhole(world, condition.where, other as AnyRecord, facts),
  );
  return { op: isThere ? "always" : "never" };
}
