import type { Condition } from "~/shared/condition";

/** Values a condition is compared with when it is judged in memory. */
export interface HoldsFacts {
  supplierId: string | null;
  today: string;
  now: string;
}

type Judged = Readonly<Record<string, unknown>>;

function ordered(a: unknown, b: unknown): number {
  if (typeof a === "number" || typeof b === "number") return Number(a) - Number(b);
  const [left, right] = [String(a), String(b)];
  return left < right ? -1 : left > right ? 1 : 0;
}

/**
 * Whether a row satisfies a condition, judged in memory the way the database would.
 * Conditions that look at other tables cannot be judged here and answer no.
 */
export function holds(condition: Condition, row: Judged, facts: HoldsFacts): boolean {
  switch (condition.op) {
    case "always":
      return true;
    case "never":
    case "exists":
      return false;
    case "all":
      return condition.of.every((part) => holds(part, row, facts));
    case "any":
      return condition.of.some((part) => holds(part, row, facts));
    case "not":
      return !holds(condition.of, row, facts);
    case "contains":
    case "containsAny":
      return condition.columns.some((column) => String(row[column] ?? "").toLowerCase().includes(condition.text.toLowerCase()));
    default:
      return columnHolds(condition, row[condition.column] ?? null, facts);
  }
}

type ColumnCondition = Extract<Condition, { column: string }>;

function columnHolds(condition: Exclude<ColumnCondition, { op: "exists" }>, value: unknown, facts: HoldsFacts): boolean {
  if (condition.op === "null") return value === null;
  if (value === null) return false;
  switch (condition.op) {
    case "set":
      return true;
    case "own":
      return value === facts.supplierId;
    case "in":
      return condition.values.some((one) => one === value);
    case "before":
    case "notBefore": {
      const earlier = ordered(value, condition.moment === "today" ? facts.today : facts.now) < 0;
      return condition.op === "before" ? earlier : !earlier;
    }
    case "eq":
      return value === condition.value;
    case "ne":
      return value !== condition.value;
    case "lt":
      return ordered(value, condition.value) < 0;
    case "lte":
      return ordered(value, condition.value) <= 0;
    case "gt":
      return ordered(value, condition.value) > 0;
    case "gte":
      return ordered(value, condition.value) >= 0;
  }
}
