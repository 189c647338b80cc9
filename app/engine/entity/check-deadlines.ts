import { columnsOf } from "~/shared/condition";
import { areDaySteps } from "~/shared/day-steps";
import { scenarioFacts } from "~/shared/scenarios";
import { deadlineParameter, deadlinesIn, lapseOf, type NamedDeadline, type Reminder } from "./deadlines";
import type { AnyEntity, AnyTransition } from "./define";
import type { Field } from "./field";
import { referenceOnWay } from "./paths";

const MOMENTS = ["date", "dateTime"];
const STAMPS = ["created_at", "updated_at"];
const BUILT_IN = [...STAMPS, "id", "number", "state", "created_by", "updated_by"];
/** The longest key the register of parameters takes. */
const LONGEST_KEY = 60;

/** What is wrong with the deadlines of a definition: columns, states, transitions and scenarios that do not exist, days nobody can count. */
export function deadlineFaults(entity: AnyEntity, entities: ReadonlyMap<string, AnyEntity>): string[] {
  return deadlinesIn([entity]).flatMap((one) => faultsOf(one, entities));
}

function faultsOf(one: NamedDeadline, entities: ReadonlyMap<string, AnyEntity>): string[] {
  const { entity, name, deadline } = one;
  const at = `Entity "${entity.key}", deadline "${name}"`;
  const field: Field | undefined = entity.fields[deadline.at];
  const states = Object.keys(entity.states ?? {});
  const lapse = lapseOf(deadline);
  const reminders = Object.entries(deadline.reminders ?? {});
  return [
    ...(STAMPS.includes(deadline.at) || (field && MOMENTS.includes(field.kind))
      ? []
      : [`${at}: "${deadline.at}" is no field that holds a day or an instant`]),
    ...(deadline.after?.unit === "hour" && field?.kind === "date" ? [`${at}: hours cannot be counted from a day`] : []),
    ...(deadline.in ?? [])
      .filter((state) => !states.includes(state))
      .map((state) => `${at}: the state "${state}" does not exist`),
    ...(states.length > 0 && (deadline.in ?? []).length === 0 ? [`${at}: says no state in which it runs`] : []),
    ...columnsOf(deadline.where ?? { op: "always" })
      .filter((column) => !isColumn(entity, column))
      .map((column) => `${at}: "where" looks at "${column}", which is no column`),
    ...(lapse ? lapseFaults(at, one, lapse) : []),
    ...(lapse === null && reminders.length === 0 ? [`${at}: reminds nobody and ends in nothing`] : []),
    ...reminders.flatMap(([called, reminder]) =>
      reminderFaults(`${at}, reminder "${called}"`, one, reminder, entities),
    ),
    ...keysOf(one)
      .filter((key) => key.length > LONGEST_KEY)
      .map((key) => `${at}: the parameter "${key}" has more than ${LONGEST_KEY} characters`),
  ];
}

function lapseFaults(
  at: string,
  { entity, deadline }: NamedDeadline,
  { transition: name, reason }: NonNullable<ReturnType<typeof lapseOf>>,
): string[] {
  const transitions: Readonly<Record<string, AnyTransition>> = entity.transitions ?? {};
  const transition = transitions[name];
  if (!transition) return [`${at}: ends in "${name}", which is no transition`];
  const missing = (deadline.in ?? []).filter((state) => transition.from.length > 0 && !transition.from.includes(state));
  return [
    ...missing.map((state) => `${at}: "${name}" does not start from "${state}"`),
    ...(transition.reason === "required" && reason === null
      ? [`${at}: "${name}" asks for a reason, and none is given`]
      : []),
    ...Object.entries(transition.input ?? {})
      .filter(([, { presence }]) => presence === "required")
      .map(([input]) => `${at}: "${name}" asks for "${input}", which time does not give`),
  ];
}

function reminderFaults(
  at: string,
  { entity }: NamedDeadline,
  { days, every = 1, scenario, to, reads }: Reminder,
  entities: ReadonlyMap<string, AnyEntity>,
): string[] {
  const columns = [...(to.people ?? []), ...(to.suppliers ?? []), ...(to.readers ? [to.readers] : []), ...reads];
  const reached = [to.people, to.suppliers, to.roles, to.elseRoles].some((some) => (some ?? []).length > 0);
  return [
    ...(scenarioFacts(scenario) ? [] : [`${at}: "${scenario}" is no scenario`]),
    ...(reached ? [] : [`${at}: reaches nobody`]),
    ...(to.rolesWhen ? [`${at}: reaches roles by what the record says, which reminders do not`] : []),
    ...(days.length > 0 && areDaySteps(days) && Number.isInteger(every) && every > 0
      ? []
      : [`${at}: its days cannot be counted`]),
    ...columns
      .filter((column) => !leadsSomewhere(entity, column, entities))
      .map((column) => `${at}: "${column}" is no column`),
  ];
}

/** Whether a column is one of the entity, or of what one of its references points at. */
export function leadsSomewhere(entity: AnyEntity, column: string, entities: ReadonlyMap<string, AnyEntity>): boolean {
  if (!column.includes(".")) return isColumn(entity, column);
  const way = referenceOnWay(entity, column);
  const target = way && way.lines === null ? entities.get(way.to) : undefined;
  return target !== undefined && way !== null && isColumn(target, way.rest);
}

/** Whether the entity has a column of this name, of its own or built in. */
export function isColumn(entity: AnyEntity, column: string): boolean {
  return BUILT_IN.includes(column) || Object.hasOwn(entity.fields, column);
}

function keysOf(one: NamedDeadline): string[] {
  return [
    deadlineParameter(one, "term"),
    ...Object.keys(one.deadline.reminders ?? {}).flatMap((reminder) => [
      deadlineParameter(one, { reminder, of: "days" }),
      deadlineParameter(one, { reminder, of: "every" }),
    ]),
  ];
}
