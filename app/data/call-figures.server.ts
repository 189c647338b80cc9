import { sql } from "kysely";
import type { Connection } from "./database.server";
import { type RowQuery, whereSql } from "./store.server";

/** Rows of one day in China, and how many of them failed in the end. */
export interface DayCount {
  day: string;
  all: number;
  failed: number;
  /** Average of the column that was asked for, rounded to whole units; null where no row has one. */
  average: string | null;
}

/**
 * Rows per day of those that match, by when they were made.
 * @param query.failed states that count as failures
 * @param query.averaged a column of numbers
 */
export async function countByDay(
  connection: Connection,
  query: Pick<RowQuery, "table" | "where" | "facts"> & { failed: readonly string[]; averaged: string },
): Promise<DayCount[]> {
  const { rows } = await sql<DayCount>`
    select to_char(t.created_at at time zone 'Asia/Shanghai', 'YYYY-MM-DD') as day, count(*)::int as all,
      count(*) filter (where t.state = any(${[...query.failed]}))::int as failed,
      round(avg(t.${sql.ref(query.averaged)}))::text as average
    from ${sql.table(query.table)} as t ${whereSql(query)} group by 1 order by 1`.execute(connection);
  return rows;
}

/**
 * Attempts to send since an instant, by system, and how many of them succeeded. Calls made more than a day before it are left out, so
 * that the index by when they were made serves; by then nothing is sent again by itself.
 */
export async function countAttempts(
  connection: Connection,
  since: string,
): Promise<{ system: string; all: number; succeeded: number }[]> {
  const { rows } = await sql<{ system: string; all: number; succeeded: number }>`
    select l.system, count(*)::int as all, count(*) filter (where a.outcome = 'success')::int as succeeded
    from interface_log l join interface_log_attempts a on a.root_id = l.id
    where l.direction = 'out' and l.created_at >= ${since}::timestamptz - interval '1 day' and a.at >= ${since}::timestamptz
    group by 1 order by 1`.execute(connection);
  return rows;
}

/** Tasks of those that match by kind of document: how many are open, and how long finished ones took, in hours. */
export async function selectTaskFigures(
  connection: Connection,
  query: Pick<RowQuery, "where" | "facts">,
): Promise<{ kind: string; open: number; hours: string | null }[]> {
  const { rows } = await sql<{ kind: string; open: number; hours: string | null }>`
    select coalesce(t.business_type, '人工分派') as kind, count(*) filter (where t.state in ('open', 'claimed'))::int as open,
      round(extract(epoch from avg(t.done_at - t.created_at) filter (where t.state = 'done'))::numeric / 3600, 1)::text as hours
    from task as t ${whereSql(query)} group by 1 order by 2 desc, 1 limit 20`.execute(connection);
  return rows;
}
