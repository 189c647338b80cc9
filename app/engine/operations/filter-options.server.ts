import { type OptionList, selectOptionLists } from "~/data/store.server";
import type { Context } from "../context.server";
import type { AnyEntity, Field } from "../entity";
import { lineTable, tableOf } from "../entity/table-names";
import type { FilterField } from "./filters";
import { titleSource } from "./labels.server";
import { choosable } from "./references.server";
import { factsOf, rowFilter } from "./scope.server";

/** What the filter of a reference offers; complete when nothing was cut off. */
export interface FilterOptions {
  options: { id: string; label: string }[];
  complete: boolean;
}

/**
 * What the filters of references offer, by name of the filter, in one statement. A supplier is offered what its own
 * documents point at and nothing else; its child rows are told apart by the lock of the database, so this must run inside
 * `reading`.
 */
export async function allFilterOptions(
  context: Context,
  entity: AnyEntity,
  filters: readonly FilterField[],
  limit: number,
): Promise<ReadonlyMap<string, FilterOptions>> {
  const lists = filters.flatMap((filter) => {
    const list = filter.field ? optionList(context, entity, filter, filter.field, limit + 1) : null;
    return list ? [list] : [];
  });
  const found = await selectOptionLists(context.services.database.connection(), lists, factsOf(context));
  return new Map(
    filters.map(({ name }) => {
      const options = found.get(name) ?? [];
      return [name, { options: options.slice(0, limit), complete: options.length <= limit }];
    }),
  );
}

function optionList(
  context: Context,
  entity: AnyEntity,
  filter: FilterField,
  field: Field,
  limit: number,
): OptionList | null {
  if (!field.options.to) return null;
  const target = context.services.registry.entity(field.options.to);
  const source = titleSource(context, target);
  if (!source) return null;
  const list = { key: filter.name, table: source.table, columns: source.columns, limit };
  if (!context.actor.supplierId) return { ...list, where: choosable(context, target, field) };
  const table = filter.lines ? lineTable(tableOf(entity), filter.lines) : tableOf(entity);
  return {
    ...list,
    where: [],
    pointedAt: { table, column: filter.column, where: filter.lines ? [] : rowFilter(context, entity) },
  };
}
