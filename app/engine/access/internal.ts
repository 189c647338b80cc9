import type { Registry } from "../entity/registry";
import { transitionPermission } from "./permissions";

const known = new WeakMap<Registry, ReadonlySet<string>>();

/**
 * Permission ids of what is for staff alone: screens of entities that show suppliers no row, and the moves of their documents. A
 * supplier login never holds them, whatever a role was granted by mistake (the supplier wall).
 */
export function internalPermissions(registry: Registry): ReadonlySet<string> {
  const before = known.get(registry);
  if (before) return before;
  const ids = new Set(["test-home"]);
  for (const { entity } of registry.registrations) {
    if (entity.access.suppliers.kind !== "none") continue;
    for (const { key } of registry.screensOf(entity.key)) ids.add(key);
    for (const name of Object.keys(entity.transitions ?? {})) ids.add(transitionPermission(entity.key, name));
  }
  known.set(registry, ids);
  return ids;
}
