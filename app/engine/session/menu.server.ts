import { permissionVersion, type ResourceRow, selectResources } from "~/data/access.server";
import type { PermissionSet } from "../access/permissions";
import type { Context, EngineServices } from "../context.server";
import { AppError } from "../errors";
import { drawnTops, growMenus, type Menus, type NavEntry, wayInto, wayIntoTop } from "./menu-tree";

const caches = new WeakMap<EngineServices, { version: number; resources: ResourceRow[] }>();

/** All resources, read again when the permission version moved. */
async function resourcesOf({ services, session }: Context): Promise<ResourceRow[]> {
  const now = session?.permissionVersion ?? (await permissionVersion(services.database.connection()));
  const known = caches.get(services);
  if (known?.version === now) return known.resources;
  const resources = await selectResources(services.database.connection());
  caches.set(services, { version: now, resources });
  return resources;
}

/** Menus by the rights they were made for: a person's rights are the same object until the permission version moves. */
const grown = new WeakMap<PermissionSet, { resources: readonly ResourceRow[]; menus: Menus }>();

/** Everything the menus of a person hold. */
export async function menusOf(context: Context): Promise<Menus> {
  const resources = await resourcesOf(context);
  const { permissions } = context.actor;
  const known = grown.get(permissions);
  if (known?.resources === resources) return known.menus;
  const menus = growMenus(resources, permissions);
  grown.set(permissions, { resources, menus });
  return menus;
}

/** Top tabs of a person, in order; each has at least one permitted entry, and says where a click on it leads. */
export async function topTabs(context: Context): Promise<NavEntry[]> {
  return tabsOf(await menusOf(context));
}

/** The same of menus one has already. */
export function tabsOf(menus: Menus): NavEntry[] {
  return drawnTops(menus).map((menu) => ({ ...menu.top, redirect: wayIntoTop(menus, menu) }));
}

/**
 * Menu entries of one top tab.
 * @throws AppError("foreign_menu") for a tab that is not the person's own, AppError("not_found") for none at all
 */
export async function navOf(context: Context, topId: string): Promise<NavEntry[]> {
  const menus = await menusOf(context);
  const menu = menus.tops.find(({ top }) => top.id === topId);
  if (menu) return menu.entries;
  const resources = await resourcesOf(context);
  throw new AppError(resources.some((row) => row.type === "top" && row.id === topId) ? "foreign_menu" : "not_found");
}

/** Where the address of a directory leads this person; null for anything else. */
export async function directoryTarget(context: Context, address: string): Promise<string | null> {
  return wayInto(await menusOf(context), address);
}

/** What the rights are called, by permission id. */
export async function permissionTitles(context: Context): Promise<ReadonlyMap<string, string>> {
  return new Map((await resourcesOf(context)).map((row) => [row.name, row.title]));
}

/** The version that moves with every change of users, roles and menus. */
export function permissionVersionNow({ services }: Context): Promise<number> {
  return permissionVersion(services.database.connection());
}
