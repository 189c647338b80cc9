import { type RawBuilder, sql } from "kysely";
import type { Connection } from "./database.server";
import { COUNT_EXACT_UP_TO, type LabelJoin, labelLookup, type RowQuery, type Sort, whereSql } from "./store.server";

/** A key of the order: a column, or the `as` of a label. */
export interface NeighbourSort extends Sort {
  /** The column is never empty, so that an index can be walked from the row on. */
  filled: boolean;
}

export interface Neighbours {
  previous: string | null;
  next: string | null;
  /** Rows before this one, 10,000 at most. */
  ahead: number;
  total: number;
  /** False when the row itself does not satisfy the conditions any more; its neighbours are those around its place. */
  inside: boolean;
}

/**
 * The rows before and after one in a filtered, sorted list, found by its sort values rather than by its page: a row that has
 * left the list since still knows what comes next. One statement. Empty values come last, as in the list.
 */
export async function selectNeighbours(
  connection: Connection,
  query: Pick<RowQuery, "table" | "where" | "facts"> & {
    id: string;
    sort: readonly NeighbourSort[];
    labels: readonly LabelJoin[];
  },
): Promise<Neighbours> {
  const table = sql`${sql.table(query.table)} as t`;
  const keys = query.sort.map((key, position) => {
    const label = query.labels.find((one) => one.as === key.by);
    return {
      ...key,
      value: label ? labelLookup(label, `l${position}`) : sql`${sql.ref(`t.${key.by}`)}`,
      here: sql`(select ${sql.ref(`s${position}`)} from here)`,
      name: sql.ref(`s${position}`),
    };
  });
  type Key = (typeof keys)[number];
  const beyond = ({ value, here, descending, filled }: Key, forward: boolean) => {
    const sign = sql.raw(forward === descending ? "<" : ">");
    if (filled) return sql`${value} ${sign} ${here}`;
    return forward
      ? sql`(${value} ${sign} ${here} or (${value} is null and ${here} is not null))`
      : sql`(${value} ${sign} ${here} or (${value} is not null and ${here} is null))`;
  };
  const from = (position: number, forward: boolean): RawBuilder<unknown> => {
    const key = keys[position];
    if (!key) return sql`false`;
    const first = beyond(key, forward);
    if (position === keys.length - 1) return first;
    return sql`(${first} or (${key.value} is not distinct from ${key.here} and ${from(position + 1, forward)}))`;
  };
  const side = (forward: boolean) => {
    const [lead] = keys;
    const sign = sql.raw(lead && forward === lead.descending ? "<=" : ">=");
    // Implied by the rest, but an index of the first column can be entered by it.
    const entry = lead?.filled ? sql`${lead.value} ${sign} ${lead.here} and` : sql``;
    return sql`${entry} ${from(0, forward)}`;
  };
  const order = (forward: boolean) =>
    sql.join(
      keys.map(({ value, descending }) => {
        const direction = descending === forward ? "desc" : "asc";
        return sql`${value} ${sql.raw(`${direction} nulls ${forward ? "last" : "first"}`)}`;
      }),
    );
  const where = query.where.length === 0 ? sql`where true` : whereSql(query);
  const neighbour = (forward: boolean) =>
    sql`(select t.id from ${table} ${where} and ${side(forward)} order by ${order(forward)} limit 1)`;
  const counted = (condition: RawBuilder<unknown>) =>
    sql`(select count(*)::int from (select 1 from ${table} ${where} ${condition} limit ${COUNT_EXACT_UP_TO}) n)`;
  const { rows } = await sql<Neighbours>`with here as materialized (select ${sql.join(
    keys.map(({ value, name }) => sql`${value} as ${name}`),
  )} from ${table} where t.id = ${query.id})
    select ${neighbour(false)} as previous, ${neighbour(true)} as next, ${counted(sql`and ${side(false)}`)} as ahead,
      ${counted(sql``)} as total, exists (select 1 from ${table} ${where} and t.id = ${query.id}) as inside`.execute(
    connection,
  );
  return rows[0] ?? { previous: null, next: null, ahead: 0, total: 0, inside: false };
}
