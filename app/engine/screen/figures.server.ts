import { countByDay, selectTaskFigures } from "~/data/call-figures.server";
import { groupedRows, type Measure } from "~/data/grouped-rows.server";
import { addDays, dayOf, momentOf } from "~/shared/calendar";
import { type Condition, where } from "~/shared/condition";
import { decimal, roundRate, sum } from "~/shared/decimal";
import type { Context } from "../context.server";
import type { Field } from "../entity";
import { choicesOf } from "../entity/dictionary";
import type { Screen } from "../entity/registry";
import type { Chart, ListFigures } from "../entity/server-hooks";
import { AppError } from "../errors";
import { labelJoin } from "../operations/labels.server";
import { type ListQuery, narrowedScreen } from "../operations/list.server";
import { factsOf, requireAction, rowFilter } from "../operations/scope.server";
import { reading } from "../operations/transaction.server";
import { listPath } from "./address";
import { listHref, pairsOf, readListQuery } from "./list-query.server";
import { columnLabel } from "./show";

const DAYS = 30;

/**
 * Figures about the rows of a list, as its entity draws them: of those rows that the list showed, by the conditions of its address.
 * @throws AppError("forbidden" | "not_found")
 */
export async function figuresModel(context: Context, screen: Screen, params = new URLSearchParams()) {
  const { figures } = context.services.registry.server(screen.entity.key);
  if (!figures || screen.view?.figures === false) throw new AppError("not_found");
  requireAction(context, screen.entity, "query", screen);
  const query = readListQuery(screen, params);
  const {
    about,
    charts,
    tables = [],
  } = await reading(context, async () => {
    const { screen: narrowed, chosen } = await narrowedScreen(context, screen, query);
    return figures(context, narrowed, chosen);
  });
  const named = conditionNames(screen, query);
  return {
    title: `${screen.label}统计`,
    list: screen.label,
    about: named.length === 0 ? about : `${about}；按列表的条件：${named.join("、")}`,
    back: { label: `返回${screen.label}`, href: listHref(screen, pairsOf({ ...query, sort: [] }, ["size"])) },
    charts: charts.map((chart) => leadingOn(screen, query, chart)),
    rankings: tables.map(({ title, table }) => ({ title, table })),
  };
}

/** A number leads to the rows that were counted: those of its own condition among those of the list. */
function leadingOn(screen: Screen, query: ListQuery, chart: Chart): Chart {
  const list = `${listPath(screen)}?`;
  const kept = pairsOf({ ...query, sort: [] }, ["size"]);
  if (kept.length === 0 || !chart.hrefs) return chart;
  const hrefs = chart.hrefs.map((href) => {
    if (!href.startsWith(list)) return href;
    const own = [...new URLSearchParams(href.slice(list.length))];
    const others = kept.filter(([name]) => !own.some(([one]) => one === name));
    return `${list}${new URLSearchParams([...others, ...own])}`;
  });
  return { ...chart, hrefs };
}

/** What the rows were chosen by, as the list calls it; the values stand there. */
export function conditionNames(screen: Screen, { q, filters, toggles }: ListQuery): string[] {
  return [
    ...(q === undefined ? [] : [`搜索“${q}”`]),
    ...Object.keys(filters).map((name) => (name === "state" ? "状态" : columnLabel(screen, name))),
    ...toggles.flatMap((name) => screen.list.toggles?.[name as `${string}_only`]?.label ?? []),
  ];
}

/** Rows of the list that this person may see. */
function seenIn(context: Context, screen: Screen): Condition[] {
  return [...rowFilter(context, screen.entity), ...(screen.where ? [screen.where] : [])];
}

interface Daily {
  caption: string;
  unit: string;
  /** States that count as failures. */
  failed: readonly string[];
  /** Over how many days what succeeded and the average are drawn. */
  recentDays: number;
  /** A column of numbers, its average per day in a chart of its own. */
  averaged: { column: string; caption: string; unit: string };
  /** Caption of the chart of what did not fail, in percent of what there was. */
  succeeded: string;
}

/** Rows per day of the last 30 days and those that failed; of the last few of them what succeeded, and the average of a column. */
export async function dailyFigures(
  context: Context,
  screen: Screen,
  { caption, unit, failed, averaged, succeeded, recentDays }: Daily,
): Promise<ListFigures> {
  const today = dayOf(context.now);
  const first = addDays(today, 1 - DAYS);
  const found = await countByDay(context.services.database.connection(), {
    table: screen.table,
    where: [...seenIn(context, screen), where.atLeast("created_at", momentOf(first))],
    facts: factsOf(context),
    failed,
    averaged: averaged.column,
  });
  const byDay = new Map(found.map((row) => [row.day, row]));
  const days = Array.from({ length: DAYS }, (_none, at) => addDays(first, at));
  // A day with nothing has no rate and no average.
  const recent = days.slice(-recentDays).filter((day) => (byDay.get(day)?.all ?? 0) > 0);
  const series = (label: string, key: "all" | "failed" | "average", shown = days) => ({
    label,
    values: shown.map((day) => String(byDay.get(day)?.[key] ?? 0)),
  });
  const chart = { kind: "line" as const, axis: "日期", labels: days.map((day) => day.slice(5)) };
  const labels = recent.map((day) => day.slice(5));
  const rates = recent.map((day) => successRate(byDay.get(day)));
  return {
    about: `${first}至${today}，共${DAYS}天`,
    charts: [
      { ...chart, caption, unit, series: [series("全部", "all"), series("失败", "failed")] },
      { ...chart, caption: succeeded, unit: "%", labels, series: [{ label: "成功率", values: rates }] },
      { ...chart, caption: averaged.caption, unit: averaged.unit, labels, series: [series("平均", "average", recent)] },
    ],
  };
}

/** In percent. */
function successRate(day: { all: number; failed: number } | undefined): string {
  if (!day || day.all === 0) return "0";
  return roundRate(
    decimal(day.all - day.failed)
      .times(100)
      .div(day.all),
  );
}

/** Open tasks and how long they took, by kind of document. */
export async function taskFigures(context: Context, screen: Screen): Promise<ListFigures> {
  const rows = await selectTaskFigures(context.services.database.connection(), {
    where: seenIn(context, screen),
    facts: factsOf(context),
  });
  const done = rows.filter(({ hours }) => hours !== null);
  const chart = { kind: "bar" as const, axis: "业务类型" };
  return {
    about: "您能看到的全部任务",
    charts: [
      {
        ...chart,
        caption: "按业务类型的待办数",
        unit: "项",
        labels: rows.map(({ kind }) => kind),
        series: [{ label: "待办", values: rows.map(({ open }) => String(open)) }],
      },
      {
        ...chart,
        caption: "平均处理时长",
        unit: "小时",
        labels: done.map(({ kind }) => kind),
        series: [{ label: "平均", values: done.map(({ hours }) => hours ?? "0") }],
      },
    ],
  };
}

interface Averaged {
  /** A column of numbers, and the instant that says when a row was. */
  column: string;
  day: string;
  /** Fields whose values name a bar, in this order. */
  by: readonly string[];
  caption: string;
  axis: string;
  unit: string;
}

/** Bars of the longest averages; a picture of more would not be read. */
const MOST_BARS = 20;
const AVERAGED_DAYS = 90;

/** Average of a column by what other fields say, over the rows of the last 90 days that have one; the largest first. */
export async function averageFigures(
  context: Context,
  screen: Screen,
  { column, day, by, caption, axis, unit }: Averaged,
): Promise<ListFigures> {
  const today = dayOf(context.now);
  const first = addDays(today, 1 - AVERAGED_DAYS);
  const fields: Readonly<Record<string, Field>> = screen.entity.fields;
  const rows = await groupedRows(context.services.database.connection(), {
    table: screen.table,
    where: [...seenIn(context, screen), where.atLeast(day, momentOf(first)), where.set(column)],
    facts: factsOf(context),
    groups: by.map((name) => ({ as: name, column: name })),
    measures: [{ as: "average", fn: "avg", column }],
    labels: [],
    largestBy: "average",
    limit: MOST_BARS,
  });
  const nameOf = (row: Readonly<Record<string, unknown>>, name: string) => {
    const field = fields[name];
    const value = String(row[name] ?? "");
    return (field ? choicesOf(field.options)[value] : undefined) ?? value;
  };
  return {
    about: `${first}至${today}，共${AVERAGED_DAYS}天，只列耗时最长的${MOST_BARS}项`,
    charts: [
      {
        kind: "bar",
        caption,
        axis,
        unit,
        labels: rows.map((row) => by.map((name) => nameOf(row, name)).join("·")),
        series: [{ label: "平均", values: rows.map(({ average }) => decimal(String(average)).toFixed(1)) }],
      },
    ],
  };
}

/** What rows of a list are counted by: a field, a day or instant by its month. */
export interface CountedBy {
  field: string;
  byMonth?: true;
}

/** When a row was made and changed last is known of every entity. */
function isInstant(fields: Readonly<Record<string, Field>>, name: string): boolean {
  return name === "created_at" || name === "updated_at" || fields[name]?.kind === "dateTime";
}

/**
 * Rows of a list that this person may see, counted by one or two fields, in one statement.
 * @param more conditions beside those of the list
 * @returns values of the fields in their order (a month as `2026-03`, empty ones as an empty text) with the count
 */
export async function countsOfList(
  context: Context,
  screen: Screen,
  by: readonly CountedBy[],
  more: readonly Condition[] = [],
): Promise<{ values: string[]; count: number }[]> {
  const fields: Readonly<Record<string, Field>> = screen.entity.fields;
  const rows = await groupedRows(context.services.database.connection(), {
    table: screen.table,
    where: [...seenIn(context, screen), ...more],
    facts: factsOf(context),
    groups: by.map(({ field, byMonth }) => ({
      as: field,
      column: field,
      ...(byMonth ? { step: { by: "month" as const, isInstant: isInstant(fields, field) } } : {}),
    })),
    measures: [{ as: "rows", fn: "count", column: null }],
    labels: [],
    largestBy: "rows",
    limit: MOST_GROUPS,
  });
  return rows.map((row) => ({ values: by.map(({ field }) => String(row[field] ?? "")), count: Number(row.rows) }));
}

/** What rows of a list are put together by, and which of their columns are added up. */
export interface SummedBy {
  by: readonly CountedBy[];
  sums: readonly string[];
  /** Rows whose column says something, counted among the sums under a name of their own. */
  counts?: readonly { as: string; column: string; says: string }[];
  /** Averages and medians of columns, among the sums under names of their own; groups of them have none together. */
  middles?: readonly { as: string; fn: "avg" | "median"; column: string }[];
  /** Conditions beside those of the list. */
  more?: readonly Condition[];
  /** By the first sum, or the count where there is none, the largest first, instead of by the groups. */
  largest?: true | undefined;
}

/** One group: what its fields hold, how people read that, and what its rows add up to. */
export interface SummedRow {
  values: string[];
  labels: string[];
  count: number;
  sums: Readonly<Record<string, string>>;
}

/** The groups that are shown, and what all rows come to, those of further groups among them. */
export interface SummedList {
  rows: SummedRow[];
  total: SummedRow;
  /** There are further groups. */
  more: boolean;
}

/** Columns of a list that this person may see, added up by fields in one statement; what is empty adds nothing. */
export async function sumsOfList(context: Context, screen: Screen, wish: SummedBy): Promise<SummedRow[]> {
  return summedRows(context, screen, wish, MOST_GROUPS);
}

/**
 * The same with what all rows come to: where there are more groups than are shown, in a second statement.
 * @param most groups that are shown
 */
export async function sumsWithTotal(
  context: Context,
  screen: Screen,
  wish: SummedBy,
  most = MOST_GROUPS,
): Promise<SummedList> {
  const found = await summedRows(context, screen, wish, most + 1);
  const more = found.length > most;
  // What lies in the middle of all rows does not follow from the middles of groups.
  const apart = more || (wish.middles ?? []).length > 0;
  const [whole] = apart ? await summedRows(context, screen, { ...wish, by: [], largest: undefined }, 1) : [];
  return { rows: found.slice(0, most), total: whole ?? addedUp(found), more };
}

/** Rows as one row, which has no name. */
export function addedUp(rows: readonly SummedRow[]): SummedRow {
  const names = new Set(rows.flatMap(({ sums }) => Object.keys(sums)));
  const together = (name: string) => sum(rows.map(({ sums }) => sums[name] ?? null)).toFixed();
  return {
    values: [],
    labels: [],
    count: rows.reduce((all, { count }) => all + count, 0),
    sums: Object.fromEntries([...names].map((name) => [name, together(name)])),
  };
}

async function summedRows(
  context: Context,
  screen: Screen,
  { by, sums, counts = [], middles = [], more = [], largest }: SummedBy,
  limit: number,
): Promise<SummedRow[]> {
  const fields: Readonly<Record<string, Field>> = screen.entity.fields;
  const measures: Measure[] = [
    ...sums.map((column) => ({ as: `s_${column}`, fn: "sum" as const, column })),
    ...counts.map(({ as, ...only }) => ({ as: `s_${as}`, fn: "count" as const, column: null, only })),
    ...middles.map(({ as, fn, column }) => ({ as: `s_${as}`, fn, column })),
    { as: "rows", fn: "count", column: null },
  ];
  const rows = await groupedRows(context.services.database.connection(), {
    table: screen.table,
    where: [...seenIn(context, screen), ...more],
    facts: factsOf(context),
    groups: by.map(({ field, byMonth }, at) => ({
      as: `g${at}`,
      column: field,
      ...(byMonth ? { step: { by: "month" as const, isInstant: isInstant(fields, field) } } : {}),
    })),
    measures,
    labels: by.flatMap(({ field }, at) => {
      const own = fields[field];
      return own ? labelJoin(context, field, own).map((join) => ({ ...join, column: `g${at}`, as: `l${at}` })) : [];
    }),
    largestBy: largest ? (measures[0]?.as ?? null) : null,
    limit,
  });
  return rows.map((row) => ({
    values: by.map((_one, at) => String(row[`g${at}`] ?? "")),
    labels: by.map(({ field }, at) => {
      const value = String(row[`g${at}`] ?? "");
      const own = fields[field];
      return String(row[`l${at}`] ?? (own ? choicesOf(own.options)[value] : undefined) ?? value);
    }),
    count: Number(row.rows),
    sums: Object.fromEntries([
      ...[...sums, ...counts.map(({ as }) => as)].map((name) => [name, String(row[`s_${name}`] ?? "0")]),
      // Nothing has no middle.
      ...middles.map(({ as }) => [as, String(row[`s_${as}`] ?? "")]),
    ]),
  }));
}

/** The days up to this one, the oldest first. */
export function lastDays(today: string, count: number): string[] {
  return Array.from({ length: count }, (_none, at) => addDays(today, at + 1 - count));
}

/**
 * Rows of a list that this person may see, by day and by what a field says, in one statement.
 * @param counted.day an instant, counted on the days of China
 * @param counted.days the days to look at, the oldest first
 * @returns counts by `2026-03-02 value`
 */
export async function rowsByDay(
  context: Context,
  screen: Screen,
  { day, by, days }: { day: string; by: string; days: readonly string[] },
  more: readonly Condition[] = [],
): Promise<ReadonlyMap<string, number>> {
  const rows = await groupedRows(context.services.database.connection(), {
    table: screen.table,
    where: [...seenIn(context, screen), where.atLeast(day, momentOf(days[0] ?? dayOf(context.now))), ...more],
    facts: factsOf(context),
    groups: [
      { as: "day", column: day, step: { by: "day", isInstant: true } },
      { as: "value", column: by },
    ],
    measures: [{ as: "rows", fn: "count", column: null }],
    labels: [],
    largestBy: null,
    limit: MOST_GROUPS,
  });
  return new Map(rows.map((row) => [`${String(row.day)} ${String(row.value ?? "")}`, Number(row.rows)]));
}

/** More groups than anybody reads; what lies beyond them is not drawn. */
const MOST_GROUPS = 500;

/** The months up to this one, the oldest first: `2026-03`. */
export function lastMonths(today: string, count: number): string[] {
  const [year = 0, month = 1] = today.split("-").map(Number);
  return Array.from({ length: count }, (_none, at) => {
    const index = year * 12 + month - 1 - (count - 1 - at);
    return `${Math.floor(index / 12)}-${String((index % 12) + 1).padStart(2, "0")}`;
  });
}
