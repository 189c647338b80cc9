import type { ParameterKey } from "./parameters";

/**
 * A predicate over the columns of one table, as data. It is written in definitions (row filters, quick toggles, views)
 * and compiled to SQL by storage: once with bound values for queries, once as text for row-level policies.
 * `C` are the columns of that table it looks at, as far as the compiler knows them.
 */
export type Condition<C extends string = string> =
  | { op: "eq" | "ne" | "lt" | "lte" | "gt" | "gte"; column: C; value: Scalar }
  | { op: "in"; column: C; values: readonly Scalar[] }
  /** The number is at least what a parameter says; for queries and judgements, not for the walls between suppliers. */
  | { op: "reaches"; column: C; parameter: ParameterKey }
  | { op: "null" | "set"; column: C }
  /** `indexed`: the columns are among those the row is found by, so that its search index is asked first. */
  | { op: "contains" | "containsAny"; columns: readonly C[]; text: string; indexed?: true }
  /** The column begins with the text, capitals told apart: an index with `text_pattern_ops` answers. */
  | { op: "starts"; column: C; text: string }
  /** Every blank-separated word of the text is found in the row, by its search columns (`shared/search.ts`). */
  | { op: "search"; text: string }
  | { op: "own" | "mine"; column: C }
  /** `days` moves the business day: 30 means thirty days from today. */
  | { op: "before" | "notBefore"; column: C; moment: Moment; days?: number | KnownDays }
  /** `also`: further columns of the other table, by name, and the own columns they equal. */
  | {
      op: "exists";
      table: string;
      column: string;
      equals: C;
      also?: Readonly<Record<string, C>>;
      /** Not the row itself, where the other table is the own one. */
      apart?: true;
      where: Condition;
    }
  | { op: "all" | "any"; of: readonly Condition<C>[] }
  | { op: "not"; of: Condition<C> }
  | { op: "never" | "always" };

export type Scalar = string | number | boolean;

/** As many days as a parameter says, ahead or back, and so many more; for queries and judgements, not for the walls between suppliers. */
export interface KnownDays {
  parameter: ParameterKey;
  way: 1 | -1;
  more: number;
}

/** How many days a condition moves the business day. @param limit the value of a whole number by its key */
export function daysMoved(days: number | KnownDays | undefined, limit: (key: ParameterKey) => number): number {
  return days === undefined ? 0 : typeof days === "number" ? days : days.way * limit(days.parameter) + days.more;
}

/** A moment that moves: the business day in China or the present instant. */
export type Moment = "today" | "now";

/** Builders, so that definitions read as sentences: `where.all(where.eq("state", "released"), where.past("due"))`. */
export const where = {
  eq: <C extends string>(column: C, value: Scalar): Condition<C> => ({ op: "eq", column, value }),
  not: <C extends string>(of: Condition<C>): Condition<C> => ({ op: "not", of }),
  oneOf: <C extends string>(column: C, values: readonly Scalar[]): Condition<C> => ({ op: "in", column, values }),
  set: <C extends string>(column: C): Condition<C> => ({ op: "set", column }),
  empty: <C extends string>(column: C): Condition<C> => ({ op: "null", column }),
  /** The column holds the supplier of the signed-in login. Nothing matches for staff. */
  own: <C extends string>(column: C): Condition<C> => ({ op: "own", column }),
  /** The column holds the signed-in person; for queries only. Nothing matches for the system. */
  mine: <C extends string>(column: C): Condition<C> => ({ op: "mine", column }),
  /** The day or instant in the column is the present one, or still to come. */
  coming: <C extends string>(column: C, moment: Moment = "today"): Condition<C> => ({
    op: "notBefore",
    column,
    moment,
  }),
  /** The day in the column is today or one of so many days to come. @param days or the parameter that says how many */
  soon: <C extends string>(column: C, days: number | ParameterKey): Condition<C> => ({
    op: "all",
    of: [{ op: "notBefore", column, moment: "today" }, where.by(column, days)],
  }),
  /** The day in the column lies before today, or is today or one of so many days to come. @param days as of `soon` */
  by: <C extends string>(column: C, days: number | ParameterKey): Condition<C> => ({
    op: "before",
    column,
    moment: "today",
    days: typeof days === "number" ? days + 1 : { parameter: days, way: 1, more: 1 },
  }),
  /** Some row of another table whose `column` equals the own column `equals` (and `also`) satisfies the condition; for queries only. */
  someRow: <C extends string>({
    table,
    column,
    equals,
    inner,
    also,
  }: {
    table: string;
    column: string;
    equals: C;
    inner: Condition;
    also?: Readonly<Record<string, C>>;
  }): Condition<C> => ({
    op: "exists",
    table,
    column,
    equals,
    ...(also ? { also } : {}),
    where: inner,
  }),
  /** Some other row of the own table that agrees in these columns satisfies the condition; for queries only. */
  otherRow: <C extends string>(table: string, same: readonly [C, ...C[]], inner: Condition): Condition<C> => ({
    op: "exists",
    table,
    column: same[0],
    equals: same[0],
    also: Object.fromEntries(same.slice(1).map((name) => [name, name])),
    apart: true,
    where: inner,
  }),
  /** The day or instant in the column lies before the present one. */
  past: <C extends string>(column: C, moment: Moment = "today"): Condition<C> => ({ op: "before", column, moment }),
  /** The day in the column lies more than so many days before today. @param days as of `soon` */
  pastBy: <C extends string>(column: C, days: number | ParameterKey): Condition<C> => ({
    op: "before",
    column,
    moment: "today",
    days: typeof days === "number" ? -days : { parameter: days, way: -1, more: 0 },
  }),
  atLeast: <C extends string>(column: C, value: Scalar): Condition<C> => ({ op: "gte", column, value }),
  /** The number in the column is at least what a parameter says. */
  reaches: <C extends string>(column: C, parameter: ParameterKey): Condition<C> => ({
    op: "reaches",
    column,
    parameter,
  }),
  atMost: <C extends string>(column: C, value: Scalar): Condition<C> => ({ op: "lte", column, value }),
  /** Some row of a child table satisfies the condition; for queries only. */
  someLine: (table: string, inner: Condition): Condition<"id"> => ({
    op: "exists",
    table,
    column: "root_id",
    equals: "id",
    where: inner,
  }),
  all: <C extends string = never>(...of: Condition<C>[]): Condition<C> => ({ op: "all", of }),
  any: <C extends string = never>(...of: Condition<C>[]): Condition<C> => ({ op: "any", of }),
  never: { op: "never" } satisfies Condition as Condition<never>,
  always: { op: "always" } satisfies Condition as Condition<never>,
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
