import { type RawBuilder, sql } from "kysely";
import { type Condition, daysMoved, type Moment, type Scalar } from "~/shared/condition";
import type { ParameterKey } from "~/shared/parameters";
import { gramsWithin, SEARCH_GRAMS, SEARCH_TEXT, type SearchNeed, searchNeed, searchWords } from "~/shared/search";

/** Where the values of moving conditions come from in a query. */
export interface ConditionFacts {
  supplierId: string | null;
  /** The signed-in person; without one nothing is somebody's own. */
  userId?: string | null;
  today: string;
  now: string;
  /** The value of a whole number that a condition names. */
  limit(key: ParameterKey): number;
}

const COMPARISONS = { eq: "=", ne: "<>", lt: "<", lte: "<=", gt: ">", gte: ">=" } as const;

/** From here on a list is bound as one value: hundreds of parameters cost more than the query. */
const MANY_VALUES = 50;

/** How the leaves of a condition become SQL: bound values in queries, literals and settings in policies. */
interface Writer {
  value(value: Scalar): RawBuilder<unknown>;
  supplier(): RawBuilder<unknown>;
  person(): RawBuilder<unknown>;
  moment(moment: Moment): RawBuilder<unknown>;
  limit(key: ParameterKey): number;
}

/** Escapes the wildcards of LIKE in typed text. */
export function likeText(text: string): string {
  return `%${text.replace(/[\\%_]/g, (sign) => `\\${sign}`)}%`;
}

/** True for a text that can be written in capitals or without. */
function hasCapitals(text: string): boolean {
  return text.toLowerCase() !== text || text.toUpperCase() !== text;
}

function write(condition: Condition, alias: string, writer: Writer, depth = 0): RawBuilder<boolean> {
  const column = (name: string) => sql.ref(`${alias}.${name}`);
  switch (condition.op) {
    case "eq":
    case "ne":
    case "lt":
    case "lte":
    case "gt":
    case "gte":
      return sql`${column(condition.column)} ${sql.raw(COMPARISONS[condition.op])} ${writer.value(condition.value)}`;
    case "in":
      return condition.values.length === 0
        ? sql`false`
        : condition.values.length > MANY_VALUES && condition.values.every((value) => typeof value === "string")
          ? sql`${column(condition.column)} = any(${[...condition.values]})`
          : sql`${column(condition.column)} in (${sql.join(condition.values.map((value) => writer.value(value)))})`;
    case "null":
      return sql`${column(condition.column)} is null`;
    case "set":
      return sql`${column(condition.column)} is not null`;
    case "contains":
    case "containsAny": {
      // Comparing without capitals takes twice as long, and most of what is typed has none.
      const like = sql.raw(hasCapitals(condition.text) ? "ilike" : "like");
      const parts = condition.columns.map(
        (name) => sql`${column(name)} ${like} ${writer.value(likeText(condition.text))}`,
      );
      const found = sql<boolean>`(${sql.join(parts, sql` or `)})`;
      const grams = condition.indexed ? gramsWithin(condition.text) : [];
      if (grams.length === 0) return found;
      // A row that was written past the engine is still to be read into its search columns; a small index knows which those are.
      const place = column(SEARCH_GRAMS);
      return sql`((${place} is null or ${place} @> array[${sql.join(grams)}]::text[]) and ${found})`;
    }
    case "starts":
      // Not LIKE: with a bound pattern a kept plan could not use the index. Nothing stands behind the last character there is.
      return sql`(${column(condition.column)} ~>=~ ${writer.value(condition.text)} and ${column(condition.column)} ~<~ ${writer.value(`${condition.text}\u{10ffff}`)})`;
    case "search": {
      const words = searchWords(condition.text).map((word) => needSql(searchNeed(word), alias));
      return words.length === 0 ? sql`true` : sql`(${sql.join(words, sql` and `)})`;
    }
    case "own":
      return sql`${column(condition.column)} = ${writer.supplier()}`;
    case "mine":
      return sql`${column(condition.column)} = ${writer.person()}`;
    case "reaches":
      // Bound: a parameter changes, its statement does not.
      return sql`${column(condition.column)} >= ${writer.limit(condition.parameter)}::int`;
    case "before":
      return sql`${column(condition.column)} < ${movedMoment(condition, writer)}`;
    case "notBefore":
      return sql`${column(condition.column)} >= ${movedMoment(condition, writer)}`;
    case "exists": {
      const inner = `x${depth}`;
      const pairs = Object.entries({ [condition.column]: condition.equals, ...condition.also });
      const joined = pairs.map(([theirs, own]) => sql`${sql.ref(`${inner}.${theirs}`)} = ${column(own)}`);
      if (condition.apart) joined.push(sql`${sql.ref(`${inner}.id`)} <> ${column("id")}`);
      return sql`exists (select 1 from ${sql.table(condition.table)} as ${sql.ref(inner)} where ${sql.join(joined, sql` and `)} and ${write(condition.where, inner, writer, depth + 1)})`;
    }
    case "all":
    case "any":
      return condition.of.length === 0
        ? sql.raw(condition.op === "all" ? "true" : "false")
        : sql`(${sql.join(
            condition.of.map((part) => write(part, alias, writer, depth)),
            condition.op === "all" ? sql` and ` : sql` or `,
          )})`;
    case "not":
      return sql`not (${write(condition.of, alias, writer, depth)})`;
    case "never":
      return sql`false`;
    case "always":
      return sql`true`;
  }
}

/** A day so many days later; instants are never moved. */
function movedMoment(
  { moment, days }: Extract<Condition, { moment: Moment }>,
  writer: Pick<Writer, "moment" | "limit">,
): RawBuilder<unknown> {
  const moved = daysMoved(days, writer.limit);
  // Written out, where it is a number of the definition: the plan may count with it. A parameter changes, its statement does not.
  const by = typeof days === "number" ? sql.lit(moved) : sql`${moved}::int`;
  return moved === 0 ? writer.moment(moment) : sql`(${writer.moment(moment)}::date + ${by})`;
}

/** A row is what a word asks for: the index answers by grams, and the text is read only where they do not say it all. */
export function needSql(need: SearchNeed, alias: string): RawBuilder<boolean> {
  const column = sql.ref(`${alias}.${SEARCH_GRAMS}`);
  const list = (values: readonly string[]) => sql`array[${sql.join(values)}]::text[]`;
  // One look into the index where one gram is enough for each way.
  const grams = need.grams.every((set) => set.length === 1)
    ? sql`${column} && ${list(need.grams.flat())}`
    : sql`(${sql.join(
        need.grams.map((set) => sql`${column} @> ${list(set)}`),
        sql` or `,
      )})`;
  if (need.parts === null) return sql`${grams}`;
  const parts = need.parts.map((part) => sql`${sql.ref(`${alias}.${SEARCH_TEXT}`)} like ${likeText(part)}`);
  return sql`(${grams} and (${sql.join(parts, sql` or `)}))`;
}

/** A condition over the table known as `alias`, with every value bound. */
export function conditionSql(condition: Condition, alias: string, facts: ConditionFacts): RawBuilder<boolean> {
  return write(condition, alias, {
    value: (value) => sql`${value}`,
    // uuid columns: a missing supplier must match nothing rather than fail
    supplier: () => (facts.supplierId ? sql`${facts.supplierId}::uuid` : sql`null::uuid`),
    person: () => (facts.userId ? sql`${facts.userId}::uuid` : sql`null::uuid`),
    moment: (moment) => (moment === "today" ? sql`${facts.today}::date` : sql`${facts.now}::timestamptz`),
    limit: facts.limit,
  });
}

function literal(value: Scalar): string {
  return typeof value === "string" ? `'${value.replace(/'/g, "''")}'` : String(value);
}

/** @throws Error a policy is written once, a parameter changes: a fault of the definition */
function unknownHere(key: ParameterKey): never {
  throw new Error(`a policy cannot ask for the parameter ${key}`);
}

/** A condition as the text of a row-level policy: the supplier is a setting of the transaction, nothing is bound. */
export function policyText(condition: Condition, table: string): string {
  const name = (text: string) => `"${text.replace(/"/g, '""')}"`;
  const supplier = "nullif(current_setting('app.supplier_id', true), '')::uuid";
  const text = (part: Condition, alias: string, depth: number): string => {
    const column = (of: string) => `${name(alias)}.${name(of)}`;
    switch (part.op) {
      case "eq":
      case "ne":
      case "lt":
      case "lte":
      case "gt":
      case "gte":
        return `${column(part.column)} ${COMPARISONS[part.op]} ${literal(part.value)}`;
      case "in":
        return part.values.length === 0
          ? "false"
          : `${column(part.column)} in (${part.values.map(literal).join(", ")})`;
      case "null":
        return `${column(part.column)} is null`;
      case "set":
        return `${column(part.column)} is not null`;
      case "own":
        return `${column(part.column)} = ${supplier}`;
      case "mine":
        return `${column(part.column)} = nullif(current_setting('app.user_id', true), '')::uuid`;
      case "reaches":
        return unknownHere(part.parameter);
      case "before":
      case "notBefore":
        return `${column(part.column)} ${part.op === "before" ? "<" : ">="} ${
          part.moment === "today"
            ? `((now() at time zone 'Asia/Shanghai')::date + ${daysMoved(part.days, unknownHere)})`
            : "now()"
        }`;
      case "exists":
        return `exists (select 1 from ${name(part.table)} x${depth} where ${Object.entries({
          [part.column]: part.equals,
          ...part.also,
        })
          .map(([theirs, own]) => `x${depth}.${name(theirs)} = ${column(own)}`)
          .concat(part.apart ? [`x${depth}.${name("id")} <> ${column("id")}`] : [])
          .join(" and ")} and ${text(part.where, `x${depth}`, depth + 1)})`;
      case "all":
        return part.of.length === 0 ? "true" : `(${part.of.map((one) => text(one, alias, depth)).join(" and ")})`;
      case "any":
        return part.of.length === 0 ? "false" : `(${part.of.map((one) => text(one, alias, depth)).join(" or ")})`;
      case "not":
        return `not (${text(part.of, alias, depth)})`;
      case "never":
        return "false";
      case "always":
        return "true";
      case "contains":
      case "containsAny":
      case "starts":
      case "search":
        throw new Error(`Condition "${part.op}" is for searches and cannot stand in a policy of ${table}`);
    }
  };
  return text(condition, table, 0);
}
