import { countBy, countRows, type Row, selectRows } from "~/data/store.server";
import type { Condition } from "~/shared/condition";
import type { Context } from "../context.server";
import { lineTable, tableOf } from "../entity/table-names";
import { factsOf } from "./scope.server";

/*
 * For the checks of server hooks: whether something is in use does not depend on who asks.
 * Nothing read here may be shown beyond the sentence of the complaint. A supplier's transaction still stands behind the
 * lock of the database.
 */

/** Rows whatever the person may see: for checks that must be complete. The answer must not be shown as it is. */
export async function unscopedRows(
  context: Context,
  entityKey: string,
  columns: readonly string[],
  where: readonly Condition[],
): Promise<Row[]> {
  return selectRows(context.services.database.connection(), {
    table: tableOf(context.services.registry.entity(entityKey)),
    columns,
    where,
    facts: factsOf(context),
  });
}

/** How many rows of an entity satisfy all conditions, 10,000 at most. */
export async function unscopedCount(context: Context, entityKey: string, where: readonly Condition[]): Promise<number> {
  return countIn(context, tableOf(context.services.registry.entity(entityKey)), where);
}

/** How many child rows of an entity satisfy all conditions, 10,000 at most. */
export async function unscopedLineCount(
  context: Context,
  entityKey: string,
  lines: string,
  where: readonly Condition[],
): Promise<number> {
  return countIn(context, lineTable(tableOf(context.services.registry.entity(entityKey)), lines), where);
}

async function countIn(context: Context, table: string, where: readonly Condition[]): Promise<number> {
  const connection = context.services.database.connection();
  return (await countRows(connection, { table, where, facts: factsOf(context) })).count;
}

export interface UnscopedLinesInput {
  entityKey: string;
  lines: string;
  columns: readonly string[];
  where: readonly Condition[];
}

/** Chosen columns of the child rows of an entity that satisfy all conditions; `root_id` names their document. */
export async function unscopedLines(
  context: Context,
  { entityKey, lines, columns, where }: UnscopedLinesInput,
): Promise<Row[]> {
  return selectRows(context.services.database.connection(), {
    table: lineTable(tableOf(context.services.registry.entity(entityKey)), lines),
    columns,
    where,
    facts: factsOf(context),
  });
}

/** How many rows each value of a column has, once per set of conditions; one statement. */
export async function unscopedCountsBy(
  context: Context,
  entityKey: string,
  column: string,
  sets: readonly (readonly Condition[])[],
): Promise<Map<string, number>[]> {
  const table = tableOf(context.services.registry.entity(entityKey));
  const facts = factsOf(context);
  const queries = sets.map((where) => ({ table, where, facts }));
  return countBy(context.services.database.connection(), column, queries);
}
