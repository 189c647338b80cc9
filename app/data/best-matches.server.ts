import { sql } from "kysely";
import { beginningNeed, searchNeed } from "~/shared/search";
import { conditionSql, likeText, needSql } from "./condition-sql.server";
import type { Connection } from "./database.server";
import type { RowQuery } from "./store.server";

/** Rows looked at per question: a single letter fits most rows, and nobody waits for all of them to be put in order. */
const LOOKED_AT = 300;

/**
 * Ids of rows that match a search, best first: those whose column begins with the word, those in which anything else
 * begins with it (a name, its initials, its pinyin), the rest; each kind by the column. Where very many rows match, the
 * best of some hundreds of each kind.
 * @param query.words what is searched for; the first one decides what is best
 */
export async function bestMatches(
  connection: Connection,
  query: Pick<RowQuery, "table" | "where" | "facts"> & { column: string; words: readonly string[]; take: number },
): Promise<string[]> {
  const { table, column, words, take, facts } = query;
  const [word = "", ...more] = words;
  const lead = sql.ref(`t.${column}`);
  const read = async (only: boolean, limit: number) => {
    const needs = [only ? beginningNeed(word) : searchNeed(word), ...more.map(searchNeed)];
    const found = sql.join(
      needs.map((need) => needSql(need, "t")),
      sql` and `,
    );
    const within = query.where.map((condition) => sql`and ${conditionSql(condition, "t", facts)}`);
    const { rows } = await sql<{ id: string }>`select c.id from (
      select t.id, ${lead} as lead, case when lower(${lead}) like ${likeText(word).slice(1)} then 0 else 1 end as rank
      from ${sql.table(table)} as t where ${found} ${sql.join(within, sql` `)} limit ${limit}
    ) as c order by c.rank, c.lead, c.id`.execute(connection);
    return rows.map(({ id }) => id);
  };
  const first = await read(true, LOOKED_AT);
  if (first.length >= Math.min(take, LOOKED_AT)) return first.slice(0, take);
  const known = new Set(first);
  const rest = (await read(false, LOOKED_AT + first.length)).filter((id) => !known.has(id));
  return [...first, ...rest].slice(0, take);
}
