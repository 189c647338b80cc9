import { matches } from "../access/matches";
import { may, needPermission, transitionRight } from "../access/permissions";
import type { Context } from "../context.server";
import type { AnyEntity, AnyRecord, AnyTransition } from "../entity";
import { isSameMatter } from "../entity/approval-transitions";
import { AppError } from "../errors";
import { withKnownParameters } from "../parameters.server";
import { isAuthor } from "./duties.server";
import { stateLabel } from "./save.server";
import { factsOf, mayTransition, ruleFacts, seniorityRefusal } from "./scope.server";

export type TransitionOption = AnyTransition;

/** A record, or the row of a list: what a transition is judged by before it is made. */
type Judged = Readonly<Record<string, unknown>>;

/** The transitions of an entity by name. */
export function transitionsOf(entity: AnyEntity): [name: string, transition: TransitionOption][] {
  return Object.entries<TransitionOption>(entity.transitions ?? {});
}

/** Transitions this person may make on this record now, in the order of the definition: buttons, REST `actions`, checks. */
export function availableTransitions(
  context: Context,
  entity: AnyEntity,
  record: AnyRecord,
): [name: string, transition: TransitionOption][] {
  return transitionsOf(entity).filter(
    ([name, transition]) =>
      !transition.ofMany &&
      isPossible(context, { entity, name, transition, record }) &&
      (transition.offered?.when(record, ruleFacts(context)) ?? true),
  );
}

/**
 * Tells of the rows of a list which of some transitions can be made, in their order, as far as a row tells: transitions that depend on more than the
 * row holds are left out. What does not depend on the row is asked once.
 */
export function transitionsOfRows(
  context: Context,
  entity: AnyEntity,
  wanted: readonly string[],
): (row: Judged) => string[] {
  const transitions = new Map(transitionsOf(entity));
  const mine = wanted.flatMap((name) => {
    const transition = transitions.get(name);
    return transition && mayTransition(context, entity, name) ? [{ name, transition }] : [];
  });
  return (row) =>
    mine
      .filter(
        ({ name, transition }) =>
          (!transition.offered ||
            (transition.offered.rows !== undefined && matches(transition.offered.rows, row, factsOf(context)))) &&
          isPossible(context, { entity, name, transition, record: row }),
      )
      .map(({ name }) => name);
}

function isPossible(
  context: Context,
  {
    entity,
    name,
    transition,
    record,
  }: { entity: AnyEntity; name: string; transition: TransitionOption; record: Judged },
): boolean {
  return (
    startsFrom(entity, transition, record.state) &&
    mayTransition(context, entity, name) &&
    seniorityRefusal(context, entity, record) === null &&
    !isBarred(context, transition, record) &&
    lackingNeed(context, { entity, name, transition, record }) === null
  );
}

/** Where there are no states, a transition can always be made. */
function startsFrom(entity: AnyEntity, transition: TransitionOption, state: unknown): boolean {
  return entity.states === undefined || transition.from.includes(String(state));
}

/** Four eyes: the person stands in the way of its own transition. */
function isBarred(context: Context, transition: TransitionOption, record: Judged): boolean {
  const { id } = context.actor;
  return (
    isAuthor(context, transition, record) ||
    (id !== null && (transition.notBy ?? []).some((name) => record[name] === id))
  );
}

/** The further right this record demands and the person does not have; null when there is none. */
function lackingNeed(
  context: Context,
  {
    entity,
    name,
    transition,
    record,
  }: { entity: AnyEntity; name: string; transition: TransitionOption; record: Judged },
): string | null {
  if (context.actor.kind === "system") return null;
  for (const [need, { when }] of Object.entries(transition.needs ?? {})) {
    const permission = needPermission(entity.key, name, need);
    if (matches(when, record, factsOf(context)) && !may(context.actor.permissions, `${permission}.edit`))
      return permission;
  }
  return null;
}

/** The transition of that name, if this person may make it at all. @throws AppError("signed_out" | "not_found" | "forbidden") */
export function requireTransition(context: Context, entity: AnyEntity, name: string): TransitionOption {
  if (context.actor.kind === "anonymous") throw new AppError("signed_out");
  const transition = transitionsOf(entity).find(([key]) => key === name)?.[1];
  if (!transition) throw new AppError("not_found");
  if (!mayTransition(context, entity, name)) {
    throw new AppError("forbidden", { values: { permission: transitionRight(entity, name, transition) } });
  }
  return transition;
}

export interface RequireFitInput {
  entity: AnyEntity;
  record: AnyRecord;
  name: string;
  transition: TransitionOption;
  version: number | undefined;
}

/** Refuses a transition that the state, the version or the four-eyes rule forbids. */
export function requireFit(context: Context, { entity, record, name, transition, version }: RequireFitInput): void {
  if (!startsFrom(entity, transition, record.state)) {
    throw new AppError("wrong_state", {
      message:
        transition.notFrom?.[record.state] ??
        `单据当前为「${stateLabel(entity, record.state)}」，不能${transition.label}`,
    });
  }
  if (transition.offered && !transition.offered.when(record, ruleFacts(context))) {
    throw new AppError("wrong_state", {
      message: withKnownParameters(context.services, transition.offered.otherwise),
    });
  }
  const above = seniorityRefusal(context, entity, record);
  if (above) throw new AppError("own_rule", { message: above });
  if (isBarred(context, transition, record))
    throw new AppError("own_rule", transition.notByRefusal ? { message: transition.notByRefusal } : {});
  const lacking = lackingNeed(context, { entity, name, transition, record });
  if (lacking) throw new AppError("forbidden", { values: { permission: `${lacking}.edit` } });
  if (version !== undefined && version !== record.version && !isSameMatter(record, name, version)) {
    throw new AppError("stale_record", { facts: { version: record.version, differences: [] } });
  }
}

export interface TransitionRefusalInput {
  entity: AnyEntity;
  record: AnyRecord;
  name: string;
  version: number;
}

/**
 * Why this person cannot make the transition on the record as it stands, in Chinese; null when nothing stands in the way.
 * @param version of the record that the person saw
 */
export function transitionRefusal(
  context: Context,
  { entity, record, name, version }: TransitionRefusalInput,
): string | null {
  const transition = requireTransition(context, entity, name);
  try {
    requireFit(context, { entity, record, name, transition, version });
    return null;
  } catch (error) {
    if (error instanceof AppError) return error.message;
    throw error;
  }
}
