import { type RawBuilder, sql } from "kysely";
import type { Condition } from "~/shared/condition";
import { conditionSql, likeText } from "./condition-sql.server";
import type { Connection } from "./database.server";
import { type LineLabel, lineNameSql } from "./line-labels.server";
import type { Row } from "./store.server";

export interface LineQuery {
  of: LineLabel;
  /** The column that keeps what is open, empty where nothing may be drawn; lines that are used up only where asked. Null: it is not asked. */
  open: { column: string; usedUp: boolean } | null;
  columns: { head: readonly string[]; line: readonly string[] };
  headWhere: readonly Condition[];
  lineWhere: readonly Condition[];
  /** Words that stand in the number of the document, in the title of what the line is about, or in a text `found` of the line. */
  words: readonly string[];
  found: readonly string[];
  /** Lines by the number of their document and their own. */
  places?: readonly { number: string; lineNo: number }[];
  limit: number;
  offset: number;
}

/** A line as storage knows it; columns of both sides under their names. */
export interface FoundLine {
  id: string;
  rootId: string;
  rootNumber: string;
  lineNo: number;
  label: string;
  open: string | null;
  head: Row;
  line: Row;
}

const HEAD = "head.";
const LINE = "line.";

/** Lines in the order of their documents' numbers, within what the reader sees; with `open` only those of which something is. */
export async function selectLines(connection: Connection, query: LineQuery): Promise<FoundLine[]> {
  const { of, open, columns } = query;
  const { facts } = of;
  const number = sql.ref(`r.${of.root.columns[0] ?? "id"}`);
  const openSql = open ? sql.ref(`t.${open.column}`) : null;
  const conditions = [
    ...[...of.lineWhere, ...query.lineWhere].map((condition) => conditionSql(condition, "t", facts)),
    ...[...of.rootWhere, ...query.headWhere].map((condition) => conditionSql(condition, "r", facts)),
    ...query.words.map((word) => wordSql(of, query.found, word)),
    ...(query.places
      ? [
          query.places.length === 0
            ? sql`false`
            : sql`(${sql.join(
                query.places.map((place) => sql`(${number} = ${place.number} and t.line_no = ${place.lineNo})`),
                sql` or `,
              )})`,
        ]
      : []),
    sql`true`,
  ];
  const picked = [
    ...columns.head.map((name) => sql`${sql.ref(`r.${name}`)} as ${sql.id(HEAD + name)}`),
    ...columns.line.map((name) => sql`${sql.ref(`t.${name}`)} as ${sql.id(LINE + name)}`),
  ];
  const found = sql<Row>`select t.id::text as id, t.root_id::text as root_id, t.line_no, ${number} as number,
    ${lineNameSql(of, "t", "r")} as label, ${openSql ?? sql`null`}::text as open ${picked.length > 0 ? sql`, ${sql.join(picked)}` : sql``}
    from ${sql.table(of.table)} as t join ${sql.table(of.root.table)} as r on r.id = t.root_id
    where ${sql.join(conditions, sql` and `)} ${openSql ? sql`and ${openSql} ${sql.raw(open?.usedUp ? ">=" : ">")} 0` : sql``}
    order by ${number}, t.line_no, t.id limit ${query.limit} offset ${query.offset}`;
  return (await found.execute(connection)).rows.map((row) => ({
    id: String(row.id),
    rootId: String(row.root_id),
    rootNumber: String(row.number ?? ""),
    lineNo: Number(row.line_no),
    label: String(row.label),
    open: typeof row.open === "string" ? row.open : null,
    head: columnsUnder(row, HEAD),
    line: columnsUnder(row, LINE),
  }));
}

function columnsUnder(row: Row, prefix: string): Row {
  return Object.fromEntries(
    Object.entries(row).flatMap(([name, value]) =>
      name.startsWith(prefix) ? [[name.slice(prefix.length), value]] : [],
    ),
  );
}

function wordSql(of: LineLabel, found: readonly string[], word: string): RawBuilder<unknown> {
  const like = likeText(word);
  const own = [...of.root.columns.map((name) => `r.${name}`), ...found.map((name) => `t.${name}`)].map(
    (name) => sql`${sql.ref(name)} ilike ${like}`,
  );
  const { subject } = of;
  const about = subject
    ? [
        sql`exists (select 1 from ${sql.table(subject.table)} as s where s.id = ${sql.ref(`t.${subject.column}`)} and (${sql.join(
          subject.columns.map((name) => sql`${sql.ref(`s.${name}`)} ilike ${like}`),
          sql` or `,
        )}))`,
      ]
    : [];
  return sql`(${sql.join([...own, ...about], sql` or `)})`;
}
