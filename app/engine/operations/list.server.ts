import { countBy, countRows, type LabelJoin, type Row, type Sort, selectRows } from "~/data/store.server";
import type { Condition } from "~/shared/condition";
import type { Context } from "../context.server";
import type { AnyEntity, Complaint, Field, Toggle } from "../entity";
import { UUID } from "../entity/kinds/reference";
import type { Screen } from "../entity/registry";
import { lineTable, tableOf } from "../entity/table-names";
import { AppError } from "../errors";
import { type FilterField, filterCondition, filterField } from "./filters";
import { labelJoin, titleSource } from "./labels.server";
import { findReference } from "./references.server";
import { factsOf, mayRead, requireAction, rowFilter } from "./scope.server";
import { reading } from "./transaction.server";

export const PAGE_SIZES = [10, 20, 50, 100] as const;
export const DEFAULT_SIZE = 20;

/** What is asked of a list. Everything is checked against the definition; nothing reaches SQL by name alone. */
export interface ListWish {
  /** Typed filter values by filter name; two values for ranges. */
  filters: Readonly<Record<string, readonly string[]>>;
  /** Names of the quick toggles that are on. */
  toggles: readonly string[];
  /** Columns to sort by, `-` in front for descending; empty: the definition's order. */
  sort: readonly string[];
  page: number;
  size: number;
}

export interface ListResult {
  rows: ListRow[];
  count: number;
  /** There are more than the 10,000 that were counted. */
  more: boolean;
  page: number;
  pages: number;
  size: number;
  sort: { by: string; descending: boolean }[];
  /** Rows per state, the state filter left out; empty without states. */
  states: ReadonlyMap<string, number>;
  /** Filters that could not be understood and were left out. */
  complaints: Complaint[];
}

export interface ListRow {
  id: string;
  version: number;
  /** Stored values by column, labels of references as `{column}__label`. */
  values: Row;
}

const BUILT_IN_SORTS = ["number", "state", "created_at", "updated_at"];

/**
 * One page of a screen's rows within the person's reach. A page beyond the end answers the last one.
 * @throws AppError("forbidden")
 */
export async function listRecords(context: Context, screen: Screen, wish: ListWish): Promise<ListResult> {
  const { entity } = screen;
  const filters = requireAction(context, entity, "query", screen);
  return reading(context, async () => {
    const complaints: Complaint[] = [];
    const conditions = [...rowFilter(context, entity), ...filters];
    const typed = await filterConditions(context, screen, wish, complaints);
    const facts = factsOf(context);
    const connection = context.services.database.connection();
    const table = tableOf(entity);
    const where = [...conditions, ...typed.map((one) => one.condition)];
    const unstated = [...conditions, ...typed.filter((one) => one.name !== "state").map((one) => one.condition)];
    const { count, more } = await countRows(connection, { table, where, facts });
    const pages = Math.max(1, Math.ceil(count / wish.size));
    const page = Math.min(Math.max(1, wish.page), more ? Number.MAX_SAFE_INTEGER : pages);
    const sort = sortsOf(context, screen, wish.sort);
    const { columns, labels, counts } = listColumns(context, screen, sort);
    const rows = await selectRows(connection, {
      table,
      columns,
      labels,
      counts,
      where,
      facts,
      // The id makes the order total: no row is shown twice or skipped between pages.
      sort: [
        ...sort.map(({ by, descending }) => ({ by: sortTarget(entity, by), descending })),
        { by: "id", descending: sort[0]?.descending ?? false },
      ],
      limit: wish.size,
      offset: (page - 1) * wish.size,
    });
    const extra = await extraValues(context, screen, rows);
    const states = entity.states
      ? await countBy(connection, "state", { table, where: unstated, facts })
      : new Map<string, number>();
    return {
      rows: rows.map((row) => ({
        id: String(row.id),
        version: Number(row.version),
        values: { ...row, ...extra.get(String(row.id)) },
      })),
      count,
      more,
      page,
      pages,
      size: wish.size,
      sort,
      states,
      complaints,
    };
  });
}

/** Values of columns that are not stored, under `+name`. */
async function extraValues(context: Context, screen: Screen, rows: readonly Row[]): Promise<Map<string, Row>> {
  const hook = context.services.registry.server(screen.entity.key).extra;
  if (!screen.view?.extra || !hook || rows.length === 0) return new Map();
  const found = await hook(
    context,
    `${screen.area}/${screen.key}`,
    rows.map((row) => String(row.id)),
  );
  return new Map(
    [...found].map(([id, values]) => [
      id,
      Object.fromEntries(Object.entries(values).map(([name, value]) => [`+${name}`, value])),
    ]),
  );
}

async function filterConditions(
  context: Context,
  screen: Screen,
  wish: ListWish,
  complaints: Complaint[],
): Promise<{ name: string; condition: Condition }[]> {
  const { entity, list } = screen;
  const found: { name: string; condition: Condition }[] = [];
  for (const name of list.filters) {
    const values = wish.filters[name];
    const filter = values ? filterField(entity, name) : null;
    // What may not be seen may not be asked for either.
    if (!values || !filter || (filter.field && !mayRead(context, entity, name, filter.field))) continue;
    const { condition, complaint } = filterCondition(entity, filter, await withIds(context, entity, filter, values));
    if (complaint) complaints.push(complaint);
    if (condition) found.push({ name, condition });
  }
  const state = wish.filters.state;
  if (state && entity.states && !list.filters.includes("state"))
    found.push({ name: "state", condition: { op: "in", column: "state", values: [...state] } });
  for (const [name, toggle] of Object.entries<Toggle | undefined>(list.toggles ?? {})) {
    if (toggle && wish.toggles.includes(name)) found.push({ name, condition: toggle.where });
  }
  return found;
}

/** Codes and labels typed into the filter of a reference, as ids where they are found. */
async function withIds(
  context: Context,
  entity: AnyEntity,
  filter: FilterField,
  values: readonly string[],
): Promise<string[]> {
  const ids: string[] = [];
  for (const value of values) {
    const known =
      filter.shape !== "reference" || !filter.field || value.trim() === "" || UUID.test(value.toLowerCase());
    ids.push(
      known || !filter.field
        ? value
        : ((await findReference(context, entity, { ...filter, field: filter.field }, value)) ?? value),
    );
  }
  return ids;
}

/** True when a column of the list can be sorted by. */
export function isSortable(screen: Screen, key: string): boolean {
  const { entity } = screen;
  if (BUILT_IN_SORTS.includes(key))
    return key === "number" ? Boolean(entity.number) : key === "state" ? Boolean(entity.states) : true;
  const field: Field | undefined = Object.hasOwn(entity.fields, key) ? entity.fields[key] : undefined;
  return field !== undefined && field.kind !== "json" && field.kind !== "longText";
}

/** Sort keys that are known and readable; what else was asked for is dropped. */
function sortsOf(context: Context, screen: Screen, wanted: readonly string[]): Sort[] {
  const { entity } = screen;
  const read = (key: string): Sort => ({ by: key.replace(/^-/, ""), descending: key.startsWith("-") });
  const sorts = wanted.map(read).filter(({ by }) => {
    const field: Field | undefined = entity.fields[by];
    return isSortable(screen, by) && (!field || mayRead(context, entity, by, field));
  });
  return sorts.length > 0 ? sorts.slice(0, 3) : [read(screen.list.sort)];
}

/** References are sorted by what people read, not by id. */
function sortTarget(entity: AnyEntity, by: string): string {
  const field: Field | undefined = entity.fields[by];
  return field?.kind === "reference" ? `${by}__label` : by;
}

function listColumns(context: Context, screen: Screen, sort: readonly Sort[]) {
  const { entity } = screen;
  const columns = new Set(["id", "version"]);
  const labels = new Map<string, LabelJoin>();
  const counts: { table: string; as: string }[] = [];
  const keys: string[] = [...screen.list.columns, ...sort.map((one) => one.by)];
  if (entity.states) columns.add("state");
  // Amounts are shown with their currency.
  if (entity.fields.currency) columns.add("currency");
  for (const key of keys) {
    if (key.startsWith("+")) continue;
    const counted = /^count\((\w+)\)$/.exec(key)?.[1];
    const [own = "", through] = key.split(".");
    const field: Field | undefined = entity.fields[own];
    if (counted) {
      if (!counts.some((one) => one.as === key)) counts.push({ table: lineTable(tableOf(entity), counted), as: key });
    } else if (key === "created_by" || key === "updated_by") {
      labels.set(key, {
        column: key,
        table: context.actor.supplierId ? "app_user_title" : "app_user",
        columns: ["username"],
        as: `${key}__label`,
      });
    } else if (field && mayRead(context, entity, own, field)) {
      if (!through) columns.add(own);
      if (through && field.options.to) {
        const source = titleSource(context, context.services.registry.entity(field.options.to));
        // The view made for suppliers holds the title only.
        if (source && (!context.actor.supplierId || source.columns.includes(through)))
          labels.set(key, { column: own, table: source.table, columns: [through], as: `${key}__label` });
      } else {
        for (const label of labelJoin(context, own, field)) labels.set(label.as, label);
      }
    } else if (!field) {
      columns.add(own);
    }
  }
  return { columns: [...columns], labels: [...labels.values()], counts };
}

/**
 * The same wish from a REST body, where unknown names are faults instead of being dropped.
 * @throws AppError("malformed")
 */
export function requireKnown(screen: Screen, wish: ListWish): void {
  for (const key of wish.sort) {
    if (!isSortable(screen, key.replace(/^-/, "")))
      throw new AppError("malformed", {
        message: `参数格式不正确：不能按「${key.replace(/^-/, "").slice(0, 40)}」排序`,
      });
  }
  for (const name of Object.keys(wish.filters)) {
    if (!screen.list.filters.some((known) => known === name) && name !== "state") {
      throw new AppError("malformed", { message: `参数格式不正确：不能按「${name.slice(0, 40)}」筛选` });
    }
  }
}
