import { type RawBuilder, sql } from "kysely";
import type { Condition } from "~/shared/condition";
import type { Connection } from "./database.server";
import { PLANNED_ANEW } from "./prepared.server";
import { COUNT_EXACT_UP_TO, countRows, type Row, type RowQuery, selectSql, sumsSql, whereSql } from "./store.server";

/** A number of rows; with `more` there are more than were counted. */
export interface Count {
  count: number;
  more: boolean;
}

/** Rows per value of a column, as the tabs above a list show them. */
export interface Groups {
  column: string;
  /** The values that occur, in order. */
  values: readonly string[];
  /** Conditions of the list less the one on this column. */
  where: readonly Condition[];
  /** Values the list is limited to; null when it shows all of them. */
  chosen: readonly string[] | null;
}

export interface PageQuery extends Omit<RowQuery, "limit" | "offset" | "few"> {
  page: number;
  size: number;
  /** The rows are those that were searched for: often few among many, and in no order of an index. */
  searched: boolean;
  groups: Groups | null;
  /** Columns to sum over all rows, per value of `by` where it is set. */
  sums: { columns: readonly string[]; by: string | null } | null;
  /** Rows that pages reach; what lies behind them is found by narrower conditions. */
  deepest?: number;
}

export interface Page {
  rows: Row[];
  page: number;
  total: Count;
  /** Empty without groups. */
  groups: ReadonlyMap<string, Count>;
  /** As `sumRows` answers them; null where none were asked for or there were too many rows to count in one go. */
  sums: Row[] | null;
}

/** In a list too long to be counted a tab counts this far: every tab is a scan of its own then. */
const GROUP_EXACT_UP_TO = 1_000;

/** No column of a table is called like this. */
const COUNTS = "+counts";

/** So many rows that were searched for are put in order as quickly as they are found. */
const FEW = 1_000;

/**
 * One page of a list with its counts, in one statement as a rule: the counts stand beside each row. A page without rows
 * takes a second statement, rows that were searched for too, because it depends on their number how they are best read;
 * and so do counts beyond 10,000, which stop there (ruling 33). A page beyond the end answers the last one.
 */
export async function selectPage(connection: Connection, asked: PageQuery): Promise<Page> {
  const { deepest } = asked;
  const query =
    deepest === undefined ? asked : { ...asked, page: Math.min(asked.page, Math.ceil(deepest / asked.size)) };
  const begin = startOf(query.where);
  const counts = sql`${countsSql(query)} as ${sql.ref(COUNTS)}`;
  const found = query.searched ? [] : await readRows(connection, query, query.page, { more: [counts] });
  const counted = found[0] ?? (await sql<Row>`${begin}select ${counts}`.execute(connection)).rows[0];
  const { total, groups, sums } = await readCounts(connection, query, counted?.[COUNTS] as Counted | undefined);
  const pageOf = ({ count }: Count) => Math.max(1, Math.ceil(count / query.size));
  const page = total.more ? query.page : Math.min(query.page, pageOf(total));
  const isRead = page === query.page && !query.searched;
  const few = query.searched && !total.more && total.count <= FEW;
  const rows = isRead
    ? found.map(({ [COUNTS]: _counts, ...row }) => row)
    : await readRows(connection, query, page, { few });
  if (rows.length > 0 || !total.more) return { rows, page, total, groups, sums };
  // Beyond an end that was not counted: only now it is worth counting.
  const last = pageOf(await countRows(connection, query, { exact: true }));
  return { rows: await readRows(connection, query, last, {}), page: last, total, groups, sums };
}

async function readRows(
  connection: Connection,
  query: PageQuery,
  page: number,
  { more, few }: { more?: readonly RawBuilder<unknown>[]; few?: boolean },
): Promise<Row[]> {
  const { size, ...rest } = query;
  const wanted = { ...rest, limit: size, offset: (page - 1) * size, ...(few ? { few } : {}) };
  return (await sql<Row>`${startOf(query.where)}${selectSql(wanted, more)}`.execute(connection)).rows;
}

/** Counts by value, or under the empty one without groups, and the sums that are asked for. */
function countsSql(query: PageQuery): RawBuilder<unknown> {
  const { table, where, facts, groups, sums } = query;
  const counts = groups ? groupsSql(query, groups) : sql`(select json_build_object('', ${totalSql(query, where)}))`;
  if (!sums) return sql`json_build_object('counts', ${counts})`;
  const summed = sumsSql({ table, where, facts, ...sums });
  // The sums are left alone where there are more rows than are counted: the case is decided first.
  return sql`(with counted as materialized (select ${counts} as counts) select json_build_object('counts', counts, 'sums',
    case when (select sum(value::int) from json_each_text(counts)) <= ${COUNT_EXACT_UP_TO}
      then (select json_agg(summed) from (${summed}) as summed) end) from counted)`;
}

/** Rows up to the limit and one, which says that there are more. */
function totalSql({ table, facts }: PageQuery, where: readonly Condition[]): RawBuilder<unknown> {
  return sql`(select count(*)::int from (select 1 from ${sql.table(table)} as t ${whereSql({ where, facts })} limit ${COUNT_EXACT_UP_TO + 1}) as found)`;
}

/** The same by value, as an object: one pass for the tabs and for the total. */
function groupsSql({ table, facts }: PageQuery, { column, where }: Groups): RawBuilder<unknown> {
  return sql`(select json_object_agg(value, rows) from (select value, count(*)::int as rows from (select ${sql.ref(`t.${column}`)} as value from ${sql.table(table)} as t ${whereSql({ where, facts })} limit ${COUNT_EXACT_UP_TO + 1}) as found group by value) as grouped)`;
}

/** What `countsSql` answers; null where no row matches. */
interface Counted {
  counts: Readonly<Record<string, number>> | null;
  sums?: Row[] | null;
}

async function readCounts(
  connection: Connection,
  query: PageQuery,
  found: Counted | undefined,
): Promise<Pick<Page, "total" | "groups" | "sums">> {
  const { groups } = query;
  const sums = found?.sums ?? null;
  const counts = new Map(Object.entries(found?.counts ?? {}).map(([value, rows]) => [value, Number(rows)]));
  if (!groups) return { total: capped(counts.get("") ?? 0, COUNT_EXACT_UP_TO), groups: new Map(), sums };
  const sum = (values: Iterable<string>) => [...values].reduce((all, value) => all + (counts.get(value) ?? 0), 0);
  if (sum(counts.keys()) > COUNT_EXACT_UP_TO) return { ...(await countFar(connection, query, groups, counts)), sums };
  return {
    total: { count: sum(groups.chosen ?? counts.keys()), more: false },
    groups: new Map([...counts].map(([value, count]) => [value, { count, more: false }])),
    sums,
  };
}

/**
 * Counts of a list with more than 10,000 rows behind its tabs.
 * @param some how the first 10,000 are spread: what is often among them need not be counted
 */
async function countFar(
  connection: Connection,
  query: PageQuery,
  { column, values, where, chosen }: Groups,
  some: ReadonlyMap<string, number>,
): Promise<Pick<Page, "total" | "groups">> {
  const { table, facts } = query;
  const each = whereSql({ where: [...where, { op: "always" }], facts });
  const rare = values.filter((value) => (some.get(value) ?? 0) <= GROUP_EXACT_UP_TO);
  const { rows } = await sql<{
    total: number | null;
    counts: Record<string, number> | null;
  }>`${sql.raw(PLANNED_ANEW)} select
    ${chosen ? totalSql(query, query.where) : sql`null::int`} as total,
    (select json_object_agg(value, rows) from (select value,
      (select count(*)::int from (select 1 from ${sql.table(table)} as t ${each} and ${sql.ref(`t.${column}`)} = value limit ${GROUP_EXACT_UP_TO + 1}) as found) as rows
      from unnest(${sql.val(rare)}::text[]) as value) as counted) as counts`.execute(connection);
  const counts = new Map([...some, ...Object.entries(rows[0]?.counts ?? {})]);
  return {
    total: chosen ? capped(rows[0]?.total ?? 0, COUNT_EXACT_UP_TO) : { count: COUNT_EXACT_UP_TO, more: true },
    groups: new Map(values.map((value) => [value, capped(Number(counts.get(value) ?? 0), GROUP_EXACT_UP_TO)])),
  };
}

function startOf(where: readonly Condition[]): RawBuilder<unknown> {
  return where.some(spans) ? sql.raw(`${PLANNED_ANEW} `) : sql``;
}

/** True when it depends on the value how many rows a condition takes. */
function spans(condition: Condition): boolean {
  if (condition.op === "all" || condition.op === "any") return condition.of.some(spans);
  if (condition.op === "not") return spans(condition.of);
  if (condition.op === "exists") return spans(condition.where);
  return ["lt", "lte", "gt", "gte", "before", "notBefore", "reaches"].includes(condition.op);
}

function capped(count: number, limit: number): Count {
  return count > limit ? { count: limit, more: true } : { count, more: false };
}
