import { type RawBuilder, sql } from "kysely";
import type { Condition } from "~/shared/condition";
import { type ConditionFacts, conditionSql } from "./condition-sql.server";
import type { Connection } from "./database.server";
import { isUndeliveredSql } from "./integrations.server";
import { type LineLabel, lineLabelLookup } from "./line-labels.server";

/** A row as storage returns it: decimals, days and instants are text. */
export type Row = Record<string, unknown>;

/** Text columns of a referenced row, read beside the row itself; the answer carries them under `as`. */
export interface LabelJoin {
  /** Reference column of the table that is read. */
  column: string;
  table: string;
  columns: readonly string[];
  as: string;
  /** It is a line of a document that is named, not the row itself; not to be sorted by. */
  line?: LineLabel;
}

export interface Sort {
  /** A column of the table, or the `as` of a label. */
  by: string;
  descending: boolean;
  /** The column is never empty: an index then serves both directions, because no empty values need a place at the end. */
  filled?: boolean;
}

export interface RowQuery {
  table: string;
  columns: readonly string[];
  labels?: readonly LabelJoin[];
  /** Extra values per row: number of child rows, of those that satisfy all conditions. */
  counts?: readonly { table: string; as: string; where?: readonly Condition[] }[];
  /** The name of a value that says whether another system has not got a call about the row; the table has states. */
  undelivered?: string;
  where: readonly Condition[];
  facts: ConditionFacts;
  sort?: readonly Sort[];
  limit?: number;
  offset?: number;
  /**
   * Few rows match: they are found first and put in order then. Left to itself the planner may walk through the table in
   * the order of the sort until it has met enough of them.
   */
  few?: boolean;
}

/** Counts stop here (ruling 33). */
export const COUNT_EXACT_UP_TO = 10_000;

/** The columns by which people name a row, as one text. */
export function labelText(alias: string, columns: readonly string[]): RawBuilder<unknown> {
  return columns.length === 1
    ? sql`${sql.ref(`${alias}.${columns[0]}`)}`
    : // Without a row behind the reference there is no label, and it sorts as empty.
      sql`nullif(concat_ws(' ', ${sql.join(columns.map((column) => sql.ref(`${alias}.${column}`)))}), '')`;
}

/** All conditions of a query over the table known as `t`; nothing when there are none. */
export function whereSql(query: Pick<RowQuery, "where" | "facts">): RawBuilder<unknown> {
  return query.where.length === 0
    ? sql``
    : sql`where ${sql.join(
        query.where.map((condition) => conditionSql(condition, "t", query.facts)),
        sql` and `,
      )}`;
}

/** The label of one row by its own small query: every join more would cost the planner, who tries their orders. */
export function labelLookup({ table, columns, column, line }: LabelJoin, alias: string): RawBuilder<unknown> {
  if (line) return lineLabelLookup(line, column, alias);
  return sql`(select ${labelText(alias, columns)} from ${sql.table(table)} as ${sql.ref(alias)} where ${sql.ref(`${alias}.id`)} = ${sql.ref(`t.${column}`)})`;
}

/**
 * Rows of one table with the labels of what they point at. Column names must come from definitions.
 * Only labels that are sorted by are joined: ten left joins took 8 ms to plan, ten look-ups by primary key less than one.
 */
export async function selectRows(connection: Connection, query: RowQuery): Promise<Row[]> {
  return (await selectSql(query).execute(connection)).rows;
}

/** Rows of one table among several that are read together; which columns JSON would carry otherwise than the driver. */
export interface RowSet {
  query: RowQuery;
  types: { decimals: readonly string[]; instants: readonly string[] };
}

/** Rows of several tables in one statement, in the order of the sets and as `selectRows` would have answered each. */
export async function selectRowSets(connection: Connection, sets: readonly RowSet[]): Promise<Row[][]> {
  const [first] = sets;
  if (!first) return [];
  if (sets.length === 1) return [await selectRows(connection, first.query)];
  const parts = sets.map(({ query, types }, at) => {
    const asRead = (name: string) => query.columns.includes(name);
    const texts = [
      ...types.decimals.filter(asRead).map((name) => sql`${sql.lit(name)}, ${sql.ref(`x.${name}`)}::text`),
      ...types.instants
        .filter(asRead)
        .map(
          (name) =>
            sql`${sql.lit(name)}, to_char(${sql.ref(`x.${name}`)} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`,
        ),
    ];
    return sql`(select coalesce(jsonb_agg(to_jsonb(x) || jsonb_build_object(${sql.join(texts)})), '[]'::jsonb) from (${selectSql(query)}) as x) as ${sql.ref(`set${at}`)}`;
  });
  const { rows } = await sql<Record<string, Row[]>>`select ${sql.join(parts)}`.execute(connection);
  return sets.map((_set, at) => rows[0]?.[`set${at}`] ?? []);
}

/**
 * The statement of `selectRows`; `more` are values beside the columns that do not depend on the row. Rows behind an
 * offset are chosen by id first: what they show is then read for the page only, not for everything that is skipped.
 */
export function selectSql(query: RowQuery, more: readonly RawBuilder<unknown>[] = []): RawBuilder<Row> {
  const sorted = new Set((query.sort ?? []).map(({ by }) => by));
  const labels = new Map((query.labels ?? []).map((label) => [label.as, label]));
  const aliases = new Map([...labels.keys()].map((as, position) => [as, `l${position}`]));
  const alias = (as: string) => aliases.get(as) ?? as;
  const picked = [
    ...query.columns.map((column) => sql`${sql.ref(`t.${column}`)}`),
    ...[...labels].map(
      ([as, label]) =>
        sql`${sorted.has(as) ? labelText(alias(as), label.columns) : labelLookup(label, alias(as))} as ${sql.id(as)}`,
    ),
    ...(query.counts ?? []).map(
      (count) =>
        sql`(select count(*)::int from ${sql.table(count.table)} c where ${sql.join(
          [sql`c.root_id = t.id`, ...(count.where ?? []).map((condition) => conditionSql(condition, "c", query.facts))],
          sql` and `,
        )}) as ${sql.ref(count.as)}`,
    ),
    ...(query.undelivered === undefined
      ? []
      : [
          sql`${isUndeliveredSql({ id: sql.ref("t.id"), state: sql.ref("t.state") })} as ${sql.ref(query.undelivered)}`,
        ]),
    ...more,
  ];
  const joins = [...labels]
    .filter(([as]) => sorted.has(as))
    .map(
      ([as, label]) =>
        sql`left join ${sql.table(label.table)} as ${sql.ref(alias(as))} on ${sql.ref(`${alias(as)}.id`)} = ${sql.ref(`t.${label.column}`)}`,
    );
  const order = (query.sort ?? []).map(({ by, descending, filled }) => {
    const joined = labels.get(by);
    const direction = sql.raw(`${descending ? "desc" : "asc"}${filled ? "" : " nulls last"}`);
    return joined ? sql`${labelText(alias(by), joined.columns)} ${direction}` : sql`${sql.ref(`t.${by}`)} ${direction}`;
  });
  const table = sql`${sql.table(query.table)} as t`;
  const found = query.few ? gathered(query) : table;
  const joined = sql.join(joins, sql` `);
  const conditions = query.few ? sql`` : whereSql(query);
  const ordered = order.length === 0 ? sql`` : sql`order by ${sql.join(order)}`;
  const limited = query.limit === undefined ? sql`` : sql`limit ${query.limit}`;
  return query.offset
    ? sql<Row>`select ${sql.join(picked)} from (select t.id from ${found} ${joined} ${conditions} ${ordered} ${limited} offset ${query.offset}) as page join ${table} on t.id = page.id ${joined} ${ordered}`
    : sql<Row>`select ${sql.join(picked)} from ${found} ${joined} ${conditions} ${ordered} ${limited}`;
}

/** The rows that match as a table of their own; `offset 0` keeps the planner from looking into it. */
function gathered(query: RowQuery): RawBuilder<unknown> {
  const labels = query.labels ?? [];
  const own = (query.sort ?? []).map(({ by }) => by).filter((by) => !labels.some(({ as }) => as === by));
  const needed = new Set(["id", ...query.columns, ...labels.map(({ column }) => column), ...own]);
  const columns = [...needed].map((column) => sql.ref(`t.${column}`));
  return sql`(select ${sql.join(columns)} from ${sql.table(query.table)} as t ${whereSql(query)} offset 0) as t`;
}

/**
 * The ids of all rows that match, in order, 32 hexadecimal digits each, as one text: a hundred thousand values of a
 * result would hold up the loop while they are read, one long value does not.
 * @param query.lines ids of the rows of this child table instead, in the order of their heads
 * @param query.limit one more than this is enough to know that there are too many
 * @param query.versions the column with the version of a record: each id is followed by it, eight digits more; two texts that are equal were read of the
 * same state of all rows
 */
export async function packedIds(
  connection: Connection,
  query: Pick<RowQuery, "table" | "labels" | "where" | "facts" | "sort"> & {
    limit: number;
    lines?: { table: string; where: readonly Condition[] };
    versions?: string;
  },
): Promise<string> {
  const { labels = [], lines, limit, sort = [], versions } = query;
  const aliases = new Map(labels.map((label, position) => [label.as, `l${position}`]));
  const joins = labels.map(
    (label) =>
      sql`left join ${sql.table(label.table)} as ${sql.ref(aliases.get(label.as) ?? "")} on ${sql.ref(`${aliases.get(label.as)}.id`)} = ${sql.ref(`t.${label.column}`)}`,
  );
  const order = sort.map(({ by, descending }) => {
    const label = labels.find(({ as }) => as === by);
    const target = label ? labelText(aliases.get(by) ?? "", label.columns) : sql`${sql.ref(`t.${by}`)}`;
    return sql`${target} ${sql.raw(descending ? "desc nulls last" : "asc nulls last")}`;
  });
  const childOrder = lines ? [sql`c.line_no`, sql`c.id`] : [];
  const children = lines ? [sql`join ${sql.table(lines.table)} as c on c.root_id = t.id`] : [];
  const conditions = [
    ...query.where.map((condition) => conditionSql(condition, "t", query.facts)),
    ...(lines?.where ?? []).map((condition) => conditionSql(condition, "c", query.facts)),
  ];
  const version = versions ? sql`|| lpad(to_hex(found.version), 8, '0')` : sql``;
  const statement = sql<{
    ids: string | null;
  }>`select string_agg(replace(found.id::text, '-', '') ${version}, '' order by found.place) as ids from (
    select ${lines ? sql`c.id` : sql`t.id`} as id, ${versions ? sql`${sql.ref(`t.${versions}`)} as version,` : sql``} row_number() over (order by ${sql.join([...order, ...childOrder])}) as place
    from ${sql.table(query.table)} as t ${sql.join([...children, ...joins], sql` `)}
    ${conditions.length === 0 ? sql`` : sql`where ${sql.join(conditions, sql` and `)}`} limit ${limit}) as found`;
  return (await statement.execute(connection)).rows[0]?.ids ?? "";
}

/**
 * How many rows there are; exact up to 10,000, beyond that `{count: 10000, more: true}` (ruling 33).
 * @param options.exact counts them all, whatever it costs
 */
export async function countRows(
  connection: Connection,
  query: Pick<RowQuery, "table" | "where" | "facts">,
  options: { exact: boolean } = { exact: false },
): Promise<{ count: number; more: boolean }> {
  const most = options.exact ? sql`` : sql`limit ${COUNT_EXACT_UP_TO + 1}`;
  const statement = sql<{
    count: number;
  }>`select count(*)::int as count from (select 1 from ${sql.table(query.table)} as t ${whereSql(query)} ${most}) as found`;
  const count = (await statement.execute(connection)).rows[0]?.count ?? 0;
  return count > COUNT_EXACT_UP_TO && !options.exact
    ? { count: COUNT_EXACT_UP_TO, more: true }
    : { count, more: false };
}

/**
 * How many rows there are per value of a column, for several tables in one statement and in their order. A query may name another
 * column of text to count by; no value counts as the empty one there.
 */
export async function countBy(
  connection: Connection,
  column: string,
  queries: readonly (Pick<RowQuery, "table" | "where" | "facts"> & { by?: string })[],
): Promise<Map<string, number>[]> {
  const found = queries.map(() => new Map<string, number>());
  if (queries.length === 0) return found;
  const parts = queries.map(
    (query, part) =>
      sql`select ${sql.lit(part)} as part, ${query.by === undefined ? sql.ref(`t.${column}`) : sql`coalesce(${sql.ref(`t.${query.by}`)}, '')`} as value, count(*)::int as count from ${sql.table(query.table)} as t ${whereSql(query)} group by 2`,
  );
  const statement = sql<{ part: number; value: string; count: number }>`${sql.join(parts, sql` union all `)}`;
  for (const { part, value, count } of (await statement.execute(connection)).rows) found[part]?.set(value, count);
  return found;
}

/**
 * Exact sums of columns over the rows that match, as decimal text; with `by` one row per value of that column, which the
 * answer carries under the same name. A column without any value sums up to null.
 */
export async function sumRows(connection: Connection, query: SumQuery): Promise<Row[]> {
  return (await sumsSql(query).execute(connection)).rows;
}

/** What is summed: columns of all rows that match, per value of `by` where it is set. */
export type SumQuery = Pick<RowQuery, "table" | "columns" | "where" | "facts"> & { by: string | null };

/** The statement of `sumRows`. */
export function sumsSql(query: SumQuery): RawBuilder<Row> {
  const sums = query.columns.map((column) => sql`sum(${sql.ref(`t.${column}`)})::text as ${sql.ref(column)}`);
  const group = query.by === null ? null : sql.ref(`t.${query.by}`);
  return sql<Row>`select ${sql.join(group ? [group, ...sums] : sums)} from ${sql.table(query.table)} as t ${whereSql(query)} ${
    group ? sql`group by ${group} order by ${group}` : sql``
  }`;
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

/** A list of choices: rows of one table, or those that a column of other rows points at. */
export interface OptionList {
  key: string;
  table: string;
  /** Texts that make up the label; the list is in the order of the first. */
  columns: readonly string[];
  where: readonly Condition[];
  pointedAt?: { table: string; column: string; where: readonly Condition[] };
  limit: number;
}

/** Several lists of choices in one statement, each in its order and cut at its limit. */
export async function selectOptionLists(
  connection: Connection,
  lists: readonly OptionList[],
  facts: ConditionFacts,
): Promise<Map<string, { id: string; label: string }[]>> {
  const found = new Map(lists.map(({ key }) => [key, [] as { id: string; label: string }[]]));
  if (lists.length === 0) return found;
  const parts = lists.map(({ key, table, columns, where, pointedAt, limit }) => {
    const order = sql`order by ${sql.ref(`t.${columns[0] ?? "id"}`)} asc nulls last, ${sql.ref("t.id")}`;
    const conditions = [
      ...where.map((condition) => conditionSql(condition, "t", facts)),
      ...(pointedAt ? [pointedAtSql(pointedAt, facts)] : []),
    ];
    return sql`(select ${key}::text as list, t.id::text as id, ${labelText("t", columns)} as label, row_number() over (${order}) as place
      from ${sql.table(table)} as t ${conditions.length === 0 ? sql`` : sql`where ${sql.join(conditions, sql` and `)}`} ${order} limit ${limit})`;
  });
  const statement = sql<{
    list: string;
    id: string;
    label: string | null;
  }>`select list, id, label from (${sql.join(parts, sql` union all `)}) as found order by list, place`;
  for (const { list, id, label } of (await statement.execute(connection)).rows)
    found.get(list)?.push({ id, label: label ?? "" });
  return found;
}

function pointedAtSql(
  { table, column, where }: NonNullable<OptionList["pointedAt"]>,
  facts: ConditionFacts,
): RawBuilder<unknown> {
  return sql`t.id in (select ${sql.ref(`t.${column}`)} from ${sql.table(table)} as t ${whereSql({ where, facts })})`;
}

/** Adds a row. Nothing is read back: a supplier may be allowed to write what it may not read. */
export function insertRow(connection: Connection, table: string, row: Row): Promise<void> {
  return insertRows(connection, table, [row]);
}

/**
 * Adds rows of the same columns with one statement. They travel in one text, read in the types of the columns: the statement is the same
 * however many they are, so it is parsed once, no value is bound by itself, and one row is stored exactly as many are. What a column of
 * structured values gets is the value itself; a text is kept as a text there.
 */
export async function insertRows(connection: Connection, table: string, rows: readonly Row[]): Promise<void> {
  const [first] = rows;
  if (!first) return;
  const names = sql.join(Object.keys(first).map((column) => sql.ref(column)));
  await sql`insert into ${sql.table(table)} (${names}) select ${names}
    from jsonb_populate_recordset(null::${sql.table(table)}, ${JSON.stringify(rows)}::jsonb)`.execute(connection);
}

/** A value for a column of the type text[]. */
export class TextList {
  constructor(readonly values: readonly string[]) {}

  /** As a list, where it travels in a text with other values. */
  toJSON(): readonly string[] {
    return this.values;
  }
}

// Objects and lists are structured values: the driver would turn a list into a PostgreSQL array.
function bound(value: unknown): RawBuilder<unknown> {
  if (value instanceof TextList) return sql`${value.values}::text[]`;
  return typeof value === "object" && value !== null ? sql`${JSON.stringify(value)}::jsonb` : sql`${value}`;
}

/**
 * A column that says until when a row may be written, judged in the statement that stores it and by the clock of the database: whatever
 * the process believes the time to be, and however long it took, nothing is stored later (ruling of deadlines, decision 0169).
 */
export interface InTime {
  until: string;
  /** How far the clock of an invented time lies from the database's, in milliseconds; 0 in production. */
  shift: number;
}

const stillOpen = ({ until, shift }: InTime) =>
  sql<boolean>`${sql.ref(`t.${until}`)} > clock_timestamp() + ${shift} * interval '1 millisecond'`;

/** Whether the row may still be written by its deadline. */
export async function isInTime(connection: Connection, table: string, id: string, inTime: InTime): Promise<boolean> {
  const { rows } = await sql<{ open: boolean | null }>`
    select ${stillOpen(inTime)} as open from ${sql.table(table)} as t where t.id = ${id}`.execute(connection);
  return rows[0]?.open === true;
}

/**
 * Changes the rows that match; answers how many there were.
 * @param query.raised columns that count one more than before
 */
export async function updateRows(
  connection: Connection,
  table: string,
  values: Row,
  query: Pick<RowQuery, "where" | "facts"> & { raised?: readonly string[]; inTime?: InTime },
): Promise<number> {
  const sets = [
    ...Object.entries(values).map(([column, value]) => sql`${sql.ref(column)} = ${bound(value)}`),
    ...(query.raised ?? []).map((column) => sql`${sql.ref(column)} = ${sql.ref(`t.${column}`)} + 1`),
  ];
  if (sets.length === 0) return 0;
  const late = query.inTime ? sql` and ${stillOpen(query.inTime)}` : sql``;
  const result = await sql`update ${sql.table(table)} as t set ${sql.join(sets)} ${whereSql(query)}${late}`.execute(
    connection,
  );
  return Number(result.numAffectedRows ?? 0);
}

/**
 * Changes several rows with one statement, each to values of its own; answers how many there were. Only rows that are still at the version
 * before the one that is written.
 * @param columns what is written besides the version
 * @param rows each with its `id`, its new `version` and a value for each column
 */
export async function updateEach(
  connection: Connection,
  table: string,
  { columns, rows, ...query }: { columns: readonly string[]; rows: readonly Row[] } & Pick<RowQuery, "where" | "facts">,
): Promise<number> {
  if (rows.length === 0) return 0;
  const sets = ["version", ...columns].map((column) => sql`${sql.ref(column)} = ${sql.ref(`v.${column}`)}`);
  const isOwn = query.where.map((condition) => sql` and ${conditionSql(condition, "t", query.facts)}`);
  const result = await sql`
    update ${sql.table(table)} as t set ${sql.join(sets)}
    from jsonb_populate_recordset(null::${sql.table(table)}, ${JSON.stringify(rows)}::jsonb) as v
    where t.id = v.id and t.version = v.version - 1${sql.join(isOwn, sql``)}`.execute(connection);
  return Number(result.numAffectedRows ?? 0);
}

/**
 * Changes several rows with one statement, each to values of its own, whatever they were before. They are found by their ids alone: beside
 * another condition the rows would be looked for by that, and each compared with all of the others.
 * @param rows each with its `id` and a value for each column
 */
export async function updateValues(
  connection: Connection,
  table: string,
  { columns, rows }: { columns: readonly string[]; rows: readonly Row[] },
): Promise<void> {
  if (rows.length === 0 || columns.length === 0) return;
  const sets = columns.map((column) => sql`${sql.ref(column)} = ${sql.ref(`v.${column}`)}`);
  await sql`
    update ${sql.table(table)} as t set ${sql.join(sets)}
    from jsonb_populate_recordset(null::${sql.table(table)}, ${JSON.stringify(rows)}::jsonb) as v
    where t.id = v.id`.execute(connection);
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
