import { type Count, selectPage } from "~/data/list-page.server";
import { COUNT_EXACT_UP_TO, countBy, type LabelJoin, type Row, type RowQuery, type Sort } from "~/data/store.server";
import { type Condition, columnsOf, where } from "~/shared/condition";
import type { Context } from "../context.server";
import type { AnyEntity, AnyTransition, Complaint, Field, Lines, Toggle } from "../entity";
import { decisionOf } from "../entity/duties";
import { isFileKind } from "../entity/kinds/file";
import type { Screen } from "../entity/registry";
import { isSearched } from "../entity/search-fields";
import { supplierCondition } from "../entity/supplier-lock";
import { lineTable, tableOf } from "../entity/table-names";
import { isFilled } from "../entity/tables";
import { AppError } from "../errors";
import { noteOwnHands } from "./duties.server";
import { type FilterField, filterCondition, filterField } from "./filters";
import { labelJoin, titleSource } from "./labels.server";
import { type ColumnSums, sumColumns, sumsAsked } from "./list-totals.server";
import { factsOf, lineFilter, mayRead, requireAction, rowFilter, statesSeen } from "./scope.server";
import { quickSearch } from "./search.server";
import { stampColumn, withStamps } from "./shown-stamps.server";
import { reading } from "./transaction.server";
import { transitionsOfRows } from "./transitions.server";
import { typedReferences } from "./typed-references.server";
import { mayTellInRows } from "./unsent.server";
import { mayBeUndelivered } from "./watch.server";

export const PAGE_SIZES = [10, 20, 50, 100] as const;
export const DEFAULT_SIZE = 20;

/** What is asked of a list. Everything is checked against the definition; nothing reaches SQL by name alone. */
export interface ListQuery {
  /** What was typed into the quick search: every word must be found (`operations/search.server.ts`). */
  q?: string;
  /** Typed filter values by filter name; two values for ranges. */
  filters: Readonly<Record<string, readonly string[]>>;
  /** Names of the quick toggles that are on. */
  toggles: readonly string[];
  /** Columns to sort by, `-` in front for descending; empty: the definition's order. */
  sort: readonly string[];
  page: number;
  size: number;
  /** Columns to read; left out: those of the definition. */
  columns?: readonly string[];
  /** Columns to sum over all rows of the filters. */
  totals?: readonly string[];
  /** Transitions of which each row says whether they can be made. */
  transitions?: readonly string[];
  /** Documents of which another system has not got a call are to be told apart. */
  undelivered?: boolean;
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
  states: ReadonlyMap<string, Count>;
  /** Filters that could not be understood and were left out. */
  complaints: Complaint[];
  /** Sums by column; empty when none were asked for, and where there are more rows than are counted. */
  totals: ReadonlyMap<string, ColumnSums>;
}

export interface ListRow {
  id: string;
  version: number;
  /** Stored values by column, labels of references as `{column}__label`. */
  values: Row;
  /** Another system has not got a call about it, and nobody sends it again by himself; false where nobody asked. */
  undelivered: boolean;
  /** Those of the transitions asked for that this person can make on the row, as far as the row tells. */
  transitions: string[];
}

/** No column of a table is called like this. */
const UNDELIVERED = "+undelivered";

const MOST_SORTS = 3;
const BUILT_IN_SORTS = ["number", "state", "created_at", "updated_at"];

/**
 * One page of a screen's rows within the person's reach. A page beyond the end answers the last one.
 * @throws AppError("forbidden")
 */
export async function listRecords(context: Context, screen: Screen, query: ListQuery): Promise<ListResult> {
  const { entity } = screen;
  const filters = requireAction(context, entity, "query", screen);
  if (!context.services.database.inTransaction()) await context.services.registry.server(entity.key).freshen?.(context);
  return reading(context, async () => {
    const complaints: Complaint[] = [];
    const conditions = [...rowFilter(context, entity), ...filters];
    const typed = await filterConditions(context, screen, query, complaints);
    const facts = factsOf(context);
    const where = [...conditions, ...typed.map((one) => one.condition)];
    const unstated = [...conditions, ...typed.filter((one) => one.name !== "state").map((one) => one.condition)];
    const stated = typed.find((one) => one.name === "state")?.condition;
    const sort = sortsOf(context, screen, query.sort);
    const summed = (query.totals ?? []).filter((name) => mayRead(context, entity, name, entity.fields[name]));
    const { rows, page, total, groups, sums } = await selectPage(context.services.database.connection(), {
      table: tableOf(entity),
      ...listColumns(context, screen, query, sort),
      ...(query.undelivered && mayBeUndelivered(context, entity) ? { undelivered: UNDELIVERED } : {}),
      where,
      facts,
      // The id makes the order total: no row is shown twice or skipped between pages.
      sort: [
        ...sort.map(({ by, descending }) => ({
          by: sortTarget(context, entity, by),
          descending,
          filled: !entity.fields[by] || isFilled(entity.fields[by]),
        })),
        { by: "id", descending: sort[0]?.descending ?? false, filled: true },
      ],
      page: Math.max(1, query.page),
      size: query.size,
      searched: query.q !== undefined,
      sums: sumsAsked(entity, summed),
      ...(entity.kind === "log" ? { deepest: COUNT_EXACT_UP_TO } : {}),
      groups: entity.states
        ? {
            column: "state",
            values: Object.keys(statesSeen(context, screen)),
            where: unstated,
            chosen: stated?.op === "in" ? stated.values.map(String) : null,
          }
        : null,
    });
    const { count, more } = total;
    const read = rows.map((row) => withStamps(context, entity, row));
    const extra = await extraValues(context, screen, read);
    if (query.transitions?.length) {
      const judged = read.map((row) => ({ id: String(row.id), note: (fact: Row) => Object.assign(row, fact) }));
      await noteOwnHands(context, entity, judged);
    }
    const possibleTransitions = transitionsOfRows(context, entity, query.transitions ?? []);
    return {
      rows: read.map((row) => ({
        id: String(row.id),
        version: Number(row.version),
        values: { ...row, ...extra.get(String(row.id)) },
        transitions: possibleTransitions(row),
        undelivered: row[UNDELIVERED] === true,
      })),
      count,
      more,
      page,
      pages: Math.max(1, Math.ceil(count / query.size)),
      size: query.size,
      sort,
      states: groups,
      complaints,
      totals:
        more || count === 0 ? new Map() : await sumColumns(context, { entity, columns: summed, where, known: sums }),
    };
  });
}

/**
 * Columns by which a row tells whether a transition can be made: those that the four-eyes rule and further rights look at, so that no link leads
 * to a refusal.
 */
function transitionColumns(entity: AnyEntity, wanted: readonly string[]): string[] {
  const { seniority } = entity.access;
  const above = seniority && wanted.length > 0 ? [seniority.column] : [];
  return [
    ...above,
    ...wanted.flatMap((name) => {
      const transition: AnyTransition | undefined = entity.transitions?.[name];
      return [
        ...(transition?.notBy ?? []),
        ...(transition && decisionOf(transition) ? ["created_by"] : []),
        ...Object.values(transition?.needs ?? {}).flatMap((need) => columnsOf(need.when)),
        ...(transition?.offered?.rows ? columnsOf(transition.offered.rows) : []),
      ];
    }),
  ];
}

/** Values of columns that are not stored, under `+name`. */
export async function extraValues(
  context: Context,
  screen: Screen,
  rows: readonly Row[],
  place: "list" | "file" = "list",
): Promise<Map<string, Row>> {
  const { entity } = screen;
  const hook = context.services.registry.server(entity.key).extra;
  // The hook knows all views of its entity; this one shows its own columns, to those who may read them.
  const shown = new Set(
    Object.entries<Field>(screen.view?.extra ?? {}).flatMap(([name, field]) =>
      mayRead(context, entity, name, field) ? [name] : [],
    ),
  );
  if (shown.size === 0 || !hook || rows.length === 0) return new Map();
  const found = await hook(
    context,
    `${screen.area}/${screen.key}`,
    rows.map((row) => String(row.id)),
    place,
  );
  return new Map(
    [...found].map(([id, values]) => [
      id,
      Object.fromEntries(
        Object.entries(values).flatMap(([name, value]) => (shown.has(name) ? [[`+${name}`, value]] : [])),
      ),
    ]),
  );
}

/** The conditions of a query, by the name of the filter; what could not be understood is complained of and left out. */
export async function filterConditions(
  context: Context,
  screen: Screen,
  query: ListQuery,
  complaints: Complaint[],
): Promise<{ name: string; condition: Condition }[]> {
  const { entity, list } = screen;
  // Suppliers are held by the lock of the database.
  const rows = (of: AnyEntity, lines: string) => (context.actor.supplierId ? [] : lineFilter(context, of, lines));
  const found: { name: string; condition: Condition }[] = [];
  const search = query.q === undefined ? null : await quickSearch(context, entity, query.q);
  if (search) found.push({ name: "q", condition: search });
  for (const name of list.filters) {
    const values = query.filters[name];
    const filter = values ? filterField(screen, name) : null;
    if (!values || !filter || !mayFilter(context, entity, filter)) continue;
    const typed =
      filter.shape === "reference" && filter.field
        ? await typedReferences(context, filter.holder, { ...filter, field: filter.field }, values)
        : { ids: values, matches: [] };
    if ("complaint" in typed) {
      complaints.push({ field: name, message: typed.complaint });
      continue;
    }
    const reach = filter.through ? rowFilter(context, filter.holder) : [];
    const { condition, complaint } = filterCondition({
      entity,
      filter,
      values: typed.ids,
      or: typed.matches,
      reach,
      rows,
    });
    if (complaint) complaints.push(complaint);
    if (condition) found.push({ name, condition });
  }
  const state = query.filters.state;
  if (state && entity.states && !list.filters.includes("state"))
    found.push({ name: "state", condition: { op: "in", column: "state", values: [...state] } });
  for (const [name, toggle] of togglesOf(context, screen))
    if (query.toggles.includes(name))
      found.push({ name, condition: await toggleCondition(context, screen, name, toggle) });
  return found;
}

/** What a toggle means now; what no column tells is asked of the hook of the entity. */
async function toggleCondition(context: Context, screen: Screen, name: string, toggle: Toggle): Promise<Condition> {
  const { chosen } = context.services.registry.server(screen.entity.key);
  if (!toggle.worked) return toggle.where;
  const rows = { op: "all" as const, of: [...rowFilter(context, screen.entity), toggle.where] };
  const ids = chosen ? await chosen(context, name, rows) : [];
  return { op: "all", of: [toggle.where, { op: "in", column: "id", values: [...ids] }] };
}

/**
 * A list narrowed to the rows of a query: the same screen with the conditions as its own, for whatever is made of its rows as a whole.
 * What cannot be understood is left out, as on the list.
 * @returns the conditions alone as well, none when the query narrows nothing
 */
export async function narrowedScreen(
  context: Context,
  screen: Screen,
  query: ListQuery,
): Promise<{ screen: Screen; chosen: readonly Condition[] }> {
  const chosen = (await filterConditions(context, screen, query, [])).map(({ condition }) => condition);
  if (chosen.length === 0) return { screen, chosen };
  return { screen: { ...screen, where: where.all(...(screen.where ? [screen.where] : []), ...chosen) }, chosen };
}

/** The quick toggles of a list that look at nothing the person may not read. */
export function togglesOf(context: Context, screen: Screen): [name: string, toggle: Toggle][] {
  const { entity } = screen;
  const isOpen = (column: string) => {
    const field: Field | undefined = entity.fields[column];
    return !field || mayRead(context, entity, column, field);
  };
  return Object.entries<Toggle | undefined>(screen.list.toggles ?? {}).flatMap(([name, toggle]) =>
    toggle && columnsOf(toggle.where).every(isOpen) && !(toggle.hiddenFromSuppliers && context.actor.supplierId)
      ? [[name, toggle]]
      : [],
  );
}

/** How many rows a query finds under each of some toggles, in their order; one statement. @throws AppError("forbidden") */
export async function countUnder(
  context: Context,
  screen: Screen,
  query: ListQuery,
  toggles: readonly string[],
): Promise<Count[]> {
  const filters = requireAction(context, screen.entity, "query", screen);
  const offered = new Map(togglesOf(context, screen));
  return reading(context, async () => {
    const typed = await filterConditions(context, screen, query, []);
    const where = [...rowFilter(context, screen.entity), ...filters, ...typed.map(({ condition }) => condition)];
    const found = await countBy(
      context.services.database.connection(),
      // Any column that every row has will do: the counts are summed.
      screen.entity.states ? "state" : "tenant_id",
      toggles.map((name) => ({
        table: tableOf(screen.entity),
        where: [...where, offered.get(name)?.where ?? { op: "never" as const }],
        facts: factsOf(context),
      })),
    );
    return found.map((states) => ({ count: [...states.values()].reduce((sum, one) => sum + one, 0), more: false }));
  });
}

/** What may not be seen may not be asked for either. */
export function mayFilter(context: Context, entity: AnyEntity, filter: FilterField): boolean {
  const { holder, lines, column, field, through } = filter;
  if (through) {
    // Of a register that suppliers know by its titles alone they ask nothing else.
    const isClosed = supplierCondition(holder, context.services.registry.entity) === null;
    if ((context.actor.supplierId && isClosed) || !mayAsk(context, entity, through)) return false;
  }
  return !field || mayAsk(context, holder, { lines, column, field });
}

function mayAsk(
  context: Context,
  entity: AnyEntity,
  of: { lines: string | null; column: string; field: Field },
): boolean {
  const lines: Lines | undefined = of.lines === null ? undefined : entity.lines[of.lines];
  if (context.actor.supplierId && lines?.options.suppliers === "none") return false;
  const path = of.lines === null ? of.column : `${of.lines}.${of.column}`;
  return mayRead(context, entity, path, of.field) && mayTellInRows(context, entity, path);
}

/** True when this person may sort a list by the column. */
export function maySort(context: Context, screen: Screen, key: string): boolean {
  const field: Field | undefined = Object.hasOwn(screen.entity.fields, key) ? screen.entity.fields[key] : undefined;
  if (!isSortable(screen, key)) return false;
  return !field || (mayRead(context, screen.entity, key, field) && mayTellInRows(context, screen.entity, key));
}

/** True when a column of the list can be sorted by. */
export function isSortable(screen: Screen, key: string): boolean {
  const { entity } = screen;
  if (BUILT_IN_SORTS.includes(key))
    return key === "number" ? Boolean(entity.number) : key === "state" ? Boolean(entity.states) : true;
  const field: Field | undefined = Object.hasOwn(entity.fields, key) ? entity.fields[key] : undefined;
  return field !== undefined && field.kind !== "json" && field.kind !== "longText" && !isFileKind(field.kind);
}

/** Sort keys that are known and readable, each column once; what else was asked for is dropped. */
export function sortsOf(context: Context, screen: Screen, wanted: readonly string[]): Sort[] {
  const read = (key: string): Sort => ({ by: key.replace(/^-/, ""), descending: key.startsWith("-") });
  const sorts = wanted.map(read).filter(({ by }) => maySort(context, screen, by));
  const first = sorts.filter(({ by }, position) => sorts.findIndex((one) => one.by === by) === position);
  return first.length > 0 ? first.slice(0, MOST_SORTS) : screen.list.sort.split(",").map(read);
}

/** References are sorted by what people read, not by id. */
export function sortTarget(context: Context, entity: AnyEntity, by: string): string {
  const field: Field | undefined = entity.fields[by];
  return field?.kind === "reference" ? `${by}__label` : stampColumn(context, entity, by);
}

/** What is read from storage for the columns of a list, and to sort it; without what the person may not see. */
export function listColumns(
  context: Context,
  screen: Screen,
  request: Pick<ListQuery, "columns" | "totals" | "transitions">,
  sort: readonly Sort[],
) {
  const { entity } = screen;
  const columns = new Set(["id", "version"]);
  const labels = new Map<string, LabelJoin>();
  const counts: NonNullable<RowQuery["counts"]>[number][] = [];
  const keys: string[] = [...(request.columns ?? screen.list.columns), ...sort.map((one) => one.by)];
  if (entity.states) columns.add("state");
  // Amounts are shown with their currency.
  if (entity.fields.currency) columns.add("currency");
  for (const name of transitionColumns(entity, request.transitions ?? [])) {
    const field: Field | undefined = entity.fields[name];
    if (!field || mayRead(context, entity, name, field)) columns.add(name);
  }
  for (const key of keys) {
    if (key.startsWith("+")) continue;
    const counted = /^count\((\w+)\)$/.exec(key)?.[1];
    const [own = "", through] = key.split(".");
    const field: Field | undefined = entity.fields[own];
    if (counted) {
      const where = context.actor.supplierId ? [] : lineFilter(context, entity, counted);
      if (!counts.some((one) => one.as === key))
        counts.push({ table: lineTable(tableOf(entity), counted), as: key, where });
    } else if (key === "created_by" || key === "updated_by") {
      columns.add(key);
      if (entity.anonymity) columns.add(entity.anonymity.when);
      labels.set(key, {
        column: stampColumn(context, entity, key),
        table: context.actor.supplierId ? "app_user_title" : "app_user",
        columns: ["username"],
        as: `${key}__label`,
      });
    } else if (field && mayRead(context, entity, own, field) && mayTellInRows(context, entity, own)) {
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
  const read = [...columns].map((column) => stampColumn(context, entity, column));
  return { columns: read, labels: [...labels.values()], counts };
}

/**
 * The same query from a REST body, where unknown names are faults instead of being dropped. What the person may not see is
 * unknown to it.
 * @throws AppError("malformed")
 */
export function requireKnown(context: Context, screen: Screen, query: ListQuery): void {
  const { entity, list } = screen;
  for (const key of query.sort) {
    if (!maySort(context, screen, key.replace(/^-/, "")))
      throw new AppError("malformed", {
        message: `参数格式不正确：不能按「${key.replace(/^-/, "").slice(0, 40)}」排序`,
      });
  }
  if (query.q !== undefined && !isSearched(screen.entity))
    throw new AppError("malformed", { message: "参数格式不正确：不能按「q」筛选" });
  for (const name of Object.keys(query.filters)) {
    const filter = list.filters.some((known) => known === name) ? filterField(screen, name) : null;
    if (name === "state" && entity.states) continue;
    if (!filter || !mayFilter(context, entity, filter))
      throw new AppError("malformed", { message: `参数格式不正确：不能按「${name.slice(0, 40)}」筛选` });
  }
}
