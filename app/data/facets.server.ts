import { type RawBuilder, sql } from "kysely";
import type { Connection } from "./database.server";
import { type GroupColumn, groupSql, type Measure, measureSql } from "./grouped-rows.server";
import { type LabelJoin, labelLookup, type RowQuery, type Sort, whereSql } from "./store.server";

/** A column of a facet, answered as text under its own name; an instant as its business day in China. */
export interface FacetColumn {
  column: string;
  isInstant: boolean;
}

/** The first rows of a table in an order, or the rows of a table counted and summed by groups. */
export type FacetQuery = Pick<RowQuery, "table" | "where" | "facts"> & { limit: number } & (
    | { columns: readonly FacetColumn[]; labels: readonly LabelJoin[]; sort: readonly Sort[] }
    | { groups: readonly GroupColumn[]; measures: readonly Measure[] }
  );

/** Values as text, decimals and days included. */
export type FacetRow = Readonly<Record<string, string | null>>;

/** Rows of several tables in one statement, in the order of the queries. Column names must come from definitions. */
export async function selectFacets(connection: Connection, queries: readonly FacetQuery[]): Promise<FacetRow[][]> {
  if (queries.length === 0) return [];
  const parts = queries.map(
    (query, position) =>
      sql`(select coalesce(jsonb_agg(to_jsonb(x)), '[]'::jsonb) from (${facetSql(query)}) as x) as ${sql.ref(`part${position}`)}`,
  );
  const { rows } = await sql<Record<string, FacetRow[]>>`select ${sql.join(parts)}`.execute(connection);
  return queries.map((_query, position) => rows[0]?.[`part${position}`] ?? []);
}

function facetSql(query: FacetQuery): RawBuilder<unknown> {
  const from = sql`from ${sql.table(query.table)} as t ${whereSql(query)}`;
  if ("groups" in query) {
    const groups = query.groups.map(groupSql);
    const columns = [
      ...query.groups.map(({ as }, at) => sql`${groups[at]}::text as ${sql.ref(as)}`),
      ...query.measures.map((measure) => sql`${measureSql(measure)}::text as ${sql.ref(measure.as)}`),
    ];
    return sql`select ${sql.join(columns)} ${from} group by ${sql.join(groups)} limit ${query.limit}`;
  }
  const columns = [
    sql`t.id::text as id`,
    ...query.columns.map(({ column, isInstant }) => {
      const ref = sql.ref(`t.${column}`);
      const value = isInstant ? sql`to_char(${ref} at time zone 'Asia/Shanghai', 'YYYY-MM-DD')` : sql`${ref}::text`;
      return sql`${value} as ${sql.ref(column)}`;
    }),
    ...query.labels.map((label, at) => sql`${labelLookup(label, `l${at}`)}::text as ${sql.ref(label.as)}`),
  ];
  const order = query.sort.map(
    ({ by, descending }) => sql`${sql.ref(`t.${by}`)} ${sql.raw(descending ? "desc" : "asc")} nulls last`,
  );
  return sql`select ${sql.join(columns)} ${from} order by ${sql.join(order)} limit ${query.limit}`;
}
