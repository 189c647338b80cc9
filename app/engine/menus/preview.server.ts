import { selectResources, selectRoleRights } from "~/data/access.server";
import { findRole, type RoleHead, selectRoleHeads } from "~/data/roles.server";
import { internalPermissions } from "../access/internal";
import { type PermissionSet, permissionSet } from "../access/permissions";
import type { Actor, Context } from "../context.server";
import { AppError } from "../errors";
import { openRecord } from "../operations/records.server";
import { requireAction } from "../operations/scope.server";
import { reading } from "../operations/transaction.server";
import { loadActor } from "../session/actor.server";
import { growMenus, type Menus } from "../session/menu-tree";
import { RESOURCE } from "./resource-tree.server";

const USER = "system-management/user";

/** The menus of somebody else, as that person's next page would have them. */
export interface Preview {
  name: string;
  menus: Menus;
}

/**
 * The menus as a person sees them.
 * @throws AppError("forbidden" | "not_found"): who asks must be allowed to open the account
 */
export async function previewPerson(context: Context, userId: string): Promise<Preview & { actor: Actor }> {
  requireAction(context, context.services.registry.entity(RESOURCE), "get");
  const { record } = await openRecord(context, {
    entity: context.services.registry.entity(USER),
    id: userId,
    wanted: {
      labels: false,
    },
  });
  const actor = await loadActor(context.services, record.id);
  return { name: actor.name, actor, menus: await grown(context, actor.permissions) };
}

/** Roles to choose from, the highest first; whoever may open a preview may know them. */
export function rolesToPreview(context: Context): Promise<RoleHead[]> {
  return reading(context, () => selectRoleHeads(context.services.database.connection()));
}

/** The menus of somebody who holds this role and no other. @throws AppError("forbidden" | "not_found") */
export async function previewRole(context: Context, code: string): Promise<Preview> {
  requireAction(context, context.services.registry.entity(RESOURCE), "get");
  const connection = context.services.database.connection();
  const role = await findRole(connection, code);
  if (!role) throw new AppError("not_found");
  const refused = role.audience === "supplier" ? internalPermissions(context.services.registry) : new Set<string>();
  const rights = role.enabled ? await selectRoleRights(connection, [code]) : [];
  return { name: role.name, menus: await grown(context, permissionSet(rights, refused)) };
}

async function grown(context: Context, permissions: PermissionSet): Promise<Menus> {
  return growMenus(await selectResources(context.services.database.connection()), permissions);
}
