import type { Condition } from "~/shared/condition";
import type { ScenarioCode, ScenarioValues } from "~/shared/scenarios";
import type { AnyEntity } from "./define";
import type { Recipients } from "./messages";

/*
 * Time as data: what is due when, who is reminded of it and when, and which transition is made once it is over. One job works all of it
 * (`engine/deadlines`); every number of days is a parameter an administrator may change.
 */

/** What the words of a reminder are made of. */
export interface ReminderFacts<C extends string = string> {
  /** What a column that is read (`reads`) shows: labels of choices, names behind references; empty for nothing. */
  text(column: C): string;
  /** The day it is due, and how far away that is: `剩3天`. */
  day: string;
  left: string;
  /** Days since that day, negative before it. */
  late: number;
  /** The length of the deadline (`after`), as the parameter says now; 0 where it has none. */
  term: number;
  /** How many rows it is said of: 1, unless it is said of several `together`. */
  count: number;
}

interface ReminderOf<K extends ScenarioCode, C extends string> {
  /** Whom and of what, as the parameter is called: 催办供应商. */
  label: string;
  /** On which days it is said, counted from the day it is due: -7 a week before it, 0 on it, 1 the day after. Default of a parameter. */
  days: readonly number[];
  /** Beyond the last of them it is said again every so many days while it stands. Default of a parameter; without it it is said once. */
  every?: number;
  scenario: K;
  to: Recipients;
  /**
   * Those who have several rows due hear of them in one message; `day` is the first of theirs. The address below `/web` it leads to.
   */
  together?: string;
  /** Columns the words are made of, as in `Recipients`. */
  reads: readonly C[];
  values(facts: ReminderFacts<C>): ScenarioValues<K>;
}

/** A reminder whose scenario is known only at run time. */
export interface Reminder {
  label: string;
  days: readonly number[];
  every?: number;
  scenario: ScenarioCode;
  to: Recipients;
  together?: string;
  reads: readonly string[];
  values(facts: ReminderFacts): Readonly<Record<string, string>>;
}

/** A reminder; its words are typed by its scenario and by what it reads. */
export function reminder<K extends ScenarioCode, const C extends string>(one: ReminderOf<K, C>): Reminder {
  return one;
}

/** How long after the moment in the column something is due; the number is the default of a parameter. */
export interface DeadlineTerm {
  unit: "day" | "workday" | "hour";
  initial: number;
  /** What the parameter is called, e.g. 审核时限. */
  label: string;
}

/** A moment by which something has to be done, or at which something happens by itself. */
export interface Deadline<C extends string = string, S extends string = string, T extends string = string> {
  /** What it is, as people say it: 报告期限. */
  label: string;
  /** The field of kind date or dateTime it hangs on; while it is empty nothing is due. */
  at: C | "created_at" | "updated_at";
  after?: DeadlineTerm;
  /** States in which it runs; what has no states always does. */
  in?: readonly S[];
  /** Only such rows, beside `in`. */
  where?: Condition;
  reminders?: Readonly<Record<string, Reminder>>;
  /**
   * The transition that is made once it is over: after the last day, at the instant. `begins`: it is made on that day rather than after
   * it, e.g. a contract that takes effect. `reason` is given where the transition asks for one.
   */
  lapse?: T | { transition: T; begins?: true; reason?: string };
}

/** A deadline with its name and its entity. */
export interface NamedDeadline {
  entity: AnyEntity;
  name: string;
  deadline: Deadline;
}

/** All deadlines of definitions, in their order. */
export function deadlinesIn(entities: readonly AnyEntity[]): NamedDeadline[] {
  return entities.flatMap((entity) =>
    Object.entries<Deadline>(entity.deadlines ?? {}).map(([name, deadline]) => ({ entity, name, deadline })),
  );
}

/** The transition a deadline ends in, whether it is made on the day rather than after it, and why; null where it only reminds. */
export function lapseOf({ lapse }: Deadline): { transition: string; begins: boolean; reason: string | null } | null {
  if (lapse === undefined) return null;
  if (typeof lapse === "string") return { transition: lapse, begins: false, reason: null };
  return { transition: lapse.transition, begins: lapse.begins ?? false, reason: lapse.reason ?? null };
}

/** Key of the parameter that holds a number of a deadline: its `term`, or days (`days`) and rhythm (`every`) of a reminder. */
export function deadlineParameter(
  { entity, name }: Pick<NamedDeadline, "entity" | "name">,
  what: "term" | { reminder: string; of: "days" | "every" },
): string {
  const noun = entity.key.split("/").at(-1) ?? entity.key;
  return typeof what === "string"
    ? `deadline.${noun}.${name}.${what}`
    : `deadline.${noun}.${name}.${what.reminder}.${what.of}`;
}
