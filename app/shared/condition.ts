/**
 * A predicate over the columns of one table, as data. It is written in definitions (row filters, quick toggles, views)
 * and compiled to SQL by storage: once with bound values for queries, once as text for row-level policies.
 */
export type Condition =
  | { op: "eq" | "ne" | "lt" | "lte" | "gt" | "gte"; column: string; value: Scalar }
  | { op: "in"; column: string; values: readonly Scalar[] }
  | { op: "null" | "set"; column: string }
  /** `indexed`: the columns are among those the row is found by, so that its search index is asked first. */
  | { op: "contains" | "containsAny"; columns: readonly string[]; text: string; indexed?: true }
  /** The column begins with the text, capitals told apart: an index with `text_pattern_ops` answers. */
  | { op: "starts"; column: string; text: string }
  /** Every blank-separated word of the text is found in the row, by its search columns (`shared/search.ts`). */
  | { op: "search"; text: string }
  | { op: "own" | "mine"; column: string }
  /** `days` moves the business day: 30 means thirty days from today. */
  | { op: "before" | "notBefore"; column: string; moment: Moment; days?: number }
  /** `also`: further columns of the other table, by name, and the own columns they equal. */
  | {
      op: "exists";
      table: string;
      column: string;
      equals: string;
      also?: Readonly<Record<string, string>>;
      /** Not the row itself, where the other table is the own one. */
      apart?: true;
      where: Condition;
    }
  | { op: "all" | "any"; of: readonly Condition[] }
  | { op: "not"; of: Condition }
  | { op: "never" | "always" };

export type Scalar = string | number | boolean;

/** A moment that moves: the business day in China or the present instant. */
export type Moment = "today" | "now";

/** Builders, so that definitions read as sentences: `where.all(where.eq("state", "released"), where.past("due"))`. */
export const where = {
  eq: (column: string, value: Scalar): Condition => ({ op: "eq", column, value }),
  not: (of: Condition): Condition => ({ op: "not", of }),
  oneOf: (column: string, values: readonly Scalar[]): Condition => ({ op: "in", column, values }),
  set: (column: string): Condition => ({ op: "set", column }),
  empty: (column: string): Condition => ({ op: "null", column }),
  /** The column holds the supplier of the signed-in login. Nothing matches for staff. */
  own: (column: string): Condition => ({ op: "own", column }),
  /** The column holds the signed-in person; for queries only. Nothing matches for the system. */
  mine: (column: string): Condition => ({ op: "mine", column }),
  /** The day or instant in the column is the present one, or still to come. */
  coming: (column: string, moment: Moment = "today"): Condition => ({ op: "notBefore", column, moment }),
  /** The day in the column is today or one of so many days to come. */
  soon: (column: string, days: number): Condition => ({
    op: "all",
    of: [
      { op: "notBefore", column, moment: "today" },
      { op: "before", column, moment: "today", days: days + 1 },
    ],
  }),
  /** Some row of another table whose `column` equals the own column `equals` (and `also`) satisfies the condition; for queries only. */
  someRow: ({
    table,
    column,
    equals,
    inner,
    also,
  }: {
    table: string;
    column: string;
    equals: string;
    inner: Condition;
    also?: Readonly<Record<string, string>>;
  }): Condition => ({
    op: "exists",
    table,
    column,
    equals,
    ...(also ? { also } : {}),
    where: inner,
  }),
  /** Some other row of the own table that agrees in these columns satisfies the condition; for queries only. */
  otherRow: (table: string, same: readonly [string, ...string[]], inner: Condition): Condition => ({
    op: "exists",
    table,
    column: same[0],
    equals: same[0],
    also: Object.fromEntries(same.slice(1).map((name) => [name, name])),
    apart: true,
    where: inner,
  }),
  /** The day or instant in the column lies before the present one. */
  past: (column: string, moment: Moment = "today"): Condition => ({ op: "before", column, moment }),
  /** The day in the column lies more than so many days before today. */
  pastBy: (column: string, days: number): Condition => ({ op: "before", column, moment: "today", days: -days }),
  atLeast: (column: string, value: Scalar): Condition => ({ op: "gte", column, value }),
  atMost: (column: string, value: Scalar): Condition => ({ op: "lte", column, value }),
  /** Some row of a child table satisfies the condition; for queries only. */
  someLine: (table: string, inner: Condition): Condition => ({
    op: "exists",
    table,
    column: "root_id",
    equals: "id",
    where: inner,
  }),
  all: (...of: Condition[]): Condition => ({ op: "all", of }),
  any: (...of: Condition[]): Condition => ({ op: "any", of }),
  never: { op: "never" } satisfies Condition as Condition,
  always: { op: "always" } satisfies Condition as Condition,
};

/** Columns of the row itself that a condition looks at. */
export function columnsOf(condition: Condition): readonly string[] {
  if (condition.op === "all" || condition.op === "any") return condition.of.flatMap(columnsOf);
  if (condition.op === "not") return columnsOf(condition.of);
  if (condition.op === "exists") return [condition.equals, ...Object.values(condition.also ?? {})];
  return "columns" in condition ? condition.columns : "column" in condition ? [condition.column] : [];
}

/** Other tables that a condition looks into. */
export function tablesOf(condition: Condition): readonly string[] {
  if (condition.op === "all" || condition.op === "any") return condition.of.flatMap(tablesOf);
  if (condition.op === "not") return tablesOf(condition.of);
  return condition.op === "exists" ? [condition.table, ...tablesOf(condition.where)] : [];
}
