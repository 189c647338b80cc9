import type { Condition } from "~/shared/condition";
import type { ScenarioCode, ScenarioValues } from "~/shared/scenarios";
import type { AnyEntity } from "./define";
import type { RoleName } from "./field";
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
  /** How many rows of `counts` there are now. */
  counted(name: string): number;
}

/** Rows of another entity that point at the row and are counted for the words of a reminder: answers that are missing. */
export interface CountedRows {
  of: string;
  /** Their column that holds the id of the row. */
  column: string;
  where: Condition;
}

interface ReminderOf<K extends ScenarioCode, C extends string> {
  /** Whom and of what, as the parameter is called: 催办供应商. */
  label: string;
  /** On which days it is said, counted from the day it is due: -7 a week before it, 0 on it, 1 the day after. Default of a parameter. */
  days: readonly number[];
  /** Beyond the last of them it is said again every so many days while it stands. Default of a parameter; without it it is said once. */
  every?: number;
  /** It is not said later than so many days after the day: 0 for what speaks of a day to come. */
  until?: number;
  scenario: K;
  to: Recipients;
  /**
   * Those who have several rows due hear of them in one message; `day` is the first of theirs. The address below `/web` it leads to.
   */
  together?: string;
  /** Where it leads, below `/web`, where that is not the record; `{id}` is filled in. */
  path?: string;
  /** The move its readers are asked for, as for messages. */
  asks?: string;
  /** Columns the words are made of, as in `Recipients`. */
  reads: readonly C[];
  counts?: Readonly<Record<string, CountedRows>>;
  values(facts: ReminderFacts<C>): ScenarioValues<K>;
}

/** A task that is opened on the day, due at the end of the day of the deadline; the same task is never opened twice. */
interface TaskOf<C extends string> {
  /** 120 characters at most; never says more than its reader may know. */
  title(facts: ReminderFacts<C>): string;
  /** Whose it is: holders of a role, or the people of the supplier in this column. */
  role?(facts: ReminderFacts<C>): RoleName;
  supplier?: string;
  /** States in which there is something to do: any other ends it. */
  while: readonly string[];
}

interface TaskReminderOf<C extends string> {
  label: string;
  days: readonly number[];
  reads: readonly C[];
  task: TaskOf<C>;
}

/** A reminder whose scenario is known only at run time. */
export interface MessageReminder {
  label: string;
  days: readonly number[];
  every?: number;
  until?: number;
  scenario: ScenarioCode;
  to: Recipients;
  together?: string;
  path?: string;
  asks?: string;
  reads: readonly string[];
  task?: undefined;
  counts?: Readonly<Record<string, CountedRows>>;
  values(facts: ReminderFacts): Readonly<Record<string, string>>;
}

/** A task that is opened instead of a message. */
export interface TaskReminder {
  label: string;
  days: readonly number[];
  every?: undefined;
  until?: undefined;
  together?: undefined;
  counts?: undefined;
  reads: readonly string[];
  task: TaskOf<string>;
}

/** What happens on the days of a deadline. */
export type Reminder = MessageReminder | TaskReminder;

/** A reminder; its words are typed by its scenario and by what it reads. */
export function reminder<K extends ScenarioCode, const C extends string>(one: ReminderOf<K, C>): MessageReminder {
  return one;
}

/** A task that somebody gets on a day of a deadline. */
export function taskReminder<const C extends string>(one: TaskReminderOf<C>): TaskReminder {
  return one;
}

/** What is due where no column of the record says it. */
export interface WorkedRows {
  /** What the days are counted from, as people say it: 应对措施的计划完成. */
  from: string;
  /** What the hook answers beside the day, by name, and what it is called; reminders read it as `+name`. */
  columns: Readonly<Record<string, string>>;
}

/** One thing that is due, as the hook `deadlines` answers it; several may be of one record. */
export interface WorkedRow {
  /** The record. Its state and `where` are looked at afterwards. */
  id: string;
  /** Tells it from the others of the same record, e.g. the person it waits for. */
  about: string;
  /** The day it is counted from. */
  day: string;
  /** By the names of `columns`: ids of people for those that are told, texts for words. */
  values: Readonly<Record<string, string | readonly string[]>>;
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
  /** The field of kind date or dateTime it hangs on; while it is empty nothing is due. Either this or `rows` is given. */
  at?: C | "created_at" | "updated_at";
  /** It stands in lines, or takes a computation: the hook `deadlines` of its name answers what is due. */
  rows?: WorkedRows;
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
