import { selectActor } from "~/data/access.server";
import type { PermissionSet } from "../access/permissions";
import type { Actor, Context, EngineServices, PersonalScope } from "../context.server";
import { AppError } from "../errors";

/** Nobody: may open what needs no sign-in. */
export const anonymousActor: Actor = {
  kind: "anonymous",
  id: null,
  account: "",
  name: "",
  supplierId: null,
  supplierName: null,
  roles: [],
  permissions: new Map(),
  scopes: { factory: [], purchase_group: [], material_type: [] },
};

const caches = new WeakMap<EngineServices, Map<string, { version: number; actor: Actor }>>();

/**
 * A person with roles, permissions and personal scope, read from the database.
 * @throws AppError("signed_out") when the account is gone
 */
export async function loadActor(services: EngineServices, userId: string): Promise<Actor> {
  const found = await selectActor(services.database.connection(), userId);
  if (!found) throw new AppError("signed_out");
  const permissions = new Map<string, Set<string>>();
  for (const { id, action } of found.permissions) {
    const actions = permissions.get(id) ?? new Set<string>();
    permissions.set(id, actions.add(action));
  }
  const { user } = found;
  const scope = (mode: string, kind: string): PersonalScope =>
    user.supplierId || mode === "all"
      ? "all"
      : found.scopes.filter((row) => row.kind === kind).map((row) => row.target);
  return {
    kind: "user",
    id: user.id,
    account: user.account,
    name: user.name,
    supplierId: user.supplierId,
    supplierName: user.supplierName,
    avatar: user.avatar,
    roles: found.roles,
    permissions: permissions satisfies PermissionSet,
    scopes: {
      factory: scope(user.factoryScope, "factory"),
      purchase_group: scope(user.groupScope, "purchase_group"),
      material_type: scope(user.materialScope, "material_type"),
    },
  };
}

/** The same from memory while the permission version stands still: a request costs no query for its rights. */
export async function cachedActor(services: EngineServices, userId: string, version: number): Promise<Actor> {
  const cache = caches.get(services) ?? new Map<string, { version: number; actor: Actor }>();
  caches.set(services, cache);
  const known = cache.get(userId);
  if (known?.version === version) return known.actor;
  const actor = await loadActor(services, userId);
  if (cache.size > 10_000) cache.clear();
  cache.set(userId, { version, actor });
  return actor;
}

/** A context for acting as a known person outside a request: seeds, jobs, tests. */
export function actingAs(
  services: EngineServices,
  actor: Actor,
  now: Date,
  channel: Context["channel"] = "system",
): Context {
  return { services, actor, now, requestId: services.newId(), ip: "", channel, session: null };
}
