import { type LabelJoin, type OptionList, selectOptionLists } from "~/data/store.server";
import type { Context } from "../context.server";
import type { AnyEntity, Field, Fields } from "../entity";
import { supplierCondition } from "../entity/supplier-lock";
import { tableOf } from "../entity/table-names";
import { titleColumns } from "../entity/tables";
import { factsOf } from "./scope.server";

/** Where the person reads titles of an entity from: the table itself, or the narrow view made for suppliers. */
export function titleSource(context: Context, target: AnyEntity): { table: string; columns: string[] } | null {
  const columns = titleColumns(target);
  const table = tableOf(target);
  if (!context.actor.supplierId) return { table, columns };
  if (target.access.suppliersMayReadTitle) return { table: `${table}_title`, columns };
  return supplierCondition(target, context.services.registry.entity) ? { table, columns } : null;
}

/** Join that reads the label of a reference column beside the row, as `{column}__label`. */
export function labelJoin(context: Context, column: string, field: Field): LabelJoin[] {
  if (field.kind !== "reference" || !field.options.to) return [];
  const source = titleSource(context, context.services.registry.entity(field.options.to));
  return source ? [{ column, table: source.table, columns: source.columns, as: `${column}__label` }] : [];
}

/** Joins for all references of a set of fields. */
export function labelJoins(context: Context, fields: Fields, names: readonly string[]): LabelJoin[] {
  return names.flatMap((name) => {
    const field = fields[name];
    return field ? labelJoin(context, name, field) : [];
  });
}

/** Labels of rows by id, for one entity. Ids that do not exist, or that the person may not read, are left out. */
export async function labelsOf(
  context: Context,
  target: AnyEntity,
  ids: readonly string[],
): Promise<Map<string, string>> {
  const [labels] = await labelsOfEach(context, [{ target, ids }]);
  return labels ?? new Map();
}

/** The same for several entities, in their order and read together. */
export async function labelsOfEach(
  context: Context,
  wanted: readonly { target: AnyEntity; ids: readonly string[] }[],
): Promise<Map<string, string>[]> {
  const lists = wanted.flatMap(({ target, ids }, position): OptionList[] => {
    const values = [...new Set(ids)];
    const source = titleSource(context, target);
    const where = [{ op: "in" as const, column: "id", values }];
    return source && values.length > 0 ? [{ key: String(position), ...source, where, limit: values.length }] : [];
  });
  const found = await selectOptionLists(context.services.database.connection(), lists, factsOf(context));
  return wanted.map(
    (_one, position) => new Map((found.get(String(position)) ?? []).map(({ id, label }) => [id, label])),
  );
}
