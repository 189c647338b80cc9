import { addDays } from "~/shared/calendar";
import { type Condition, daysMoved } from "~/shared/condition";
import { decimal } from "~/shared/decimal";
import type { ParameterKey } from "~/shared/parameters";

/** Values a condition is compared with when it is judged in memory. */
export interface MatchFacts {
  supplierId: string | null;
  userId?: string | null;
  today: string;
  now: string;
  limit(key: ParameterKey): number;
}

type Judged = Readonly<Record<string, unknown>>;

const DECIMAL = /^-?\d+(\.\d+)?$/;

/** Below, at or above zero. Decimals are text in records: two of them compare as numbers, not letter by letter. */
function ordered(a: unknown, b: unknown): number {
  const [left, right] = [String(a), String(b)];
  if (DECIMAL.test(left) && DECIMAL.test(right)) return decimal(left).cmp(decimal(right));
  return left < right ? -1 : left > right ? 1 : 0;
}

function equal(a: unknown, b: unknown): boolean {
  return a === b || ((typeof a === "number" || typeof b === "number") && ordered(a, b) === 0);
}

/**
 * Whether a row satisfies a condition, judged in memory the way the database would.
 * Conditions that look at other tables, or at the search columns, cannot be judged here and answer no.
 */
export function matches(condition: Condition, row: Judged, facts: MatchFacts): boolean {
  return judge(condition, row, facts) === true;
}

/** Whether any row with these values may satisfy a condition, whatever its other columns hold. */
export function mayMatch(condition: Condition, known: Judged, facts: MatchFacts): boolean {
  return judge(condition, known, facts, true) !== false;
}

/** Null is SQL's unknown: what an empty column gives, and what its negation gives too. Of a partial row, columns that are absent are unknown. */
function judge(condition: Condition, row: Judged, facts: MatchFacts, isPartial = false): boolean | null {
  switch (condition.op) {
    case "always":
      return true;
    case "never":
      return false;
    case "exists":
    case "search":
      return null;
    case "all":
    case "any": {
      const parts = condition.of.map((part) => judge(part, row, facts, isPartial));
      const decisive = condition.op === "any";
      return parts.includes(decisive) ? decisive : parts.includes(null) ? null : !decisive;
    }
    case "not": {
      const inner = judge(condition.of, row, facts, isPartial);
      return inner === null ? null : !inner;
    }
    case "contains":
    case "containsAny": {
      const text = condition.text.toLowerCase();
      const parts = condition.columns.map((column) => row[column] ?? null);
      if (parts.some((part) => part !== null && String(part).toLowerCase().includes(text))) return true;
      return parts.includes(null) ? null : false;
    }
    default:
      if (isPartial && !Object.hasOwn(row, condition.column)) return null;
      return columnMatches(condition, row[condition.column] ?? null, facts);
  }
}

type ColumnCondition = Extract<Condition, { column: string }>;

function columnMatches(
  condition: Exclude<ColumnCondition, { op: "exists" }>,
  value: unknown,
  facts: MatchFacts,
): boolean | null {
  if (condition.op === "null") return value === null;
  if (condition.op === "set") return value !== null;
  if (condition.op === "in" && condition.values.length === 0) return false;
  if (value === null) return null;
  switch (condition.op) {
    case "starts":
      return String(value).startsWith(condition.text);
    case "own":
      return facts.supplierId === null ? null : value === facts.supplierId;
    case "mine":
      return facts.userId ? value === facts.userId : null;
    case "in":
      return condition.values.some((one) => equal(value, one));
    case "before":
    case "notBefore": {
      const moved = daysMoved(condition.days, facts.limit);
      const day = moved === 0 ? facts.today : addDays(facts.today, moved);
      const earlier = ordered(value, condition.moment === "today" ? day : facts.now) < 0;
      return condition.op === "before" ? earlier : !earlier;
    }
    case "eq":
      return equal(value, condition.value);
    case "ne":
      return !equal(value, condition.value);
    case "lt":
      return ordered(value, condition.value) < 0;
    case "lte":
      return ordered(value, condition.value) <= 0;
    case "gt":
      return ordered(value, condition.value) > 0;
    case "gte":
      return ordered(value, condition.value) >= 0;
    case "reaches":
      return ordered(value, facts.limit(condition.parameter)) >= 0;
  }
}
