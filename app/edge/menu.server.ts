import { redirect } from "@remix-run/node";
import { directoryTarget, menusOf, tabsOf } from "~/engine/session/menu.server";
import { activeIn, drawnAt, type MenuNode, menuAt, type Place, type TopMenu } from "~/engine/session/menu-tree";
import { preferencesIn } from "~/engine/session/preferences.server";
import type { MenuItem } from "~/ui/shell/menu-html";
import { markActive, menuHtml } from "~/ui/shell/menu-html";
import { asDropDowns } from "~/ui/shell/top-menu";
import { addressOf, type Edge, type EdgeArgs } from "./request.server";

/** Base path of all pages, as the menu's plain links need it. */
const BASE = "/web";

const kept = new Map<string, string>();
const MENUS_KEPT = 500;

/** Which menu a person sees; the same name is the same HTML. */
function nameOf(edge: Edge, menu: TopMenu): string {
  return `${edge.session?.permissionVersion} ${edge.context.actor.roles.join(",")} ${menu.top.id}`;
}

/** The menu of one top tab as HTML, made once per set of roles and permission version. Nothing is marked in it. */
function htmlOf(edge: Edge, menu: TopMenu): string {
  const name = nameOf(edge, menu);
  const known = kept.get(name);
  if (known !== undefined) return known;
  const html = menuHtml(menu.roots.map(itemOf), BASE);
  if (kept.size >= MENUS_KEPT) kept.clear();
  kept.set(name, html);
  return html;
}

function itemOf({ entry, opens, children }: MenuNode): MenuItem {
  const { title, icon, target, hideChildren } = entry.meta;
  // A branch is unfolded where it stands; it has an address of its own when it is a page or leads somewhere on purpose.
  const leads = opens || entry.redirect !== null || hideChildren;
  return {
    key: entry.name,
    label: title,
    ...(leads ? { href: entry.path } : {}),
    ...(icon ? { icon } : {}),
    ...(target ? { target } : {}),
    ...(children.length > 0 ? { items: children.map(itemOf) } : {}),
  };
}

/** Top tabs, the menu beside the page as HTML, and where the page stands in it. */
export async function menuAround(edge: Edge, path: string) {
  const { context } = edge;
  const menus = await menusOf(context);
  const menu = menuAt(menus, path, context.session?.currentTop ?? null);
  const place = menu ? activeIn(menus, menu, path) : null;
  const html = menu ? marked(htmlOf(edge, menu), place) : "";
  return {
    menus,
    tabs: tabsOf(menus).map((tab) => ({ id: tab.id, label: tab.meta.title, current: tab.id === menu?.top.id })),
    place,
    topId: menu?.top.id ?? "",
    name: menu ? nameOf(edge, menu) : "",
    html: preferencesIn(context).layout === "topmenu" ? asDropDowns(html) : html,
  };
}

function marked(html: string, place: Place | null): string {
  const drawn = place ? drawnAt(place) : null;
  if (!place || !drawn) return html;
  // A directory is no page: its branch is opened and nothing in it is marked.
  const branches = drawn.above.map((one) => one.name);
  return place.opens || drawn.entry.meta.hideChildren
    ? markActive(html, branches, drawn.entry.name)
    : markActive(html, [...branches, drawn.entry.name], "");
}

/** Sends whoever asks for the address of a directory to where it leads. */
export async function leaveDirectory(edge: Edge, args: EdgeArgs): Promise<void> {
  const target = await directoryTarget(edge.context, addressOf(args.request));
  if (target !== null) throw redirect(target);
}
