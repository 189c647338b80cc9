import { sql } from "kysely";
import type { Condition } from "~/shared/condition";
import { type ConditionFacts, conditionSql } from "./condition-sql.server";
import type { Connection } from "./database.server";
import { COUNT_EXACT_UP_TO, type LabelJoin, labelLookup } from "./store.server";

/** A column, and for a reference where its label is read. */
interface NamedColumn {
  column: string;
  label: LabelJoin | null;
}

/** Rows of one table that belong to a record; column names come from definitions. */
export interface RelatedQuery {
  table: string;
  /** What people call a row by. */
  title: readonly NamedColumn[];
  hasState: boolean;
  /** What matters about a row. */
  fact: NamedColumn | null;
  hasCurrency: boolean;
  where: readonly Condition[];
}

export interface RelatedRow {
  id: string;
  /** What stands in the columns of the title, in their order: labels of references, codes of choices. */
  title: readonly (string | null)[];
  state: string | null;
  /** Decimals and days as text, as everywhere. */
  fact: string | null;
  factLabel: string | null;
  currency: string | null;
}

/** The newest rows of several tables in one statement, and how many each has in all (10,000 at most). */
export async function selectRelated(
  connection: Connection,
  queries: readonly RelatedQuery[],
  { facts, limit }: { facts: ConditionFacts; limit: number },
): Promise<{ rows: RelatedRow[]; total: number }[]> {
  if (queries.length === 0) return [];
  const parts = queries.map((query, position) => {
    const where = sql.join(
      query.where.map((condition) => conditionSql(condition, "t", facts)),
      sql` and `,
    );
    const { fact } = query;
    const titles = query.title.map(
      ({ column, label }) => sql`${label ? labelLookup(label, "l") : sql.ref(`t.${column}`)}::text`,
    );
    return sql`(select ${position}::int as part, t.id::text as id, array[${sql.join(titles)}]::text[] as title,
      ${query.hasState ? sql.ref("t.state") : sql`null`}::text as state,
      ${fact ? sql.ref(`t.${fact.column}`) : sql`null`}::text as fact,
      ${fact?.label ? labelLookup(fact.label, "l") : sql`null`}::text as fact_label,
      ${query.hasCurrency ? sql.ref("t.currency") : sql`null`}::text as currency,
      (select count(*)::int from (select 1 from ${sql.table(query.table)} as t where ${where} limit ${COUNT_EXACT_UP_TO}) n) as total
      from ${sql.table(query.table)} as t where ${where} order by t.created_at desc, t.id desc limit ${limit})`;
  });
  const { rows } = await sql<{
    part: number;
    id: string;
    title: (string | null)[];
    state: string | null;
    fact: string | null;
    fact_label: string | null;
    currency: string | null;
    total: number;
  }>`${sql.join(parts, sql` union all `)}`.execute(connection);
  return queries.map((_query, position) => {
    const own = rows.filter((row) => row.part === position);
    return {
      total: own[0]?.total ?? 0,
      rows: own.map(({ id, title, state, fact, fact_label, currency }) => ({
        id,
        title,
        state,
        fact,
        factLabel: fact_label,
        currency,
      })),
    };
  });
}
