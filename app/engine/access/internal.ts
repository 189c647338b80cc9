import type { AnyEntity, AnyTransition, Field, Fields, Grants, Lines, LinesMap } from "../entity";
import type { Registry } from "../entity/registry";
import { fieldPermission, needPermission, transitionPermission } from "./permissions";

const known = new WeakMap<Registry, ReadonlySet<string>>();

/**
 * Permission ids of what is for staff alone: screens of entities that show suppliers no row, with the transitions, fields and further rights
 * of their documents; and everywhere the rights beside screens that no supplier role begins with. A supplier login never holds them,
 * whatever a role was granted by mistake (the supplier wall).
 */
export function internalPermissions(registry: Registry): ReadonlySet<string> {
  const before = known.get(registry);
  if (before) return before;
  const ids = new Set(["test-home"]);
  for (const { entity } of registry.registrations) {
    const rights: [string, { grants: Grants }][] = Object.entries(entity.access.rights ?? {});
    for (const [id, { grants }] of rights) if (!grants.supplier && !grants.supplier_admin) ids.add(id);
    if (entity.access.suppliers.kind !== "none") continue;
    for (const { key } of registry.screensOf(entity.key)) ids.add(key);
    for (const id of subPermissions(entity)) ids.add(id);
  }
  known.set(registry, ids);
  return ids;
}

function subPermissions(entity: AnyEntity): string[] {
  const ids: string[] = [];
  for (const [name, transition] of Object.entries<AnyTransition>(entity.transitions ?? {})) {
    ids.push(transitionPermission(entity.key, name));
    for (const need of Object.keys(transition.needs ?? {})) ids.push(needPermission(entity.key, name, need));
  }
  const fieldsIn = (fields: Fields, prefix: string) => {
    for (const name of Object.keys(fields as Record<string, Field>))
      ids.push(fieldPermission(entity.key, prefix + name));
  };
  const linesIn = (map: LinesMap, prefix: string) => {
    for (const [name, lines] of Object.entries<Lines>(map)) {
      ids.push(fieldPermission(entity.key, prefix + name));
      fieldsIn(lines.fields, `${prefix}${name}.`);
      linesIn(lines.lines, `${prefix}${name}.`);
    }
  };
  fieldsIn(entity.fields, "");
  linesIn(entity.lines, "");
  return ids;
}
