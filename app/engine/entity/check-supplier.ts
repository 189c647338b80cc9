import type { AnyEntity, AnyTransition } from "./define";
import type { Field, Fields } from "./field";
import type { Lines, LinesMap } from "./record";

type Entities = ReadonlyMap<string, AnyEntity>;

const LEAST_REASON = 10;

/**
 * References to what belongs to a supplier, in documents that have one, that nothing ties to that supplier (ruling 61): the licence of
 * one company would go through another one's admission. Asked of forms, of all tables of lines and of what transitions ask for. What
 * rows need not have a supplier belongs to one where it has: such a reference is tied or explained, too.
 */
export function supplierFaults(at: string, entity: AnyEntity, entities: Entities): string[] {
  const own = ownersOf(entity, entities);
  if (own.length === 0) return [];
  const untied = (fields: Fields, path: string): string[] =>
    Object.entries<Field>(fields).flatMap(([name, { options }]) => {
      const target = options.to === undefined ? undefined : entities.get(options.to);
      const owners = target ? ownersOf(target, entities) : [];
      if (!target || owners.length === 0 || options.system) return [];
      const here = `${at}, field "${path}${name}"`;
      if (options.ofAnySupplier !== undefined)
        return options.ofAnySupplier.trim().length < LEAST_REASON ? [`${here}: ofAnySupplier gives no reason`] : [];
      return owners
        .filter((owner) => !own.some((column) => options.within?.[owner] === column))
        .map((owner) => {
          const ways = own.map((column) => `within: { ${owner}: "${column}" }`).join(" or ");
          return `${here}: "${target.key}" belongs to a supplier and so does this document; say ${ways}, or why not by ofAnySupplier`;
        });
    });
  const inLines = (map: LinesMap, path: string): string[] =>
    Object.entries<Lines>(map).flatMap(([name, lines]) => [
      ...untied(lines.fields, `${path}${name}.`),
      ...inLines(lines.lines, `${path}${name}.`),
    ]);
  const asked = Object.entries<AnyTransition>(entity.transitions ?? {}).flatMap(([name, { by, input, lineInput }]) =>
    by === "system"
      ? []
      : [...untied(input ?? {}, `${name}: `), ...untied(lineInput?.fields ?? {}, `${name}: ${lineInput?.lines}.`)],
  );
  return [...untied(entity.fields, ""), ...inLines(entity.lines, ""), ...asked];
}

/**
 * Columns that name the supplier a row belongs to: the one of its wall, else all its references to the register of suppliers; of a
 * supplier itself its id has no row beside it to belong to.
 */
function ownersOf(entity: AnyEntity, entities: Entities): string[] {
  if (isRegister(entity)) return [];
  const wall = entity.access.suppliers;
  if (wall.kind === "own") return [wall.column];
  return Object.entries<Field>(entity.fields).flatMap(([name, { options }]) => {
    const target = options.to === undefined ? undefined : entities.get(options.to);
    return target !== undefined && isRegister(target) ? [name] : [];
  });
}

/** The register of suppliers: whose rows are the suppliers themselves. */
function isRegister({ access }: AnyEntity): boolean {
  return access.suppliers.kind === "own" && access.suppliers.column === "id";
}
