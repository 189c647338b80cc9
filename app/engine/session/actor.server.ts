import { selectActor, selectRightsInUse } from "~/data/access.server";
import { stoppedMenus } from "~/data/guard.server";
import { dayOf } from "~/shared/calendar";
import { type DataScope, dataScope, widest } from "~/shared/data-scope";
import { internalPermissions } from "../access/internal";
import { permissionSet } from "../access/permissions";
import { positionsOf } from "../access/positions";
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
  rank: 0,
  permissions: new Map(),
  scopes: { factory: [], purchase_group: [], material_type: [] },
};

/** Grants begin and end with a day, so what is remembered is good for that day. */
interface Cached {
  version: number;
  day: string;
  actor: Actor;
}

const caches = new WeakMap<EngineServices, Map<string, Cached>>();

/**
 * A person with roles, permissions and personal scope, read from the database.
 * @throws AppError("signed_out") when the account is gone
 */
export async function loadActor(services: EngineServices, userId: string): Promise<Actor> {
  const known = await selectActor(services.database.connection(), userId, dayOf(services.clock()));
  if (!known) throw new AppError("signed_out");
  const held = positionsOf(known.user).flatMap(({ rights }) => rights);
  const placed = await selectRightsInUse(services.database.connection(), held);
  const found = { ...known, permissions: [...known.permissions, ...placed] };
  const stopped = await stoppedMenus(services.database.connection());
  const refused = found.user.supplierId ? internalPermissions(services.registry) : new Set<string>();
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
    rank: found.rank,
    permissions: permissionSet(found.permissions, refused),
    stopped: new Set(stopped),
    scopes: {
      factory: scope(user.factoryScope, "factory"),
      purchase_group: scope(user.groupScope, "purchase_group"),
      material_type: scope(user.materialScope, "material_type"),
    },
    ...(user.supplierId ? {} : staffReach(found)),
    home: found.home,
  };
}

/** How far the rights of staff reach, by permission id. */
function staffReach({
  user,
  permissions,
  scopes,
}: NonNullable<Awaited<ReturnType<typeof selectActor>>>): Pick<Actor, "reach" | "groups"> {
  const reach = new Map<string, DataScope>();
  for (const right of permissions) {
    const known = reach.get(right.id);
    const found = widest([...(known ? [known] : []), ...right.reach.map(dataScope)]);
    if (found) reach.set(right.id, found);
  }
  const groups = scopes.flatMap(({ kind, target }) => (kind === "purchase_group" ? [target] : []));
  return { reach, groups: [...new Set([...groups, ...(user.mainGroup ? [user.mainGroup] : [])])] };
}

/** The same from memory while the permission version and the day stand still: a request costs no query for its rights. */
export async function cachedActor(services: EngineServices, userId: string, version: number): Promise<Actor> {
  const cache = caches.get(services) ?? new Map<string, Cached>();
  caches.set(services, cache);
  const known = cache.get(userId);
  const day = dayOf(services.clock());
  if (known?.version === version && known.day === day) return known.actor;
  const actor = await loadActor(services, userId);
  if (cache.size > 10_000) cache.clear();
  cache.set(userId, { version, day, actor });
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
