import { type Neighbours, selectNeighbours } from "~/data/neighbours.server";
import type { Context } from "../context.server";
import type { Field } from "../entity";
import type { Screen } from "../entity/registry";
import { tableOf } from "../entity/table-names";
import { labelJoin } from "./labels.server";
import { filterConditions, type ListQuery, sortsOf, sortTarget } from "./list.server";
import { factsOf, mayOnScreen, requireAction, rowFilter } from "./scope.server";
import { reading } from "./transaction.server";

/** Built-ins that are never empty. */
const ALWAYS_THERE = new Set(["id", "number", "state", "created_at", "updated_at"]);

/**
 * What stands before and after a record in the list it was opened from, by the filters and the order of that list. Null for
 * somebody who may not see the list.
 */
export async function neighboursOf(
  context: Context,
  screen: Screen,
  query: ListQuery,
  id: string,
): Promise<Neighbours | null> {
  if (!mayOnScreen(context, screen, "query")) return null;
  const { entity } = screen;
  const filters = requireAction(context, entity, "query", screen);
  return reading(context, async () => {
    const typed = await filterConditions(context, screen, query, []);
    const sorts = sortsOf(context, screen, query.sort);
    const filled = (by: string): boolean => {
      const field: Field | undefined = entity.fields[by];
      return field ? field.presence === "required" && field.kind !== "reference" : ALWAYS_THERE.has(by);
    };
    return selectNeighbours(context.services.database.connection(), {
      table: tableOf(entity),
      id,
      where: [...rowFilter(context, entity), ...filters, ...typed.map((one) => one.condition)],
      facts: factsOf(context),
      labels: sorts.flatMap(({ by }) => {
        const field: Field | undefined = entity.fields[by];
        return field ? labelJoin(context, by, field) : [];
      }),
      sort: [
        ...sorts.map(({ by, descending }) => ({ by: sortTarget(context, entity, by), descending, filled: filled(by) })),
        { by: "id", descending: sorts[0]?.descending ?? false, filled: true },
      ],
    });
  });
}
