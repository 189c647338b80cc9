import { columnsOf } from "~/shared/condition";
import { askedFaults } from "./check-asked";
import { isColumn, leadsSomewhere, type Surroundings } from "./check-deadlines";
import type { AnyEntity, AnyTransition } from "./define";
import { decisionOf } from "./duties";
import { columnsToTell, type Message, workedName } from "./messages";

const LEAST_REASON = 10;

/**
 * What is wrong with the messages of a definition: transitions, scenarios and columns that do not exist; and transitions of a document that
 * decide or submit of which nobody is told, without a reason why.
 */
export function messageFaults(entity: AnyEntity, { entities, scenarios, server = {} }: Surroundings): string[] {
  const transitions: Readonly<Record<string, AnyTransition>> = entity.transitions ?? {};
  const messages: readonly Message[] = entity.messages ?? [];
  const silent: Readonly<Record<string, string>> = entity.tellsNobody ?? {};
  const at = `Entity "${entity.key}"`;
  const asked = new Set(messages.flatMap(({ to }) => (to.people ?? []).map(workedName)));
  const audiences = Object.keys(server.audiences ?? {});
  return [
    ...messages.flatMap((message, index) =>
      oneFaults(`${at}, message ${index + 1} (${message.scenario})`, {
        entity,
        message,
        entities,
        scenarios,
        audiences,
      }),
    ),
    ...audiences
      .filter((name) => !asked.has(name))
      .map((name) => `${at}: the hook "audiences.${name}" is asked by no message`),
    ...Object.entries(silent).flatMap(([name, why]) => [
      ...(transitions[name] ? [] : [`${at}: tellsNobody names "${name}", which is no transition`]),
      ...(messages.some(({ on }) => on.includes(name))
        ? [`${at}: "${name}" tells somebody, tellsNobody says it does not`]
        : []),
      ...(why.trim().length < LEAST_REASON ? [`${at}: tellsNobody gives no reason for "${name}"`] : []),
    ]),
    ...muteTransitions(entity).map(
      (name) => `${at}: "${name}" decides or submits, and neither tells anybody nor says why in tellsNobody`,
    ),
  ];
}

/**
 * Transitions of a document that decide or submit, of which its definition tells nobody and does not say why. Of the answers of an approval
 * flow the flow tells.
 */
function muteTransitions(entity: AnyEntity): string[] {
  if (entity.kind !== "document") return [];
  const messages: readonly Message[] = entity.messages ?? [];
  const told = new Set(messages.flatMap(({ on }) => on));
  return Object.entries<AnyTransition>(entity.transitions ?? {})
    .filter(([, transition]) => transition.submits === true || decisionOf(transition) !== null)
    .filter(([, { asked }]) => asked !== true)
    .map(([name]) => name)
    .filter((name) => !told.has(name) && entity.tellsNobody?.[name] === undefined);
}

function oneFaults(
  at: string,
  {
    entity,
    message,
    entities,
    scenarios,
    audiences,
  }: {
    entity: AnyEntity;
    message: Message;
    entities: ReadonlyMap<string, AnyEntity>;
    scenarios: Surroundings["scenarios"];
    audiences: readonly string[];
  },
) {
  const { on, from = [], when, scenario, to, reads } = message;
  const transitions = Object.keys(entity.transitions ?? {});
  const states = Object.keys(entity.states ?? {});
  const people = (to.people ?? []).map(workedName).filter((name) => name !== null);
  const columns = [...columnsToTell(to), ...reads].filter(
    (column) => !(to.people ?? []).includes(column) || workedName(column) === null,
  );
  const conditions = [...(when ? [when] : []), ...(to.rolesWhen ?? []).map((one) => one.when)];
  const reached = [to.people, to.suppliers, to.roles, to.elseRoles, to.rolesWhen].some(
    (some) => (some ?? []).length > 0,
  );
  return [
    ...askedFaults(at, entity, message, scenarios),
    ...(on.length === 0 ? [`${at}: is said after no transition`] : []),
    ...on.filter((name) => !transitions.includes(name)).map((name) => `${at}: "${name}" is no transition`),
    ...from.filter((state) => !states.includes(state)).map((state) => `${at}: the state "${state}" does not exist`),
    ...people.filter((name) => !audiences.includes(name)).map((name) => `${at}: "+${name}" is worked out by no hook`),
    ...(Object.hasOwn(scenarios, scenario) ? [] : [`${at}: "${scenario}" is no scenario`]),
    ...(reached ? [] : [`${at}: reaches nobody`]),
    ...columns
      .filter((column) => !leadsSomewhere(entity, column, entities))
      .map((column) => `${at}: "${column}" is no column`),
    ...conditions
      .flatMap(columnsOf)
      .filter((column) => !isColumn(entity, column))
      .map((column) => `${at}: its condition looks at "${column}", which is no column`),
  ];
}
