import { filterField } from "../operations/filters";
import { BUILT_IN, conditionFaults } from "./check-conditions";
import type { AnyEntity, AnyTransition } from "./define";
import { defaultChoice } from "./dictionary";
import type { Field, Fields } from "./field";
import { isFileKind } from "./kinds/file";
import { isLineSection } from "./layout";
import { linesAt } from "./paths";
import type { MenuGroup, Module, Registration, Screen } from "./registry";

// Faults of screens: what lists and forms name, and the folders of the menu they stand in.

/** Folders of the menu: each in a directory that exists, at an address of its own, and named by registrations as it is called. */
export function groupFaults(
  input: { modules: readonly Module[]; menuGroups?: readonly MenuGroup[]; registrations: readonly Registration[] },
  screens: readonly Screen[],
): string[] {
  const groups = input.menuGroups ?? [];
  const faults = groups.flatMap(({ key, module }) => [
    ...(input.modules.some((one) => one.key === module)
      ? []
      : [`Group "${key}" stands in the module "${module}", which the menu does not have`]),
    ...(screens.some((screen) => screen.area === module && screen.key === key)
      ? [`Group "${key}" has the address of the screen "${module}/${key}"`]
      : []),
    ...(groups.filter((one) => one.key === key).length > 1 ? [`Group "${key}" is defined twice`] : []),
  ]);
  for (const { entity, group } of input.registrations) {
    if (group !== undefined && !screens.some((screen) => screen.entity === entity && screen.group?.key === group)) {
      faults.push(`Entity "${entity.key}" stands in the group "${group}", which its module does not have`);
    }
  }
  return faults;
}

/** Fields that are stored as they are sorted; a reference is sorted by its label. */
function hasOrder(entity: AnyEntity, name: string): boolean {
  const field: Field | undefined = entity.fields[name];
  return field !== undefined && !["reference", "lineReference", "json", "longText"].includes(field.kind);
}

export function layoutFaults(screen: Screen): string[] {
  const at = `Screen "${screen.area}/${screen.key}"`;
  const { entity, list, form } = screen;
  const extra: Fields = screen.view?.extra ?? {};
  const isColumn = (key: string): boolean => {
    if (key.startsWith("+")) return key.slice(1) in extra;
    const counted = /^count\((\w+)\)$/.exec(key)?.[1];
    if (counted) return Boolean(entity.lines[counted]);
    const [own = "", through] = key.split(".");
    if (through) return entity.fields[own]?.kind === "reference";
    return own in entity.fields || BUILT_IN.has(own);
  };
  const sorts = list.sort.split(",").map((key) => key.replace(/^-/, ""));
  const faults = [
    ...list.columns
      .filter((key) => !isColumn(key))
      .map((key) => `${at}: the list names the column "${key}", which does not exist`),
    ...list.filters
      .filter((key) => !filterField(screen, key))
      .map((key) => `${at}: the list cannot be filtered by "${key}"`),
    ...sorts
      .filter((sort) => !(sort in entity.fields || BUILT_IN.has(sort)))
      .map((sort) => `${at}: the list cannot be sorted by "${sort}"`),
    ...(list.sortedBy ?? [])
      .filter((name) => !hasOrder(entity, name))
      .map((name) => `${at}: "${name}" has no index to be sorted by`),
    ...Object.keys(screen.initial)
      .filter((name) => !entity.fields[name])
      .map((name) => `${at}: gives the field "${name}", which does not exist`),
    ...(screen.where ? conditionFaults(at, screen.where, entity) : []),
    ...listFaults(at, screen, isColumn),
  ];
  for (const part of form) {
    if (isLineSection(part)) {
      const lines = linesAt(entity.lines, part.lines);
      if (!lines) faults.push(`${at}: section "${part.title}" names the lines "${part.lines}", which do not exist`);
      for (const column of part.columns ?? []) {
        if (!lines?.fields[column])
          faults.push(`${at}: section "${part.title}" names the line field "${column}", which does not exist`);
      }
    } else {
      for (const name of part.fields) {
        if (!entity.fields[name])
          faults.push(`${at}: section "${part.title}" names the field "${name}", which does not exist`);
      }
    }
  }
  const shown = new Set(form.flatMap((part) => (isLineSection(part) ? [] : part.fields)));
  for (const [name, field] of Object.entries<Field>(entity.fields)) {
    const typed =
      field.presence === "required" && !field.options.system && !field.options.numbering && field.kind !== "yesNo";
    if (
      typed &&
      !shown.has(name) &&
      !(name in screen.initial) &&
      field.options.initial === undefined &&
      defaultChoice(field) === null
    ) {
      faults.push(`${at}: the required field "${name}" stands in no section of the form`);
    }
  }
  return faults;
}

/** Totals, transitions and card of a list. */
function listFaults(at: string, { entity, list }: Screen, isColumn: (key: string) => boolean): string[] {
  const SUMMED = ["integer", "quantity", "money", "number"];
  const transitions: Readonly<Record<string, AnyTransition>> = entity.transitions ?? {};
  const unknown = [...(list.batch ?? []), ...(list.rowActions ?? [])].filter(
    (name) => !Object.hasOwn(transitions, name),
  );
  return [
    ...(list.totals ?? [])
      .filter((name) => !SUMMED.includes(entity.fields[name]?.kind ?? ""))
      .map((name) => `${at}: the list sums "${name}", which is no amount or quantity`),
    ...(list.card ?? [])
      .filter((key) => !isColumn(key))
      .map((key) => `${at}: the card names the column "${key}", which does not exist`),
    ...((list.card ?? []).length > 5 ? [`${at}: the card names more than five columns`] : []),
    ...(list.tabs ?? [])
      .filter((name) => !list.toggles?.[name])
      .map((name) => `${at}: the tab "${name}" is no toggle of the list`),
    ...(list.tabs ?? [])
      .filter((name) => list.toggles?.[name]?.worked)
      .map((name) => `${at}: the tab "${name}" is worked out for each reader and cannot be counted`),
    ...Object.entries(list.rowPapers ?? {}).flatMap(([name, { in: states }]) => [
      ...(/^[a-z]+(_[a-z]+)*$/.test(name) ? [] : [`${at}: the paper "${name}" of the list is not named in snake_case`]),
      ...states
        .filter((state) => !Object.hasOwn(entity.states ?? {}, state))
        .map((state) => `${at}: the paper "${name}" of the list names the state "${state}", which does not exist`),
    ]),
    ...unknown.map((name) => `${at}: the list offers the move "${name}", which does not exist`),
    ...(list.rowActions ?? [])
      .filter((name) => transitions[name]?.offered && !transitions[name].offered.rows)
      .map((name) => `${at}: the list offers the move "${name}", whose "offered" does not say of which "rows"`),
    ...(list.batch ?? [])
      .filter((name) => {
        const { lineInput, shows } = transitions[name] ?? {};
        return lineInput || (shows && shows.unseenInBatch === undefined);
      })
      .map(
        (name) =>
          `${at}: the move "${name}" asks for or shows what differs from record to record, it cannot be a batch`,
      ),
    ...(list.batch ?? [])
      .filter((name) => transitions[name]?.asks?.some((asked) => isFileKind(entity.fields[asked]?.kind ?? "")))
      .map((name) => `${at}: the move "${name}" asks for files, which belong to one record, it cannot be a batch`),
  ];
}
