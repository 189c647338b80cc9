import { type RawBuilder, sql } from "kysely";
import type { Condition } from "~/shared/condition";
import { type ConditionFacts, conditionSql } from "./condition-sql.server";
import type { Connection } from "./database.server";

/** A row as storage returns it: decimals, days and instants are text. */
export type Row = Record<string, unknown>;

/** Text columns of a referenced row, read beside the row itself; the answer carries them under `as`. */
export interface LabelJoin {
  /** Reference column of the table that is read. */
  column: string;
  table: string;
  columns: readonly string[];
  as: string;
}

export interface Sort {
  /** A column of the table, or the `as` of a label. */
  by: string;
  descending: boolean;
}

export interface RowQuery {
  table: string;
  columns: readonly string[];
  labels?: readonly LabelJoin[];
  /** Extra values per row: number of child rows. */
  counts?: readonly { table: string; as: string }[];
  where: readonly Condition[];
  facts: ConditionFacts;
  sort?: readonly Sort[];
  limit?: number;
  offset?: number;
}

const COUNT_EXACT_UP_TO = 10_000;

function labelText(alias: string, columns: readonly string[]): RawBuilder<unknown> {
  return columns.length === 1
    ? sql`${sql.ref(`${alias}.${columns[0]}`)}`
    : // Without a row behind the reference there is no label, and it sorts as empty.
      sql`nullif(concat_ws(' ', ${sql.join(columns.map((column) => sql.ref(`${alias}.${column}`)))}), '')`;
}

function whereSql(query: Pick<RowQuery, "where" | "facts">): RawBuilder<unknown> {
  return query.where.length === 0
    ? sql``
    : sql`where ${sql.join(
        query.where.map((condition) => conditionSql(condition, "t", query.facts)),
        sql` and `,
      )}`;
}

/** The label of one row by its own small query: every join more would cost the planner, who tries their orders. */
function labelLookup({ table, columns, column }: LabelJoin, alias: string): RawBuilder<unknown> {
  return sql`(select ${labelText(alias, columns)} from ${sql.table(table)} as ${sql.ref(alias)} where ${sql.ref(`${alias}.id`)} = ${sql.ref(`t.${column}`)})`;
}

/**
 * Rows of one table with the labels of what they point at. Column names must come from definitions.
 * Only labels that are sorted by are joined: ten left joins took 8 ms to plan, ten look-ups by primary key less than one.
 */
export async function selectRows(connection: Connection, query: RowQuery): Promise<Row[]> {
  const sorted = new Set((query.sort ?? []).map(({ by }) => by));
  const labels = new Map((query.labels ?? []).map((label) => [label.as, label]));
  const aliases = new Map([...labels.keys()].map((as, position) => [as, `l${position}`]));
  const alias = (as: string) => aliases.get(as) ?? as;
  const picked = [
    ...query.columns.map((column) => sql`${sql.ref(`t.${column}`)}`),
    ...[...labels].map(
      ([as, label]) =>
        sql`${sorted.has(as) ? labelText(alias(as), label.columns) : labelLookup(label, alias(as))} as ${sql.ref(as)}`,
    ),
    ...(query.counts ?? []).map(
      (count) =>
        sql`(select count(*)::int from ${sql.table(count.table)} c where c.root_id = t.id) as ${sql.ref(count.as)}`,
    ),
  ];
  const joins = [...labels]
    .filter(([as]) => sorted.has(as))
    .map(
      ([as, label]) =>
        sql`left join ${sql.table(label.table)} as ${sql.ref(alias(as))} on ${sql.ref(`${alias(as)}.id`)} = ${sql.ref(`t.${label.column}`)}`,
    );
  const order = (query.sort ?? []).map(({ by, descending }) => {
    const joined = labels.get(by);
    const direction = sql.raw(descending ? "desc nulls last" : "asc nulls last");
    return joined ? sql`${labelText(alias(by), joined.columns)} ${direction}` : sql`${sql.ref(`t.${by}`)} ${direction}`;
  });
  const statement = sql<Row>`select ${sql.join(picked)} from ${sql.table(query.table)} as t ${sql.join(joins, sql` `)} ${whereSql(query)} ${
    order.length === 0 ? sql`` : sql`order by ${sql.join(order)}`
  } ${query.limit === undefined ? sql`` : sql`limit ${query.limit}`} ${query.offset ? sql`offset ${query.offset}` : sql``}`;
  return (await statement.execute(connection)).rows;
}

/** How many rows there are; exact up to 10,000, beyond that `{count: 10000, more: true}` (ruling 33). */
export async function countRows(
  connection: Connection,
  query: Pick<RowQuery, "table" | "where" | "facts">,
): Promise<{ count: number; more: boolean }> {
  const statement = sql<{
    count: number;
  }>`select count(*)::int as count from (select 1 from ${sql.table(query.table)} as t ${whereSql(query)} limit ${COUNT_EXACT_UP_TO + 1}) as found`;
  const count = (await statement.execute(connection)).rows[0]?.count ?? 0;
  return count > COUNT_EXACT_UP_TO ? { count: COUNT_EXACT_UP_TO, more: true } : { count, more: false };
}

/** How many rows there are per value of a column. */
export async function countBy(
  connection: Connection,
  column: string,
  query: Pick<RowQuery, "table" | "where" | "facts">,
): Promise<Map<string, number>> {
  const statement = sql<{
    value: string;
    count: number;
  }>`select ${sql.ref(`t.${column}`)} as value, count(*)::int as count from ${sql.table(query.table)} as t ${whereSql(query)} group by 1`;
  return new Map((await statement.execute(connection)).rows.map((row) => [row.value, row.count]));
}

/** The different ids that stand in a column of the rows that match, at most `limit`. */
export async function distinctIds(
  connection: Connection,
  column: string,
  query: Pick<RowQuery, "table" | "where" | "facts"> & { limit: number },
): Promise<string[]> {
  const { rows } = await sql<{
    id: string;
  }>`select distinct ${sql.ref(`t.${column}`)} as id from ${sql.table(query.table)} as t ${whereSql(query)} limit ${query.limit}`.execute(
    connection,
  );
  return rows.flatMap(({ id }) => (id === null ? [] : [id]));
}

/** Adds a row. Nothing is read back: a supplier may be allowed to write what it may not read. */
export async function insertRow(connection: Connection, table: string, row: Row): Promise<void> {
  const columns = Object.keys(row);
  await sql`insert into ${sql.table(table)} (${sql.join(columns.map((column) => sql.ref(column)))}) values (${sql.join(
    columns.map((column) => bound(row[column])),
  )})`.execute(connection);
}

// Objects and lists are structured values: the driver would turn a list into a PostgreSQL array.
function bound(value: unknown): RawBuilder<unknown> {
  return typeof value === "object" && value !== null ? sql`${JSON.stringify(value)}::jsonb` : sql`${value}`;
}

/** Changes the rows that match; answers how many there were. */
export async function updateRows(
  connection: Connection,
  table: string,
  values: Row,
  query: Pick<RowQuery, "where" | "facts">,
): Promise<number> {
  const sets = Object.entries(values).map(([column, value]) => sql`${sql.ref(column)} = ${bound(value)}`);
  if (sets.length === 0) return 0;
  const result = await sql`update ${sql.table(table)} as t set ${sql.join(sets)} ${whereSql(query)}`.execute(
    connection,
  );
  return Number(result.numAffectedRows ?? 0);
}

/** Removes the rows that match; answers how many there were. */
export async function deleteRows(
  connection: Connection,
  table: string,
  query: Pick<RowQuery, "where" | "facts">,
): Promise<number> {
  const result = await sql`delete from ${sql.table(table)} as t ${whereSql(query)}`.execute(connection);
  return Number(result.numAffectedRows ?? 0);
}

/** The next running number of a series; never the same twice, also between processes. */
export async function nextNumber(connection: Connection, series: string): Promise<number> {
  const { rows } = await sql<{ value: number }>`select next_number(${series}) as value`.execute(connection);
  return rows[0]?.value ?? 1;
}
