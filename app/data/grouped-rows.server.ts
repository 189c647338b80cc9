import { type RawBuilder, sql } from "kysely";
import type { Connection } from "./database.server";
import { type LabelJoin, labelLookup, type Row, type RowQuery, whereSql } from "./store.server";

/** How far an instant or day is shortened before rows are put together by it. */
export type DateStep = "day" | "month" | "year";

/** A column rows are put together by; answered under `as`, a day shortened to `2026-03`, instants in China time. */
export interface GroupColumn {
  as: string;
  column: string;
  step?: { by: DateStep; isInstant: boolean };
}

/** A figure of each group, as decimal text; without a column, rows are counted. */
export interface Measure {
  as: string;
  fn: "count" | "sum" | "avg" | "median" | "min" | "max";
  column: string | null;
  /** Only of rows whose column says this. */
  only?: { column: string; says: string };
}

/** What is worked out of the rows of a table. */
export interface GroupQuery extends Pick<RowQuery, "table" | "where" | "facts"> {
  groups: readonly GroupColumn[];
  measures: readonly Measure[];
  /** Labels of groups that are references, read after grouping. */
  labels: readonly LabelJoin[];
  /** By this measure, the largest first, instead of by the groups. */
  largestBy: string | null;
  limit: number;
}

const STEPS: Readonly<Record<DateStep, string>> = { day: "YYYY-MM-DD", month: "YYYY-MM", year: "YYYY" };

/** Figures by groups, in one statement. Column names must come from definitions. */
export async function groupedRows(connection: Connection, query: GroupQuery): Promise<Row[]> {
  const { groups, measures, labels, largestBy, limit } = query;
  const grouped = groups.map(groupSql);
  const inner = [
    ...groups.map(({ as }, index) => sql`${grouped[index]} as ${sql.ref(as)}`),
    ...measures.map((measure) => sql`${measureSql(measure)}${onlySql(measure)} as ${sql.ref(measure.as)}`),
  ];
  const by = grouped.length === 0 ? sql`` : sql`group by ${sql.join(grouped)}`;
  const shown = [
    ...groups.map(({ as }) => sql.ref(`t.${as}`)),
    ...measures.map(({ as }) => sql`${sql.ref(`t.${as}`)}::text as ${sql.ref(as)}`),
    ...labels.map((label, index) => sql`${labelLookup(label, `l${index}`)} as ${sql.ref(label.as)}`),
  ];
  const order = [
    ...(largestBy === null ? [] : [sql`${sql.ref(`t.${largestBy}`)} desc nulls last`]),
    ...groups.map(({ as }) => {
      const label = labels.findIndex(({ column }) => column === as);
      // A label by its place among the columns of the answer, counted from one: it is no column of the groups.
      const place = groups.length + measures.length + label + 1;
      return label < 0 ? sql`${sql.ref(`t.${as}`)} asc nulls last` : sql`${sql.lit(place)} asc nulls last`;
    }),
  ];
  const statement = sql<Row>`select ${sql.join(shown)} from (
      select ${sql.join(inner)} from ${sql.table(query.table)} as t ${whereSql(query)} ${by}
    ) as t ${order.length === 0 ? sql`` : sql`order by ${sql.join(order)}`} limit ${limit}`;
  return (await statement.execute(connection)).rows;
}

/** The value rows are put together by; columns come from definitions. */
export function groupSql({ column, step }: GroupColumn): RawBuilder<unknown> {
  const ref = sql.ref(`t.${column}`);
  if (!step) return sql`${ref}`;
  // A literal: the same expression stands among the columns and in `group by`.
  const form = sql.lit(STEPS[step.by]);
  return step.isInstant ? sql`to_char(${ref} at time zone 'Asia/Shanghai', ${form})` : sql`to_char(${ref}, ${form})`;
}

function onlySql({ only }: Measure): RawBuilder<unknown> {
  return only ? sql` filter (where ${sql.ref(`t.${only.column}`)}::text = ${only.says})` : sql``;
}

/** One figure of the rows put together. */
export function measureSql({ fn, column }: Measure): RawBuilder<unknown> {
  if (column === null) return sql`count(*)`;
  const ref = sql.ref(`t.${column}`);
  switch (fn) {
    case "sum":
      return sql`sum(${ref})`;
    case "avg":
      return sql`round(avg(${ref}), 4)`;
    case "median":
      // Worked out in floating point, of which numbers of up to 15 digits come back as they were.
      return sql`round((percentile_cont(0.5) within group (order by ${ref}))::numeric, 4)`;
    case "min":
      return sql`min(${ref})`;
    case "max":
      return sql`max(${ref})`;
    case "count":
      return sql`count(${ref})`;
  }
}
