import { permissionVersion, type ResourceRow, selectResources } from "~/data/access.server";
import { may, type PermissionSet } from "../access/permissions";
import type { Context, EngineServices } from "../context.server";

/** The flat list of the specification (section 2): what `/v2/user/nav` answers and the side menu is drawn from. */
export interface NavEntry {
  id: string;
  parentId: string;
  name: string;
  key: string;
  path: string;
  component: string | null;
  redirect: string | null;
  meta: {
    title: string;
    show: boolean;
    hideChildren: boolean;
    hiddenHeaderContent: boolean;
    target: string | null;
    icon: string | null;
  };
}

const caches = new WeakMap<EngineServices, { version: number; resources: ResourceRow[] }>();

/** All resources, read again when the permission version moved. */
async function resourcesOf(services: EngineServices, version?: number): Promise<ResourceRow[]> {
  const now = version ?? (await permissionVersion(services.database.connection()));
  const known = caches.get(services);
  if (known?.version === now) return known.resources;
  const resources = await selectResources(services.database.connection());
  caches.set(services, { version: now, resources });
  return resources;
}

function toEntry(row: ResourceRow, parentId: string): NavEntry {
  return {
    id: row.id,
    parentId,
    name: row.name,
    key: row.name,
    path: row.path ?? `/${row.name}`,
    component: row.component,
    redirect: row.redirect,
    meta: {
      title: row.title,
      show: row.show,
      hideChildren: row.hide_children,
      hiddenHeaderContent: row.hidden_header_content,
      target: row.target,
      icon: row.icon,
    },
  };
}

interface Tree {
  top: ResourceRow;
  entries: NavEntry[];
}

/** Trees by the rights they were made for: a person's rights are the same object until the permission version moves. */
const grown = new WeakMap<PermissionSet, { resources: readonly ResourceRow[]; trees: Tree[] }>();

async function treesOf(context: Context, version?: number): Promise<Tree[]> {
  const resources = await resourcesOf(context.services, version);
  const { permissions } = context.actor;
  const known = grown.get(permissions);
  if (known?.resources === resources) return known.trees;
  const trees = growTrees(resources, permissions);
  grown.set(permissions, { resources, trees });
  return trees;
}

/**
 * The menus of a person: per top tab the permitted entries with their directories. Entries whose parents are missing,
 * or go round in a circle, are left out; a tab without a permitted entry is left out.
 */
function growTrees(resources: readonly ResourceRow[], permissions: PermissionSet): Tree[] {
  const byId = new Map(resources.map((row) => [row.id, row]));
  const permitted = resources.filter(
    (row) => (row.type === "menu" && may(permissions, `${row.name}.query`)) || row.type === "link",
  );
  const chainOf = (row: ResourceRow): ResourceRow[] | null => {
    const chain = [row];
    for (let at = row; at.parent_id !== "0"; ) {
      const parent = byId.get(at.parent_id);
      if (!parent || chain.includes(parent)) return null;
      chain.push(parent);
      at = parent;
    }
    return chain;
  };
  const kept = new Set<string>();
  const roots = new Map<string, Set<string>>();
  for (const leaf of permitted) {
    const chain = chainOf(leaf);
    const top = chain?.at(-1);
    if (!chain || !top || top.type !== "top") continue;
    const ids = roots.get(top.id) ?? new Set<string>();
    for (const row of chain.slice(0, -1)) {
      kept.add(row.id);
      ids.add(row.id);
    }
    roots.set(top.id, ids);
  }
  return resources
    .filter((row) => row.type === "top" && roots.has(row.id))
    .map((top) => ({
      top,
      entries: resources
        .filter((row) => kept.has(row.id) && roots.get(top.id)?.has(row.id))
        .map((row) => toEntry(row, row.parent_id === top.id ? "0" : row.parent_id)),
    }));
}

/** Top tabs of a person, in order; each has at least one permitted entry. */
export async function topTabs(context: Context, version?: number): Promise<NavEntry[]> {
  return (await treesOf(context, version)).map(({ top, entries }) => ({
    ...toEntry(top, "0"),
    redirect: top.redirect ?? entries.find((entry) => entry.component && entry.meta.show)?.path ?? null,
  }));
}

/** Menu entries of one top tab; null for a tab that is not the person's own. */
export async function navOf(context: Context, topId: string, version?: number): Promise<NavEntry[] | null> {
  return (await treesOf(context, version)).find(({ top }) => top.id === topId)?.entries ?? null;
}

/** The top tab that holds a screen; null when none of the person's does. */
export async function topOfScreen(context: Context, screenKey: string, version?: number): Promise<string | null> {
  return (
    (await treesOf(context, version)).find(({ entries }) => entries.some((entry) => entry.name === screenKey))?.top
      .id ?? null
  );
}

/** What the rights are called, by permission id. */
export async function permissionTitles(context: Context): Promise<ReadonlyMap<string, string>> {
  return new Map((await resourcesOf(context.services)).map((row) => [row.name, row.title]));
}

/** The version that moves with every change of users, roles and menus. */
export function permissionVersionNow({ services }: Context): Promise<number> {
  return permissionVersion(services.database.connection());
}
