import { columnsOf } from "~/shared/condition";
import { areDaySteps } from "~/shared/day-steps";
import type { Scenarios } from "~/shared/scenarios";
import { askedFaults } from "./check-asked";
import {
  type CountedRows,
  deadlineParameter,
  deadlinesIn,
  lapseOf,
  type MessageReminder,
  type NamedDeadline,
  type Reminder,
} from "./deadlines";
import type { AnyEntity, AnyTransition } from "./define";
import { type Digest, digestParameter, digestsIn, type NamedDigest } from "./digests";
import type { Field } from "./field";
import { columnsToTell, workedName } from "./messages";
import { referenceOnWay } from "./paths";
import type { EntityServer } from "./server-hooks";

const MOMENTS = ["date", "dateTime"];
const STAMPS = ["created_at", "updated_at"];
const BUILT_IN = [...STAMPS, "id", "number", "state", "created_by", "updated_by"];
/** The longest key the register of parameters takes. */
const LONGEST_KEY = 60;

type Entities = ReadonlyMap<string, AnyEntity>;

/** What a definition is judged beside: the others, the events there are, its own hooks. */
export interface Surroundings {
  entities: Entities;
  scenarios: Scenarios;
  server?: EntityServer | undefined;
}

/**
 * What is wrong with the deadlines and digests of a definition: columns, states, transitions, scenarios and hooks that do not exist, days
 * nobody can count.
 */
export function deadlineFaults(entity: AnyEntity, around: Surroundings): string[] {
  const { server = {} } = around;
  const named = Object.keys(entity.deadlines ?? {});
  return [
    ...deadlinesIn([entity]).flatMap((one) => faultsOf(one, around)),
    ...Object.keys(server.deadlines ?? {})
      .filter((name) => !named.includes(name) || entity.deadlines?.[name]?.rows === undefined)
      .map((name) => `Entity "${entity.key}": the hook "deadlines.${name}" belongs to no deadline that asks it`),
    ...digestsIn([entity]).flatMap((one) => digestFaults(one, around)),
  ];
}

function faultsOf(one: NamedDeadline, around: Surroundings): string[] {
  const { entity, name, deadline } = one;
  const at = `Entity "${entity.key}", deadline "${name}"`;
  const field: Field | undefined = deadline.at === undefined ? undefined : entity.fields[deadline.at];
  const states = Object.keys(entity.states ?? {});
  const lapse = lapseOf(deadline);
  const reminders = Object.entries(deadline.reminders ?? {});
  return [
    ...startFaults(at, one, field, around.server ?? {}),
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
    ...reminders.flatMap(([called, reminder]) => reminderFaults(`${at}, reminder "${called}"`, one, reminder, around)),
    ...keysOf(one)
      .filter((key) => key.length > LONGEST_KEY)
      .map((key) => `${at}: the parameter "${key}" has more than ${LONGEST_KEY} characters`),
  ];
}

/** Where its days are counted from: a column that holds a moment, or a hook that answers it. */
function startFaults(
  at: string,
  { name, deadline }: NamedDeadline,
  field: Field | undefined,
  server: EntityServer,
): string[] {
  if (deadline.rows)
    return [
      ...(deadline.at === undefined ? [] : [`${at}: hangs on a column, and has its rows worked out`]),
      ...(deadline.lapse === undefined ? [] : [`${at}: rows that are worked out only remind`]),
      ...(server.deadlines?.[name] ? [] : [`${at}: its rows are worked out by no hook`]),
    ];
  return STAMPS.includes(deadline.at ?? "") || (field && MOMENTS.includes(field.kind))
    ? []
    : [`${at}: "${deadline.at ?? ""}" is no field that holds a day or an instant`];
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
  { entity, deadline }: NamedDeadline,
  one: Reminder,
  around: Surroundings,
): string[] {
  const { days, every = 1, reads, task } = one;
  const columns = task
    ? [...reads, ...(task.supplier === undefined ? [] : [task.supplier])]
    : [...reads, ...columnsToTell(one.to)];
  const beside = Object.keys(deadline.rows?.columns ?? {});
  const states = Object.keys(entity.states ?? {});
  return [
    ...(task
      ? [
          ...(task.role === undefined && task.supplier === undefined ? [`${at}: its task is nobody's`] : []),
          ...task.while
            .filter((state) => !states.includes(state))
            .map((state) => `${at}: the state "${state}" does not exist`),
        ]
      : messageReminderFaults(at, entity, one, around)),
    ...(days.length > 0 && areDaySteps(days) && Number.isInteger(every) && every > 0
      ? []
      : [`${at}: its days cannot be counted`]),
    ...columns
      .filter((column) =>
        workedName(column) === null
          ? !leadsSomewhere(entity, column, around.entities)
          : !beside.includes(workedName(column) ?? ""),
      )
      .map((column) => `${at}: "${column}" is no column`),
  ];
}

function messageReminderFaults(
  at: string,
  entity: AnyEntity,
  one: MessageReminder,
  { entities, scenarios }: Surroundings,
): string[] {
  const { days, until, together, counts = {} } = one;
  return [
    ...toldFaults(at, one, scenarios),
    ...askedFaults(at, entity, one, scenarios),
    ...(until !== undefined && days.some((day) => day > until)
      ? [`${at}: some of its days come after the last one on which it is said`]
      : []),
    ...(together !== undefined && Object.keys(counts).length > 0
      ? [`${at}: counts rows of one record and is said of several together`]
      : []),
    ...Object.values(counts).flatMap((counted) => countFaults(at, counted, entities)),
  ];
}

function digestFaults({ entity, name, digest }: NamedDigest, { entities, scenarios }: Surroundings): string[] {
  const at = `Entity "${entity.key}", digest "${name}"`;
  const most = digest.every === "week" ? 7 : 28;
  return [
    ...toldFaults(at, digest, scenarios),
    ...(Number.isInteger(digest.day) && digest.day >= 1 && digest.day <= most
      ? []
      : [`${at}: "${digest.day}" is no day of a ${digest.every}`]),
    ...columnsOf(digest.where)
      .filter((column) => !isColumn(entity, column))
      .map((column) => `${at}: "where" looks at "${column}", which is no column`),
    ...[...digest.reads, ...columnsToTell(digest.to)]
      .filter((column) => !leadsSomewhere(entity, column, entities))
      .map((column) => `${at}: "${column}" is no column`),
    ...(digestParameter({ entity, name }).length > LONGEST_KEY
      ? [`${at}: its parameter has more than ${LONGEST_KEY} characters`]
      : []),
  ];
}

/** Whom it reaches, and in the words of which scenario. */
function toldFaults(at: string, { scenario, to }: Pick<Digest, "scenario" | "to">, scenarios: Scenarios): string[] {
  const isReached = [to.people, to.suppliers, to.roles, to.elseRoles].some((some) => (some ?? []).length > 0);
  return [
    ...(Object.hasOwn(scenarios, scenario) ? [] : [`${at}: "${scenario}" is no scenario`]),
    ...(isReached ? [] : [`${at}: reaches nobody`]),
    ...(to.rolesWhen ? [`${at}: reaches roles by what the record says, which only messages of transitions do`] : []),
  ];
}

function countFaults(at: string, { of, column, where }: CountedRows, entities: Entities): string[] {
  const counted = entities.get(of);
  if (!counted) return [`${at}: counts rows of "${of}", which is no entity`];
  return [column, ...columnsOf(where)]
    .filter((name) => !isColumn(counted, name))
    .map((name) => `${at}: counts by "${name}", which is no column of "${of}"`);
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
