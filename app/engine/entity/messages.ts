import type { Condition } from "~/shared/condition";
import type { ScenarioCode, ScenarioValues } from "~/shared/scenarios";
import type { AnyEntity } from "./define";
import type { RoleName } from "./field";

/*
 * Messages as data: who is told of a transition, in the words of which scenario. What a reminder of a deadline says is one of them
 * (`deadlines.ts`). Channels, templates, quiet hours and choices of people are the scenario's, whoever tells.
 */

/**
 * Whom a message reaches. Columns are own ones, or those behind a reference: `supplier_id.buyer_id`; `+name` is what server code works out:
 * the hook `audiences` of that name for a message, what stands beside the day in a row of the hook `deadlines` for a reminder.
 */
export interface Recipients {
  /** Columns that hold a person; `created_by` is whoever made the record. */
  people?: readonly string[];
  /** Columns that hold a person, the first of which that is set is told where none of the columns of `people` holds anybody. */
  elsePeople?: readonly string[];
  /** Columns that hold a supplier: all its people. */
  suppliers?: readonly string[];
  roles?: readonly RoleName[];
  /** Roles that are told where none of the columns of people holds anybody. */
  elseRoles?: readonly RoleName[];
  /** Roles that are told only of such records. */
  rolesWhen?: readonly { when: Condition; roles: readonly RoleName[] }[];
  /** Column of the supplier whose people alone hear of it, of all that are reached on the suppliers' side. */
  readers?: string;
}

/** The columns by which whoever is told is found. */
export function columnsToTell({ people = [], elsePeople = [], suppliers = [], readers }: Recipients): string[] {
  return [...people, ...elsePeople, ...suppliers, ...(readers === undefined ? [] : [readers])];
}

/** What the words of a message are made of. */
export interface MessageFacts<C extends string = string, T extends string = string> {
  /** What a column that is read (`reads`) shows: labels of choices, names behind references; empty for nothing. */
  text(column: C): string;
  /** What the column holds itself, e.g. the key of a choice; empty for nothing. */
  value(column: C): string;
  /** What it showed before the transition. */
  was(column: C): string;
  /** The transition that was made. */
  transition: T;
  /** The reason that was given; empty for none. */
  reason: string;
  /** Who made it, as others read it. */
  actor: string;
  /** The business day. */
  today: string;
  /** A sentence with the parameters that it names as `{{area.name}}`, as they are now. */
  filled(sentence: string): string;
}

interface MessageOf<K extends ScenarioCode, C extends string, T extends string> {
  /** Transitions it is said after. */
  on: readonly T[];
  /** Only from these states. */
  from?: readonly string[];
  /** Only where this holds for the record as it is stored now. */
  when?: Condition;
  scenario: K;
  to: Recipients;
  /** Columns the words are made of, as in `Recipients`. */
  reads: readonly C[];
  values(facts: MessageFacts<C, T>): ScenarioValues<K>;
  /** Where it leads, below `/web`, where that is not the record; `{id}` is filled in. */
  path?: string;
  /** The move its readers are asked for: it leads to the page of that move instead of the record (`askedPath`). */
  asks?: string;
}

/** A message whose scenario and transitions are known only at run time. */
export interface Message {
  on: readonly string[];
  from?: readonly string[];
  when?: Condition;
  scenario: ScenarioCode;
  to: Recipients;
  reads: readonly string[];
  values(facts: MessageFacts): Readonly<Record<string, string>>;
  path?: string;
  asks?: string;
}

/** A message; its words are typed by its scenario and by what it reads. */
export function message<K extends ScenarioCode, const C extends string, const T extends string>(
  one: MessageOf<K, C, T>,
): Message {
  // The facts it is called with name the transitions of `on`: the engine asks no other.
  return one as unknown as Message;
}

/** Messages of a definition that are said after a transition from a state. */
export function messagesAfter(entity: AnyEntity, transition: string, before: string | null): readonly Message[] {
  const all: readonly Message[] = entity.messages ?? [];
  return all.filter(({ on, from }) => on.includes(transition) && (from === undefined || from.includes(before ?? "")));
}

/** The name of what server code works out, where a column is written so: `+buyers`. */
export function workedName(column: string): string | null {
  return column.startsWith("+") ? column.slice(1) : null;
}

/** Where a message leads that names an address of its own. */
export function filledPath(path: string, id: string): string {
  return path.replace("{id}", id);
}

/** Says in an address that a message led to it: whoever cannot make the move is led on to the record, with the reason. */
export const ASKED_PARAM = "asked";

/** A screen as addresses name it. */
type Place = Readonly<{ area: string; key: string }>;

/**
 * The page of a record as mails lead to it. Every reader gets the same address, that of the entity's first screen; whoever sees the record on
 * another one is led on.
 */
export function toldPath({ area, key }: Place, id: string): string {
  return `/${area}/${key}/${id}`;
}

/** The page of a move as messages lead to it. Transition names use hyphens in addresses. */
export function askedPath(place: Place, id: string, transition: string): string {
  return `${toldPath(place, id)}/${transition.replace(/_/g, "-")}?${ASKED_PARAM}=1`;
}

/** What follows the record in an address that `askedPath` made for it; null for any other address. */
export function askedOf(path: string, id: string | null): string | null {
  const [, , , at, move, ...rest] = path.split("/");
  const isAsked = id !== null && at === id && rest.length === 0 && move?.endsWith(`?${ASKED_PARAM}=1`);
  return isAsked ? `/${move}` : null;
}
