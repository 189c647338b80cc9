import type { Database } from "~/data/database.server";
import { type OptionList, selectOptionLists } from "~/data/store.server";
import { tablesOf } from "~/shared/condition";
import type { Context } from "../context.server";
import type { Field } from "../entity";
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

type Lists = ReadonlyMap<string, readonly { id: string; label: string }[]>;

interface Kept {
  until: number;
  tables: readonly string[];
  changes: number;
  lists: Lists;
}

/** Lists are kept this long: what another process on the same database changes is offered after that at the latest. */
const RETENTION_MS = 30_000;
const MOST_KEPT = 200;

const keptIn = new WeakMap<Database, Map<string, Kept>>();

/**
 * What the filters of references offer, by name of the filter, in one statement. A supplier is offered what its own
 * documents point at and nothing else; its child rows are told apart by the lock of the database, so this must run inside
 * `reading`.
 */
export async function allFilterOptions(
  context: Context,
  filters: readonly FilterField[],
  limit: number,
): Promise<ReadonlyMap<string, FilterOptions>> {
  const lists = filters.flatMap((filter) => {
    const list = filter.field ? optionList(context, filter, filter.field, limit + 1) : null;
    return list ? [list] : [];
  });
  const found = await readLists(context, lists);
  return new Map(
    filters.map(({ name }) => {
      const options = found.get(name) ?? [];
      return [name, { options: options.slice(0, limit), complete: options.length <= limit }];
    }),
  );
}

/**
 * The same lists are asked for with every page of a list, and change a few times a day. They are kept for the person and the exact
 * conditions, until this process changes one of their tables. Never for a supplier, whose lists depend on the lock of the database.
 */
async function readLists(context: Context, lists: readonly OptionList[]): Promise<Lists> {
  const { database } = context.services;
  const facts = factsOf(context);
  const read = () => selectOptionLists(database.connection(), lists, facts);
  // Inside a transaction rows may be seen that nobody else sees.
  if (context.actor.supplierId || database.inTransaction()) return read();
  const kept = keptIn.get(database) ?? new Map<string, Kept>();
  keptIn.set(database, kept);
  const key = JSON.stringify([facts.userId, facts.today, lists]);
  const now = context.now.getTime();
  const known = kept.get(key);
  if (known && now < known.until && database.changesOf(known.tables) === known.changes) return known.lists;
  const tables = [...new Set(lists.flatMap(({ table, where }) => [table, ...where.flatMap(tablesOf)]))];
  const changes = database.changesOf(tables);
  const found = await read();
  kept.delete(key);
  kept.set(key, { until: now + RETENTION_MS, tables, changes, lists: found });
  for (const oldest of kept.keys()) {
    if (kept.size <= MOST_KEPT) break;
    kept.delete(oldest);
  }
  return found;
}

function optionList(context: Context, filter: FilterField, field: Field, limit: number): OptionList | null {
  if (!field.options.to) return null;
  const target = context.services.registry.entity(field.options.to);
  const source = titleSource(context, target);
  if (!source) return null;
  const list = { key: filter.name, table: source.table, columns: source.columns, limit };
  if (!context.actor.supplierId) return { ...list, where: choosable(context, target, anyJob(field)) };
  const { holder, lines } = filter;
  const table = lines ? lineTable(tableOf(holder), lines) : tableOf(holder);
  return {
    ...list,
    where: [],
    pointedAt: { table, column: filter.column, where: lines ? [] : rowFilter(context, holder) },
  };
}

/** A filter finds the records of people, too, whose job is another by now. */
function anyJob(field: Field): Field {
  return { ...field, options: { ...field.options, may: undefined } };
}
