import { dayStepsText } from "../day-steps";

/** `days` are days counted from a deadline, see `day-steps.ts`. */
export type ParameterType = "text" | "int" | "switch" | "days";
export type ParameterGroup =
  | "security"
  | "ui"
  | "warning"
  | "export"
  | "log"
  | "files"
  | "notify"
  | "deadline"
  | "receiving"
  | "price";

/** One tunable limit of the product. What stands here exists; the row in the table holds the value that applies. */
export interface ParameterFacts {
  name: string;
  group: ParameterGroup;
  type: ParameterType;
  initial: string;
  /** Bounds of whole numbers, inclusive. */
  min?: number;
  max?: number;
  unit?: string;
  remark?: string;
}

const MOST_TERM = 3650;
const MOST_RHYTHM = 365;

/** A length of time that a definition brings, at least one of its unit. */
export function termFacts(name: string, initial: number, unit: "天" | "个工作日" | "小时"): ParameterFacts {
  return int({ name, group: "deadline", initial, min: 1, max: MOST_TERM, unit });
}

/** Days of reminding that a definition brings. */
export function stepsFacts(name: string, days: readonly number[]): ParameterFacts {
  const remark = "按到期日计算，用顿号分开，如：前7、前1、当天、后3；留空不提醒";
  return { name, group: "deadline", type: "days", initial: dayStepsText(days), remark };
}

/** The rhythm in which a reminder of a definition is said again beyond its last day. */
export function rhythmFacts(name: string, initial: number): ParameterFacts {
  const remark = "过了最后一个提醒日后，每隔几天再提醒；0为不再提醒";
  return int({ name, group: "deadline", initial, min: 0, max: MOST_RHYTHM, unit: "天", remark });
}

const DAYS_OF = { week: 7, month: 28 } as const;

/** The day of a digest that a definition brings. */
export function digestDayFacts(name: string, every: keyof typeof DAYS_OF, initial: number): ParameterFacts {
  const remark = every === "week" ? "每周周几：1为周一，7为周日；0为不发" : "每月几日；0为不发";
  return int({
    name,
    group: "deadline",
    initial,
    min: 0,
    max: DAYS_OF[every],
    unit: every === "week" ? "" : "日",
    remark,
  });
}

/** A whole number within bounds. */
export function int({
  name,
  group,
  initial,
  min,
  max,
  unit,
  remark,
}: {
  name: string;
  group: ParameterGroup;
  initial: number;
  min: number;
  max: number;
  unit: string;
  remark?: string;
}): ParameterFacts {
  return { name, group, type: "int", initial: String(initial), min, max, unit, ...(remark ? { remark } : {}) };
}

/** On or off. */
export function toggle(name: string, group: ParameterGroup, initial: "0" | "1", remark: string): ParameterFacts {
  return { name, group, type: "switch", initial, remark };
}

/** A text that pages show. */
export function copy(name: string, initial: string): ParameterFacts {
  return { name, group: "ui", type: "text", initial };
}
