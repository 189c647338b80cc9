import type { ResourceRow } from "~/data/access.server";
import { isInside, isOutside } from "~/shared/menu-address";
import { may, type PermissionSet } from "../access/permissions";

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

/** An entry as the side menu draws it: a leaf, or a branch with what stands below it. */
export interface MenuNode {
  entry: NavEntry;
  /** The entry is a page or an address of its own that the person may open; a plain directory is not. */
  opens: boolean;
  children: MenuNode[];
}

/** One top tab with everything below it that a person may open. */
export interface TopMenu {
  top: NavEntry;
  /** Parents before or after their children, in the order of the tree's sort numbers. */
  entries: NavEntry[];
  /** What is drawn: hidden entries and the children of leaves are not in it. */
  roots: MenuNode[];
}

/** Where an entry stands. */
export interface Place {
  menu: TopMenu;
  entry: NavEntry;
  opens: boolean;
  /** Directories above it, the outermost first. */
  above: NavEntry[];
  /** False for a page that gets no tab in the strip. */
  keepsTab: boolean;
}

/** All menus of a set of permissions, with what finding a way through them needs. */
export interface Menus {
  tops: TopMenu[];
  /** By path without query; several entries may lead to one path. */
  byPath: ReadonlyMap<string, Place[]>;
  /** By permission name. */
  byName: ReadonlyMap<string, Place>;
  /** Paths of all pages that are menu entries, this person's or not. */
  pages: ReadonlySet<string>;
}

/** Deeper than anybody can follow; what lies below is left out and listed. */
export const DEEPEST = 12;

export type MenuFault = "orphan" | "cycle" | "place" | "deep" | "address";

/**
 * The menus of a person: per top tab the permitted entries with their directories. Entries whose parents are missing, or go
 * round in a circle, are left out; so is a tab without a permitted entry. @see menuFaults
 */
export function growMenus(resources: readonly ResourceRow[], permissions: PermissionSet): Menus {
  const rows = new Map(resources.map((row) => [row.id, row]));
  const opens = (row: ResourceRow) =>
    (row.type === "menu" || row.type === "link") &&
    may(permissions, `${row.name}.query`) &&
    // An entry people added leads to a page with a right of its own: without that it would be a door to a refusal.
    (row.type === "link" || !row.component || may(permissions, `${screenKey(row.component)}.query`)) &&
    !hasBadAddress(row);
  const kept = new Map<string, Set<string>>();
  for (const leaf of resources) {
    if (!opens(leaf)) continue;
    const chain = chainOf(leaf, rows);
    const top = chain.rows.at(-1);
    if (chain.fault || !top) continue;
    const ids = kept.get(top.id) ?? new Set<string>();
    for (const row of chain.rows.slice(0, -1)) ids.add(row.id);
    kept.set(top.id, ids);
  }
  const byPath = new Map<string, Place[]>();
  const byName = new Map<string, Place>();
  const tops = resources.flatMap((top) => {
    const ids = kept.get(top.id);
    if (!ids) return [];
    const below = resources.filter((row) => ids.has(row.id));
    const entries = below.map((row) => entryOf(row, rows, opens(row)));
    const menu: TopMenu = { top: entryOf(top, rows, false), entries, roots: [] };
    const opening = new Set(below.filter(opens).map((row) => row.id));
    menu.roots = nodesOf("0", childrenOf(entries), opening);
    const byId = new Map(entries.map((entry) => [entry.id, entry]));
    for (const entry of entries) {
      const keepsTab = rows.get(entry.id)?.keep_tab ?? true;
      const place = { menu, entry, opens: opening.has(entry.id), above: aboveOf(entry, byId), keepsTab };
      const path = barePath(entry.path);
      byPath.set(path, [...(byPath.get(path) ?? []), place]);
      byName.set(entry.name, place);
    }
    return [menu];
  });
  const pages = new Set(resources.flatMap((row) => (row.type === "menu" ? [barePath(pathOf(row, rows))] : [])));
  return { tops, byPath, byName, pages };
}

/** Entries that no menu shows because the tree is wrong around them, for those who keep it. Sub-permissions need no place. */
export function menuFaults(resources: readonly ResourceRow[]): { row: ResourceRow; fault: MenuFault }[] {
  const rows = new Map(resources.map((row) => [row.id, row]));
  return resources.flatMap((row) => {
    if (row.type === "perm") return [];
    const fault =
      chainOf(row, rows).fault ?? (hasBadAddress(row) || (row.redirect && !isInside(row.redirect)) ? "address" : null);
    return fault ? [{ row, fault }] : [];
  });
}

function screenKey(component: string): string {
  return component.slice(component.lastIndexOf("/") + 1);
}

/** An address of its own that cannot be one; a link cannot do without. */
function hasBadAddress({ type, path }: ResourceRow): boolean {
  return path ? !isAddress(path) || (type !== "link" && type !== "menu" && !isInside(path)) : type === "link";
}

/** A row with everything above it, itself first and the top tab last; `fault` says why it has no place. */
function chainOf(
  row: ResourceRow,
  rows: ReadonlyMap<string, ResourceRow>,
): { rows: ResourceRow[]; fault: MenuFault | null } {
  const chain = [row];
  for (let at = row; at.parent_id !== "0"; ) {
    const parent = rows.get(at.parent_id);
    if (!parent) return { rows: chain, fault: "orphan" };
    if (chain.includes(parent)) return { rows: chain, fault: "cycle" };
    if (chain.length >= DEEPEST) return { rows: chain, fault: isCircle(parent, rows) ? "cycle" : "deep" };
    chain.push(parent);
    at = parent;
  }
  // "0" is the root itself, so no row may be called so.
  const misplaced = chain.some(
    (one, at) => (one.type === "top") !== (at === chain.length - 1) || one.type === "perm" || one.id === "0",
  );
  return { rows: chain, fault: misplaced ? "place" : null };
}

function isCircle(from: ResourceRow, rows: ReadonlyMap<string, ResourceRow>): boolean {
  const seen = new Set<ResourceRow>();
  for (let at: ResourceRow | undefined = from; at; at = rows.get(at.parent_id)) {
    if (seen.has(at)) return true;
    seen.add(at);
  }
  return false;
}

function entryOf(row: ResourceRow, rows: ReadonlyMap<string, ResourceRow>, opens: boolean): NavEntry {
  const parent = rows.get(row.parent_id);
  return {
    id: row.id,
    parentId: !parent || parent.type === "top" ? "0" : parent.id,
    name: row.name,
    key: row.name,
    path: pathOf(row, rows),
    component: opens ? row.component : null,
    redirect: row.redirect && isInside(row.redirect) ? squeezed(row.redirect) : null,
    meta: {
      title: row.title,
      show: row.show,
      hideChildren: row.hide_children,
      hiddenHeaderContent: row.hidden_header_content,
      target: isOutside(pathOf(row, rows)) ? "_blank" : row.target === "_blank" ? "_blank" : null,
      icon: row.icon,
    },
  };
}

/** An entry's own path, or that of its parent and its key; a top tab adds nothing to what stands below it. */
function pathOf(row: ResourceRow, rows: ReadonlyMap<string, ResourceRow>): string {
  const keys: string[] = [];
  const seen = new Set<ResourceRow>();
  let at: ResourceRow | undefined = row;
  const own = (one: ResourceRow) => (one.path && !hasBadAddress(one) ? one.path : "");
  for (; at && !own(at) && (at === row || at.type !== "top") && !seen.has(at); at = rows.get(at.parent_id)) {
    seen.add(at);
    keys.unshift(at.name);
  }
  const start = at && (at === row || at.type !== "top") ? own(at) : "";
  return squeezed(keys.length === 0 ? start : `${start}/${keys.join("/")}`);
}

/** Without double slashes, except behind the scheme and in the query. */
function squeezed(address: string): string {
  const scheme = /^https?:\/\//i.exec(address)?.[0] ?? "";
  const rest = address.slice(scheme.length);
  const end = rest.search(/[?#]/);
  const path = end < 0 ? rest : rest.slice(0, end);
  return scheme + path.replace(/\/{2,}/g, "/") + rest.slice(path.length);
}

/** An address of our own pages, or of another system by http or https. Menu rows are data: nothing else becomes a link. */
function isAddress(address: string): boolean {
  return isInside(address) || isOutside(address);
}

function childrenOf(entries: readonly NavEntry[]): ReadonlyMap<string, NavEntry[]> {
  const children = new Map<string, NavEntry[]>();
  for (const entry of entries) children.set(entry.parentId, [...(children.get(entry.parentId) ?? []), entry]);
  return children;
}

function nodesOf(
  parentId: string,
  children: ReadonlyMap<string, NavEntry[]>,
  opening: ReadonlySet<string>,
): MenuNode[] {
  return (children.get(parentId) ?? []).flatMap((entry) => {
    if (!entry.meta.show) return [];
    const below = entry.meta.hideChildren ? [] : nodesOf(entry.id, children, opening);
    const opens = opening.has(entry.id);
    // A directory all of whose entries are hidden would be a door to nothing.
    return opens || below.length > 0 || entry.meta.hideChildren ? [{ entry, opens, children: below }] : [];
  });
}

function aboveOf(entry: NavEntry, byId: ReadonlyMap<string, NavEntry>): NavEntry[] {
  const above: NavEntry[] = [];
  for (let at = byId.get(entry.parentId); at; at = byId.get(at.parentId)) above.unshift(at);
  return above;
}

function barePath(address: string): string {
  const path = address.split(/[?#]/)[0] ?? "";
  return path.length > 1 ? path.replace(/\/$/, "") : path;
}

/** Entries at the longest part of the path that any entry has; several where several lead there. */
export function placesAt(menus: Menus, address: string): readonly Place[] {
  for (let path = barePath(address); path.length > 1; path = path.slice(0, path.lastIndexOf("/"))) {
    const found = menus.byPath.get(path);
    if (found) return found;
  }
  return [];
}

/**
 * The top tab whose menu stands beside a page: the present one, unless the page belongs to exactly one other (ruling 36).
 * @param currentTop what the person chose last; null for nothing yet
 */
export function menuAt(menus: Menus, address: string, currentTop: string | null): TopMenu | null {
  const present = menus.tops.find(({ top }) => top.id === currentTop) ?? drawnTops(menus)[0] ?? menus.tops[0] ?? null;
  const owners = new Set(
    placesAt(menus, address)
      .filter((place) => place.opens)
      .map((place) => place.menu),
  );
  const [owner] = owners;
  return owner && owners.size === 1 ? owner : present;
}

/** Where one is in a menu: the entry the page belongs to, and what of it is drawn. Null where the page is none of this menu's. */
export function activeIn(menus: Menus, menu: TopMenu, address: string): Place | null {
  const places = placesAt(menus, address).filter((place) => place.menu === menu);
  return places.find((place) => place.opens) ?? places[0] ?? null;
}

/** The drawn entry of a place: itself or, where it is hidden, the first of the entries above it that hides it. */
export function drawnAt({ entry, above }: Place): { entry: NavEntry; above: NavEntry[] } | null {
  const chain = [...above, entry];
  const end = chain.findIndex((one) => !one.meta.show || one.meta.hideChildren);
  const last = end < 0 ? chain.length - 1 : chain[end]?.meta.show ? end : end - 1;
  const drawn = chain[last];
  return drawn ? { entry: drawn, above: chain.slice(0, last) } : null;
}

/** Tabs a person sees: not hidden, and with something drawn below them. */
export function drawnTops(menus: Menus): TopMenu[] {
  return menus.tops.filter(({ top, roots }) => top.meta.show && roots.length > 0);
}

/** Where the address of a top tab or a directory leads: its redirect, or the first page below it. Null for a page. */
export function wayInto(menus: Menus, address: string): string | null {
  const place = menus.byPath.get(barePath(address))?.find((one) => !one.opens);
  if (place) return firstOf(menus, place.menu, place.entry, new Set());
  const menu = menus.tops.find(({ top }) => barePath(top.path) === barePath(address));
  return menu ? wayIntoTop(menus, menu) : null;
}

/** Where a click on a top tab leads. */
export function wayIntoTop(menus: Menus, menu: TopMenu): string | null {
  return firstOf(menus, menu, menu.top, new Set());
}

function firstOf(menus: Menus, menu: TopMenu, from: NavEntry, seen: Set<NavEntry>): string | null {
  if (seen.has(from)) return null;
  seen.add(from);
  const { redirect } = from;
  if (redirect && barePath(redirect) !== barePath(from.path)) {
    const directory = menus.byPath.get(barePath(redirect))?.find((place) => !place.opens);
    if (!directory && mayLeadTo(menus, redirect)) return redirect;
    const further = directory && firstOf(menus, directory.menu, directory.entry, seen);
    if (further) return further;
  }
  const below = (entry: NavEntry) =>
    entry === menu.top ? menu.entries : menu.entries.filter((one) => menus.byName.get(one.name)?.above.includes(entry));
  const pages = below(from).filter((entry) => menus.byName.get(entry.name)?.opens && !isOutside(entry.path));
  const inOrder = drawnFirst(menu, from);
  return (inOrder ?? pages[0])?.path ?? null;
}

/** False for a page of a menu entry the person does not have. Home is no menu entry; such a page is judged by its own right. */
function mayLeadTo(menus: Menus, address: string): boolean {
  for (let path = barePath(address); path.length > 1; path = path.slice(0, path.lastIndexOf("/"))) {
    if (menus.byPath.get(path)?.some((place) => place.opens)) return true;
    if (menus.pages.has(path)) return false;
  }
  return true;
}

/** The first page that is drawn below an entry. */
function drawnFirst(menu: TopMenu, from: NavEntry): NavEntry | null {
  const search = (nodes: readonly MenuNode[], inside: boolean): NavEntry | null => {
    for (const node of nodes) {
      const within = inside || node.entry === from;
      if (within && node.opens && !isOutside(node.entry.path)) return node.entry;
      const found = search(node.children, within);
      if (found) return found;
    }
    return null;
  };
  return search(menu.roots, from === menu.top);
}
