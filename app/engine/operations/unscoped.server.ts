import { countBy, countRows, selectRows } from "~/data/store.server";
import type { Condition } from "~/shared/condition";
import type { Context } from "../context.server";
import type { ColumnOf, EntityName, LineColumnOf, LineRowOf, LinesOf, RowOf } from "../entity/entity-map";
import { lineTable, tableOf } from "../entity/table-names";
import { factsOf } from "./scope.server";

/*
 * For the checks of server hooks: whether something is in use does not depend on who asks.
 * Nothing read here may be shown beyond the sentence of the complaint. A supplier's transaction still stands behind the
 * lock of the database.
 */

/** Rows whatever the person may see: for checks that must be complete. The answer must not be shown as it is. */
export async function unscopedRows<N extends EntityName, const C extends ColumnOf<N>>(
  context: Context,
  entity: N,
  columns: readonly C[],
  where: readonly Condition<ColumnOf<N>>[],
): Promise<Pick<RowOf<N>, C & keyof RowOf<N>>[]> {
  const table = tableNamed(context, entity);
  const rows = await selectRows(context.services.database.connection(), {
    table,
    columns,
    where,
    facts: factsOf(context),
  });
  // Storage answers with the columns that were asked for, in the types of their kinds.
  return rows as Pick<RowOf<N>, C & keyof RowOf<N>>[];
}

/** How many rows of an entity satisfy all conditions, 10,000 at most. */
export async function unscopedCount<N extends EntityName>(
  context: Context,
  entity: N,
  where: readonly Condition<ColumnOf<N>>[],
): Promise<number> {
  return countIn(context, tableNamed(context, entity), where);
}

/** How many child rows of an entity satisfy all conditions, 10,000 at most. */
export async function unscopedLineCount<N extends EntityName, const P extends LinesOf<N>>(
  context: Context,
  entity: N,
  lines: P,
  where: readonly Condition<LineColumnOf<N, P>>[],
): Promise<number> {
  return countIn(context, linesTable(context, entity, lines), where);
}

async function countIn(context: Context, table: string, where: readonly Condition[]): Promise<number> {
  const connection = context.services.database.connection();
  return (await countRows(connection, { table, where, facts: factsOf(context) })).count;
}

function tableNamed(context: Context, entity: EntityName): string {
  return tableOf(typeof entity === "string" ? context.services.registry.entity(entity) : entity);
}

/** `items.schedules` lies in a table named after both. */
function linesTable(context: Context, entity: EntityName, path: string): string {
  return path.split(".").reduce(lineTable, tableNamed(context, entity));
}

export interface UnscopedLinesInput<N extends EntityName, P extends LinesOf<N>, C extends LineColumnOf<N, P>> {
  entityKey: N;
  lines: P;
  columns: readonly C[];
  where: readonly Condition<LineColumnOf<N, P>>[];
}

/** Chosen columns of the child rows of an entity that satisfy all conditions; `root_id` names their document. */
export async function unscopedLines<
  N extends EntityName,
  const P extends LinesOf<N>,
  const C extends LineColumnOf<N, P>,
>(
  context: Context,
  { entityKey, lines, columns, where }: UnscopedLinesInput<N, P, C>,
): Promise<Pick<LineRowOf<N, P>, C & keyof LineRowOf<N, P>>[]> {
  const table = linesTable(context, entityKey, lines);
  const rows = await selectRows(context.services.database.connection(), {
    table,
    columns,
    where,
    facts: factsOf(context),
  });
  return rows as Pick<LineRowOf<N, P>, C & keyof LineRowOf<N, P>>[];
}

/** How many rows each value of a column has, once per set of conditions; one statement. */
export async function unscopedCountsBy<N extends EntityName>(
  context: Context,
  entity: N,
  column: ColumnOf<N>,
  sets: readonly (readonly Condition<ColumnOf<N>>[])[],
): Promise<Map<string, number>[]> {
  const table = tableNamed(context, entity);
  const facts = factsOf(context);
  const queries = sets.map((where) => ({ table, where, facts }));
  return countBy(context.services.database.connection(), column, queries);
}
