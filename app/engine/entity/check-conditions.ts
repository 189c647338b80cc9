import { type Condition, columnsOf } from "~/shared/condition";
import type { AnyEntity, AnyTransition } from "./define";
import type { Field } from "./field";

// Faults of conditions, wherever a definition says one: they look at columns that exist, and that whoever they judge may read.

export const BUILT_IN = new Set([
  "id",
  "number",
  "state",
  "created_at",
  "created_by",
  "updated_at",
  "updated_by",
  "version",
]);

/** Conditions of walls, toggles, references and rights look at columns that exist. */
export function conditionsOf(at: string, entity: AnyEntity): string[] {
  const wall = entity.access.suppliers;
  const own =
    "when" in wall
      ? [...conditionFaults(`${at}, supplier wall`, wall.when, entity), ...hiddenFaults(at, wall.when, entity)]
      : [];
  const personal: Condition | undefined = entity.access.personal?.where;
  if (personal) own.push(...conditionFaults(`${at}, personal rows`, personal, entity));
  const toggles = Object.entries<{ where: Condition } | undefined>(entity.list.toggles ?? {}).flatMap(
    ([name, toggle]) => (toggle ? conditionFaults(`${at}, toggle "${name}"`, toggle.where, entity) : []),
  );
  const awaits = (entity.awaits ?? []).flatMap(({ label, where }) =>
    conditionFaults(`${at}, "${label}"`, where, entity),
  );
  const needs = Object.entries<AnyTransition>(entity.transitions ?? {}).flatMap(([name, transition]) =>
    Object.values(transition.needs ?? {}).flatMap((need) =>
      conditionFaults(`${at}, transition "${name}"`, need.when, entity),
    ),
  );
  const fields = Object.entries<Field>(entity.fields).flatMap(([name, field]) =>
    field.options.requiredWhen ? conditionFaults(`${at}, field "${name}"`, field.options.requiredWhen, entity) : [],
  );
  return [...own, ...toggles, ...awaits, ...needs, ...fields];
}

export function conditionFaults(at: string, condition: Condition, entity: AnyEntity): string[] {
  return columnsOf(condition).flatMap((column) =>
    column in entity.fields || BUILT_IN.has(column) || column === "previous_state"
      ? []
      : [`${at}: the condition looks at "${column}", which does not exist`],
  );
}

/** A wall is judged in the supplier's own transaction, which holds no right to hidden columns. */
function hiddenFaults(at: string, condition: Condition, entity: AnyEntity): string[] {
  return columnsOf(condition)
    .filter((column) => entity.fields[column]?.options.hiddenFromSuppliers)
    .map((column) => `${at}: the supplier wall looks at "${column}", which is hidden from suppliers`);
}
