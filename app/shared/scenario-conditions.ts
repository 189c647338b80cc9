import { decimal } from "./decimal";
import type { ConditionOperator } from "./scenarios";

/** One row of what an administrator says about the values of an event. */
export interface ScenarioCondition {
  variable: string;
  operator: ConditionOperator;
  value: string;
}

const NUMBER = /^-?\d+(\.\d+)?$/;

/** Figures are compared as figures, anything else as text: days and moments stand in order as they are written. */
function compared(a: string, b: string): number {
  const [first, second] = [plain(a), plain(b)];
  if (NUMBER.test(first) && NUMBER.test(second)) return decimal(first).cmp(decimal(second));
  return a === b ? 0 : a < b ? -1 : 1;
}

/** `1,200.50` and `62.5%` are figures, too. */
function plain(text: string): string {
  return text.trim().replace(/,/g, "").replace(/%$/, "");
}

const HOLDS: Readonly<Record<ConditionOperator, (value: string, wanted: string) => boolean>> = {
  eq: (value, wanted) => compared(value, wanted) === 0,
  ne: (value, wanted) => compared(value, wanted) !== 0,
  contains: (value, wanted) => value.includes(wanted),
  lacks: (value, wanted) => !value.includes(wanted),
  above: (value, wanted) => compared(value, wanted) > 0,
  below: (value, wanted) => compared(value, wanted) < 0,
};

/** Whether every condition holds for the values of an event; one about a value the event does not bring holds for nothing. */
export function conditionsMatch(
  conditions: readonly ScenarioCondition[],
  values: Readonly<Record<string, string>>,
): boolean {
  return conditions.every(({ variable, operator, value }) => {
    const held = values[variable];
    return held !== undefined && HOLDS[operator](held, value);
  });
}
