import { type RawBuilder, sql } from "kysely";
import type { Condition } from "~/shared/condition";
import { type ConditionFacts, conditionSql } from "./condition-sql.server";
import type { Connection } from "./database.server";

/** What a line of a document is called by: `CG20261125-0001 行10 面粉 25kg`, as far as this reader may see it. */
export interface LineLabel {
  /** Table of the lines. */
  table: string;
  /** The document they belong to, and the columns that name it. */
  root: { table: string; columns: readonly string[] };
  /** What the line is about: a reference of its own and where its title stands; null where it points at nothing. */
  subject: { column: string; table: string; columns: readonly string[] } | null;
  /** What the reader may see of documents, and of their lines. */
  rootWhere: readonly Condition[];
  lineWhere: readonly Condition[];
  facts: ConditionFacts;
  /** Instead of the name the id of the document. */
  tells?: "root";
}

/** The name of the line known as `line`, of the document known as `root`. */
export function lineNameSql(of: Pick<LineLabel, "root" | "subject">, line: string, root: string): RawBuilder<string> {
  const { subject } = of;
  const parts = [
    ...of.root.columns.map((column) => sql`${sql.ref(`${root}.${column}`)}`),
    sql`'行' || ${sql.ref(`${line}.line_no`)}`,
    ...(subject ? [subjectSql(subject, line)] : []),
  ];
  return sql<string>`concat_ws(' ', ${sql.join(parts)})`;
}

function subjectSql({ column, table, columns }: NonNullable<LineLabel["subject"]>, line: string): RawBuilder<unknown> {
  const alias = `${line}_s`;
  const title = columns.map((name) => sql.ref(`${alias}.${name}`));
  return sql`(select concat_ws(' ', ${sql.join(title)}) from ${sql.table(table)} as ${sql.ref(alias)} where ${sql.ref(`${alias}.id`)} = ${sql.ref(`${line}.${column}`)})`;
}

/** Lines with their documents as far as the reader sees both; aliases `line` and `root`. */
function visibleLinesSql(of: LineLabel, line: string, root: string): RawBuilder<unknown> {
  const seen = [
    ...of.lineWhere.map((condition) => conditionSql(condition, line, of.facts)),
    ...of.rootWhere.map((condition) => conditionSql(condition, root, of.facts)),
    sql`true`,
  ];
  return sql`${sql.table(of.table)} as ${sql.ref(line)} join ${sql.table(of.root.table)} as ${sql.ref(root)} on ${sql.ref(`${root}.id`)} = ${sql.ref(`${line}.root_id`)} where ${sql.join(seen, sql` and `)}`;
}

/** The label of the line that a column of `t` points at; empty where the reader sees no such line. */
export function lineLabelLookup(of: LineLabel, column: string, alias: string): RawBuilder<unknown> {
  const root = `${alias}_r`;
  const told = of.tells === "root" ? sql`${sql.ref(`${alias}.root_id`)}::text` : lineNameSql(of, alias, root);
  return sql`(select ${told} from ${visibleLinesSql(of, alias, root)} and ${sql.ref(`${alias}.id`)} = ${sql.ref(`t.${column}`)})`;
}

/** Labels of lines by id, with the id of their document; those the reader does not see are left out. */
export async function selectLineLabels(
  connection: Connection,
  of: LineLabel,
  ids: readonly string[],
): Promise<Map<string, { label: string; rootId: string }>> {
  if (ids.length === 0) return new Map();
  const { rows } = await sql<{ id: string; root_id: string; label: string }>`select ${sql.ref("l.id")}::text as id,
    ${sql.ref("l.root_id")}::text as root_id, ${lineNameSql(of, "l", "r")} as label
    from ${visibleLinesSql(of, "l", "r")} and l.id = any(${[...new Set(ids)]}::uuid[])`.execute(connection);
  return new Map(rows.map(({ id, root_id, label }) => [id, { label, rootId: root_id }]));
}
