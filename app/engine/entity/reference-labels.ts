import type { AnyEntity, AnyTransition } from "./define";
import type { Field, Fields } from "./field";
import type { Lines, LinesMap } from "./record";
import type { Registration } from "./registry";

type Labels = ReadonlyMap<string, string>;

/** References that say no label are called like what they point at. */
export function withReferenceLabels(registrations: readonly Registration[]): readonly Registration[] {
  const labels: Labels = new Map(registrations.map(({ entity }) => [entity.key, entity.label]));
  return registrations.map((one) => {
    const entity = labelled(one.entity, labels);
    return entity === one.entity ? one : { ...one, entity };
  });
}

function labelled(entity: AnyEntity, labels: Labels): AnyEntity {
  const fields = inFields(entity.fields, labels);
  const lines = inLines(entity.lines, labels);
  const before: Readonly<Record<string, AnyTransition>> = entity.transitions ?? {};
  const transitions = changed(before, (transition) => inTransition(transition, labels));
  if (fields === entity.fields && lines === entity.lines && transitions === before) return entity;
  return { ...entity, fields, lines, ...(entity.transitions ? { transitions } : {}) };
}

function inTransition(transition: AnyTransition, labels: Labels): AnyTransition {
  const input = transition.input && inFields(transition.input, labels);
  return input === transition.input ? transition : { ...transition, ...(input ? { input } : {}) };
}

function inLines(lines: LinesMap, labels: Labels): LinesMap {
  return changed(lines, (one: Lines) => {
    const fields = inFields(one.fields, labels);
    const children = inLines(one.lines, labels);
    return fields === one.fields && children === one.lines ? one : { ...one, fields, lines: children };
  });
}

function inFields(fields: Fields, labels: Labels): Fields {
  return changed(fields, (field: Field) => {
    const { to, label } = field.options;
    return label === "" && to !== undefined
      ? { ...field, options: { ...field.options, label: labels.get(to) ?? "" } }
      : field;
  });
}

/** The same object where nothing of it changed: definitions are compared by identity. */
function changed<V>(all: Readonly<Record<string, V>>, change: (one: V) => V): Readonly<Record<string, V>> {
  const made = Object.entries(all).map(([name, one]) => [name, one, change(one)] as const);
  return made.some(([, one, other]) => one !== other)
    ? Object.fromEntries(made.map(([name, , other]) => [name, other]))
    : all;
}
