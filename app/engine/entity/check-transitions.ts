import { NAMED_PARAMETER, parameterFacts } from "~/shared/parameters";
import { fieldFaults } from "./check-fields";
import { deadlineParameter, deadlinesIn } from "./deadlines";
import type { AnyEntity, AnyTransition } from "./define";
import type { Field } from "./field";
import { isFileKind } from "./kinds/file";
import { linesAt } from "./paths";

// Faults of transitions: where they lead, what they ask for, and what they show to whoever decides.

/** Pages of a record that every entity has; no transition may take their address. */
export const PAGES_OF_RECORDS = new Set([
  "sealed_copy",
  "comments",
  "watch",
  "calendar",
  "states",
  "print",
  "export",
  "edit",
  "delete",
  "history",
  "files",
  "opening",
]);

export function transitionFaults({
  at,
  entity,
  transition,
  states,
  keys,
}: {
  at: string;
  entity: AnyEntity;
  transition: AnyTransition;
  states: ReadonlySet<string>;
  keys: ReadonlySet<string>;
}): string[] {
  const faults: string[] = [];
  if (states.size === 0 && transition.to !== "same") faults.push(`${at}: without states a move leads nowhere else`);
  if (states.size > 0 && transition.from.length === 0) faults.push(`${at}: does not say from which states it starts`);
  for (const state of [...transition.from, transition.to, ...(transition.settles ?? []).map((settled) => settled.to)]) {
    if (state !== "same" && state !== "previous" && !states.has(state)) {
      faults.push(`${at}: the state "${state}" does not exist`);
    }
  }
  faults.push(...fieldFaults({ at: `${at}, input`, fields: transition.input ?? {}, keys, states }));
  for (const name of Object.keys(transition.inputWhen ?? {}))
    if (!transition.input?.[name]) faults.push(`${at}: says when to ask for "${name}", which is no field of its input`);
  faults.push(...fieldFaults({ at: `${at}, line input`, fields: transition.lineInput?.fields ?? {}, keys, states }));
  faults.push(...namedFaults(at, entity, transition));
  faults.push(...followingFaults(`${at}: followedBy`, entity, transition.followedBy));
  if (transition.opensForm && entity.editIn && !entity.editIn.includes(transition.to))
    faults.push(`${at}: opens the form in a state in which nobody edits`);
  if (transition.shows) faults.push(...shownFaults(at, entity, transition.shows));
  const barred = transition.notBy ?? [];
  const rights = new Set([...Object.keys(entity.access.rights ?? {}), ...screenKeys(entity)]);
  if (transition.right && !rights.has(transition.right.split(".")[0] ?? ""))
    faults.push(`${at}: asks for the right "${transition.right}", which neither a screen nor access.rights brings`);
  for (const name of [...(transition.asks ?? []), ...barred.filter((one) => one !== "id")]) {
    if (!entity.fields[name]) faults.push(`${at}: names the field "${name}", which does not exist`);
  }
  if (transition.lineInput) {
    const { lines, show, showParent = [], spare } = transition.lineInput;
    for (const [column, field] of Object.entries<Field>(transition.lineInput.fields))
      if (isFileKind(field.kind))
        faults.push(`${at}: files come into rows by the form, not by the line input "${column}"`);
    const target = linesAt(entity.lines, lines);
    const above = linesAt(entity.lines, lines.split(".").slice(0, -1).join("."));
    if (!target) faults.push(`${at}: asks for values of the lines "${lines}", which do not exist`);
    for (const column of show) {
      if (!target?.fields[column]) faults.push(`${at}: shows the line field "${column}", which does not exist`);
    }
    for (const column of showParent) {
      if (!above?.fields[column])
        faults.push(`${at}: shows the field "${column}" of the line above, which does not exist`);
    }
    if (spare && !above) faults.push(`${at}: only nested lines can be split by a spare row`);
  }
  return faults;
}

/** What is made at once behind a form or another transition asks for nothing, since nothing was typed for it. */
export function followingFaults(at: string, entity: AnyEntity, name: string | undefined): string[] {
  if (name === undefined) return [];
  const next: AnyTransition | undefined = entity.transitions?.[name];
  if (!next) return [`${at} names the transition "${name}", which does not exist`];
  const asks = next.input || next.asks || next.lineInput || next.reason === "required";
  return asks ? [`${at} names the transition "${name}", which asks for something`] : [];
}

/** Parameters that the sentences of a transition name and that do not exist. */
function namedFaults(at: string, entity: AnyEntity, { confirm = "", offered }: AnyTransition): string[] {
  const terms = deadlinesIn([entity]).filter(({ deadline }) => deadline.after);
  const own = terms.map((one) => deadlineParameter(one, "term"));
  return [...`${confirm}${offered?.otherwise ?? ""}`.matchAll(NAMED_PARAMETER)]
    .filter(([, key = ""]) => !parameterFacts(key) && !own.includes(key))
    .map(([named]) => `${at}: says "${named}", which is no parameter`);
}

/** Shorter ones say nothing. */
const LEAST_WHY = 10;

function shownFaults(at: string, entity: AnyEntity, shows: NonNullable<AnyTransition["shows"]>): string[] {
  const { lines, columns, showParent = [], unseenInBatch } = shows;
  const target = linesAt(entity.lines, lines);
  const above = linesAt(entity.lines, lines.split(".").slice(0, -1).join("."));
  return [
    ...(target ? [] : [`${at}: shows the lines "${lines}", which do not exist`]),
    ...columns
      .filter((column) => target && !target.fields[column])
      .map((column) => `${at}: shows the line field "${column}", which does not exist`),
    ...showParent
      .filter((column) => !above?.fields[column])
      .map((column) => `${at}: shows the field "${column}" of the line above, which does not exist`),
    ...(unseenInBatch !== undefined && unseenInBatch.trim().length < LEAST_WHY
      ? [`${at}: gives no reason why a batch may be decided on unseen`]
      : []),
  ];
}

/** Permission ids of the screens of an entity. */
function screenKeys(entity: AnyEntity): string[] {
  const views: readonly { screen: string }[] = entity.views ?? [{ screen: entity.key }];
  return views.map(({ screen }) => screen.split("/")[1] ?? "");
}
