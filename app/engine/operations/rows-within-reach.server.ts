import { selectRows } from "~/data/store.server";
import type { Condition } from "~/shared/condition";
import type { Context } from "../context.server";
import type { ColumnOf, EntityKey, RowOf } from "../entity/entity-map";
import type { Screen } from "../entity/registry";
import { tableOf } from "../entity/table-names";
import { factsOf, requireAction, rowFilter, screenFor } from "./scope.server";

/** Rows that a person may open, and the screen that opens them. */
export interface RowsWithinReach<R> {
  screen: Screen;
  rows: R[];
}

/**
 * Rows of another entity as they stand on the page of a record: those this person may open, by its rights, its screens and its own range.
 * @returns null where the person has no screen that opens such rows
 */
export async function rowsWithinReach<N extends EntityKey, const C extends ColumnOf<N>>(
  context: Context,
  entityKey: N,
  columns: readonly C[],
  where: readonly Condition<ColumnOf<N>>[],
): Promise<RowsWithinReach<Pick<RowOf<N>, C & keyof RowOf<N>>> | null> {
  const entity = context.services.registry.entity(entityKey);
  const screen = screenFor(context, entityKey, "get");
  if (!screen) return null;
  const rows = await selectRows(context.services.database.connection(), {
    table: tableOf(entity),
    columns,
    where: [...rowFilter(context, entity), ...requireAction(context, entity, "get"), ...where],
    facts: factsOf(context),
  });
  // As in `unscopedRows`.
  return { screen, rows: rows as Pick<RowOf<N>, C & keyof RowOf<N>>[] };
}
