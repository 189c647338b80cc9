import type { AnyEntity, AnyTransition } from "./define";
import type { Field } from "./field";
import type { Message } from "./messages";
import type { Lines, LinesMap } from "./record";
import { searchFields } from "./search-fields";

// Faults of who sees a record: the supplier wall, what a supplier has seen, the scope of the staff, and authors who stay unnamed.

/** Whoever gives something in without a name is kept in a field that hardly anybody reads. */
export function anonymityFaults(
  at: string,
  entity: AnyEntity,
  { when, author }: { when: string; author: string },
): string[] {
  const [ticked, kept]: (Field | undefined)[] = [entity.fields[when], entity.fields[author]];
  const fits =
    ticked?.kind === "yesNo" &&
    kept?.kind === "reference" &&
    kept.options.system &&
    (kept.options.readBy ?? []).length > 0 &&
    !kept.options.hiddenFromSuppliers;
  return fits
    ? []
    : [`${at}: veil names "${when}" and "${author}", which are no yesNo and no system reference with readBy`];
}

export function wallFaults(at: string, entity: AnyEntity): string[] {
  const wall = entity.access.suppliers;
  if (wall.kind === "own" || wall.kind === "via") {
    const column: string = wall.kind === "own" ? wall.column : wall.reference;
    // The supplier register itself is owned by id.
    if (column !== "id" && entity.fields[column]?.kind !== "reference") {
      return [`${at}: the supplier wall names "${column}", which is no reference field`];
    }
  }
  if (wall.kind === "invited" && entity.lines[wall.lines]?.fields[wall.column]?.kind !== "reference") {
    return [`${at}: the supplier wall names "${wall.lines}.${wall.column}", which is no reference field`];
  }
  return [];
}

/** What a supplier has seen it goes on seeing: no transition leads out of the states that its lists offer. */
export function supplierStateFaults(at: string, entity: AnyEntity, states: ReadonlySet<string>): string[] {
  const shown = entity.access.supplierStates;
  if (!shown) return [];
  const known = new Set<string>([...shown, "same", "previous"]);
  const transitions = Object.entries<AnyTransition>(entity.transitions ?? {});
  return [
    ...shown.flatMap((state) =>
      states.has(state) ? [] : [`${at}: supplierStates names the state "${state}", which does not exist`],
    ),
    ...transitions.flatMap(([name, { from, to, settles = [] }]) =>
      from.some((state) => shown.includes(state))
        ? [to, ...settles.map((settled) => settled.to)]
            .filter((state) => !known.has(state))
            .map(
              (state) => `${at}, transition "${name}": leads from what suppliers see to "${state}", which they do not`,
            )
        : [],
    ),
  ];
}

export function scopeFaults(at: string, entity: AnyEntity): string[] {
  const { factory, purchase_group, material_type } = entity.access.staff ?? {};
  const columns = [factory, purchase_group, material_type].filter((column) => column !== undefined);
  return columns.flatMap((column) =>
    column === "id" || entity.fields[column]?.kind === "reference"
      ? []
      : [`${at}: the staff scope names "${column}", which is no reference field`],
  );
}

/** Only tables of the head have a scope, by references of their own; what is told of all rows is found by nothing that everybody reads. */
export function lineScopeFaults(at: string, entity: AnyEntity): string[] {
  const messages: readonly Message[] = entity.messages ?? [];
  const read = new Set(messages.flatMap(({ reads }) => [...reads]));
  const open = new Set([...(entity.title ?? []), ...searchFields(entity).own]);
  return Object.entries<Lines>(entity.lines).flatMap(([name, { fields, lines, options }]) => {
    const here = `${at}, lines "${name}"`;
    const { factory, purchase_group, material_type, whole = [] } = options.staff ?? {};
    const columns = [factory, purchase_group, material_type].filter((column) => column !== undefined);
    return [
      ...scopesWithin(here, lines),
      ...(options.staff && columns.length === 0 ? [`${here}: the staff scope narrows nothing`] : []),
      ...columns
        .filter((column) => fields[column]?.kind !== "reference")
        .map((column) => `${here}: the staff scope names "${column}", which is no reference field`),
      ...whole
        .filter((field) => !entity.fields[field])
        .map((field) => `${here}: the staff scope keeps "${field}", which is no field of the head`),
      ...whole
        .filter((field) => open.has(field) || read.has(field))
        .map(
          (field) =>
            `${here}: "${field}" tells of all rows, and the title, the search or a message tells it to everybody`,
        ),
    ];
  });
}

function scopesWithin(at: string, map: LinesMap): string[] {
  return Object.entries<Lines>(map).flatMap(([name, { lines, options }]) => [
    ...(options.staff ? [`${at}: "${name}" has a staff scope, and follows the row above it`] : []),
    ...scopesWithin(at, lines),
  ]);
}
