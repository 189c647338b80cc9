import type { AnyEntity, AnyTransition } from "./define";
import { choiceLabel, choicesOf, offeredChoices } from "./dictionary";
import type { Field, Fields, Of } from "./field";
import type { Complaint, Lines, LinesMap } from "./record";

// Fields whose values depend on what a choice of the record's head holds: the option `of`.

/** A value as a control offers it; `group` is what of the other field it belongs to, where that is not chosen yet. */
export interface Offered {
  value: string;
  label: string;
  group?: string;
}

/** What one form takes in groups. Beyond it the other field has to be chosen first: all of it would be most of the page. */
const GROUPED_UP_TO = 200;

/**
 * What may stand in a field while the field it depends on holds `held`.
 * @returns null where anything may: the field depends on none, or nothing is chosen there
 */
export function fittingValues({ options: { of } }: Field, held: unknown): readonly string[] | null {
  if (!of || typeof held !== "string" || held === "") return null;
  return Object.hasOwn(of.values, held) ? (of.values[held] ?? []) : [];
}

/**
 * What the control of a field offers: what belongs to the other field's value, or everything by its groups while that is not chosen.
 * @param value what the control holds; it is offered as well, so that it stays what it is until somebody chooses
 * @param head fields of the head, and what it holds of the one the field depends on
 */
export function offeredValues(field: Field, value: string, head: { fields: Fields; held: unknown }): Offered[] {
  const { of } = field.options;
  const all = field.kind === "choice" ? offeredChoices(field.options, value) : null;
  if (!of) return all ?? [];
  const drawn = (values: readonly string[]): Offered[] =>
    all ? all.filter((one) => values.includes(one.value)) : values.map((one) => ({ value: one, label: one }));
  const fitting = fittingValues(field, head.held);
  const offered = fitting ? drawn(fitting) : inGroups(of.values, head.fields[of.field], drawn);
  return value === "" || offered.some((one) => one.value === value)
    ? offered
    : [...offered, { value, label: choiceLabel(field.options, value) }];
}

function inGroups(
  values: Readonly<Record<string, readonly string[]>>,
  other: Field | undefined,
  drawn: (values: readonly string[]) => Offered[],
): Offered[] {
  if (!other) return [];
  const groups = Object.entries(choicesOf(other.options)).flatMap(([key, group]) =>
    drawn(values[key] ?? []).map((one) => ({ ...one, group })),
  );
  return groups.length <= GROUPED_UP_TO ? groups : [{ value: "", label: `先选择${other.options.label}` }];
}

/** How many of the values that fit a complaint names; a list of them all would be a page. */
const NAMED = 80;

/**
 * What is wrong with values of a row that do not belong to what the head holds.
 * @param head the record
 * @param path of the row in it: `items.0.`, or nothing for the head itself
 */
export function strangers(
  entity: AnyEntity,
  head: Readonly<Record<string, unknown>>,
  { fields, row, path }: { fields: Fields; row: Readonly<Record<string, unknown>>; path: string },
): Complaint[] {
  return Object.entries<Field>(fields).flatMap(([name, field]) => {
    const { of, label } = field.options;
    const value = row[name];
    if (!of || typeof value !== "string" || value === "") return [];
    const held = head[of.field];
    const fitting = fittingValues(field, held);
    const other: Field | undefined = entity.fields[of.field];
    if (fitting === null || fitting.includes(value) || !other) return [];
    const called = choiceLabel(other.options, String(held));
    const named = fitting.slice(0, NAMED).map((one) => choiceLabel(field.options, one));
    const cure = named.length > 0 ? `可以选：${named.join("、")}` : `“${called}”没有可选的${label}`;
    return [
      {
        field: path + name,
        message: `${label}“${choiceLabel(field.options, value)}”不属于${other.options.label}“${called}”，${cure}`,
      },
    ];
  });
}

/** Fields of the head that others depend on. */
export function leadingFields(entity: AnyEntity): ReadonlySet<string> {
  return new Set([...dependents(entity.fields), ...dependentsIn(entity.lines)].map(([, { field }]) => field));
}

type Dependent = [name: string, of: Of];

function dependents(fields: Fields): Dependent[] {
  return Object.entries<Field>(fields).flatMap(([name, { options }]) => (options.of ? [[name, options.of]] : []));
}

function dependentsIn(map: LinesMap): Dependent[] {
  return Object.values<Lines>(map).flatMap(({ fields, lines }) => [...dependents(fields), ...dependentsIn(lines)]);
}

/** Faults of the option `of` anywhere in a definition. */
export function narrowingFaults(at: string, entity: AnyEntity): string[] {
  const moves = Object.entries<AnyTransition>(entity.transitions ?? {});
  return [
    ...faultsIn(at, entity, entity.fields),
    ...faultsInLines(at, entity, entity.lines),
    ...moves.flatMap(([name, { input, lineInput, asks = [] }]) => {
      const here = `${at}, transition "${name}"`;
      const left = [
        ...dependents(entity.fields).filter(([own]) => !asks.includes(own)),
        ...dependentsIn(entity.lines),
      ].filter(([, { field }]) => asks.includes(field));
      return [
        ...faultsIn(`${here}, input`, entity, input ?? {}),
        ...faultsIn(`${here}, line input`, entity, lineInput?.fields ?? {}),
        ...left.map(([own, { field }]) => `${here}: asks for "${field}" and not for "${own}", which depends on it`),
      ];
    }),
  ];
}

function faultsInLines(at: string, entity: AnyEntity, map: LinesMap): string[] {
  return Object.entries<Lines>(map).flatMap(([name, { fields, lines }]) => {
    const here = `${at}, lines "${name}"`;
    return [...faultsIn(here, entity, fields), ...faultsInLines(here, entity, lines)];
  });
}

function faultsIn(at: string, entity: AnyEntity, fields: Fields): string[] {
  return Object.entries<Field>(fields).flatMap(([name, field]) => {
    const { of } = field.options;
    if (!of) return [];
    const here = `${at}, field "${name}"`;
    const other: Field | undefined = Object.hasOwn(entity.fields, of.field) ? entity.fields[of.field] : undefined;
    if (other?.kind !== "choice" || other === field)
      return [`${here}: depends on "${of.field}", which is no other choice of the head`];
    const keys = choicesOf(other.options);
    const own = choicesOf(field.options);
    const strange =
      field.kind === "choice"
        ? Object.values(of.values)
            .flat()
            .filter((one) => !Object.hasOwn(own, one))
        : [];
    return [
      ...Object.keys(of.values)
        .filter((key) => !Object.hasOwn(keys, key))
        .map((key) => `${here}: says what "${key}" offers, which "${of.field}" does not have`),
      ...[...new Set(strange)].map((one) => `${here}: offers "${one}", which is none of its choices`),
    ];
  });
}
