import type { AnyEntity, AnyTransition } from "./define";
import type { Field, Fields } from "./field";
import type { Lines, LinesMap } from "./record";

type Entities = ReadonlyMap<string, AnyEntity>;

/**
 * References to what belongs to a supplier, in documents that have one, that nothing ties to that supplier (ruling 61): the licence of
 * one company would go through another one's admission. Asked of forms and of what transitions ask for; what only the program writes is
 * its own business.
 */
export function supplierFaults(at: string, entity: AnyEntity, entities: Entities): string[] {
  const own = ownerOf(entity, entities);
  if (own === null) return [];
  const untied = (fields: Fields, path: string): string[] =>
    Object.entries<Field>(fields).flatMap(([name, { options }]) => {
      const target = options.to === undefined ? undefined : entities.get(options.to);
      const owner = target ? ownerOf(target, entities) : null;
      if (!target || owner === null || options.system || options.ofAnySupplier) return [];
      if (target.fields[owner]?.presence !== "required" || options.within?.[owner] === own) return [];
      return [
        `${at}, field "${path}${name}": "${target.key}" belongs to a supplier and so does this document; say within: { ${owner}: "${own}" }, or why not by ofAnySupplier`,
      ];
    });
  const inLines = (map: LinesMap, path: string): string[] =>
    Object.entries<Lines>(map).flatMap(([name, lines]) =>
      lines.options.system
        ? []
        : [...untied(lines.fields, `${path}${name}.`), ...inLines(lines.lines, `${path}${name}.`)],
    );
  const asked = Object.entries<AnyTransition>(entity.transitions ?? {}).flatMap(([name, { by, input, lineInput }]) =>
    by === "system"
      ? []
      : [...untied(input ?? {}, `${name}: `), ...untied(lineInput?.fields ?? {}, `${name}: ${lineInput?.lines}.`)],
  );
  return [...untied(entity.fields, ""), ...inLines(entity.lines, ""), ...asked];
}

/** Column that names the supplier a row belongs to: the one of its wall, else its reference to the register of suppliers. */
function ownerOf(entity: AnyEntity, entities: Entities): string | null {
  if (isRegister(entity)) return null;
  const wall = entity.access.suppliers;
  if (wall.kind === "own") return wall.column;
  const found = Object.entries<Field>(entity.fields).find(([, { options }]) => {
    const target = options.to === undefined ? undefined : entities.get(options.to);
    return target !== undefined && isRegister(target);
  });
  return found?.[0] ?? null;
}

/** The register of suppliers: whose rows are the suppliers themselves. */
function isRegister({ access }: AnyEntity): boolean {
  return access.suppliers.kind === "own" && access.suppliers.column === "id";
}
