import type { AnyEntity, AnyTransition } from "../entity/define";
import type { Action } from "../entity/wall";

export const ACTIONS: readonly Action[] = [
  "add",
  "delete",
  "edit",
  "query",
  "get",
  "enable",
  "disable",
  "import",
  "export",
];

/** What the signed-in person may do: permission ids with their actions (specification section 6). */
export type PermissionSet = ReadonlyMap<string, ReadonlySet<string>>;

/** Rights one by one as such a set, without those the supplier wall refuses. */
export function permissionSet(
  rights: readonly { id: string; action: string }[],
  refused: ReadonlySet<string>,
): PermissionSet {
  const set = new Map<string, Set<string>>();
  for (const { id, action } of rights) {
    if (refused.has(id)) continue;
    const actions = set.get(id) ?? new Set<string>();
    set.set(id, actions.add(action));
  }
  return set;
}

/** True only when the permission exists and lists the action. `may(p, "purchase-order.query")` */
export function may(permissions: PermissionSet, wanted: `${string}.${Action}`): boolean {
  const dot = wanted.lastIndexOf(".");
  return permissions.get(wanted.slice(0, dot))?.has(wanted.slice(dot + 1)) ?? false;
}

/** Permission id of a transition (ruling 10): `purchase-order` + `release` → `purchase-order-release`. */
export function transitionPermission(entityKey: string, transition: string): string {
  return `${entityKey.split("/")[1]}-${transition.replace(/_/g, "-")}`;
}

/** The right a transition asks for: its own sub-permission, or the one its definition names. */
export function transitionRight(
  entity: Pick<AnyEntity, "key">,
  name: string,
  transition: Pick<AnyTransition, "right"> | undefined,
): `${string}.${Action}` {
  return transition?.right ?? `${transitionPermission(entity.key, name)}.edit`;
}

/** Permission id of a field, or of a table of lines, that only some roles may see or change; `path` as in `items.price`. */
export function fieldPermission(entityKey: string, path: string): string {
  return `${entityKey.split("/")[1]}-${path.replace(/[_.]/g, "-")}`;
}

/** Permission id of a further right that a transition demands of some records. */
export function needPermission(entityKey: string, transition: string, need: string): string {
  return `${transitionPermission(entityKey, transition)}-${need.replace(/_/g, "-")}`;
}
