import { bellCounts } from "~/engine/screen/bell-model.server";
import { type NavEntry, navOf, topOfScreen, topTabs } from "~/engine/session/menu.server";
import { preferencesIn } from "~/engine/session/preferences.server";
import { preferencesCookie } from "~/engine/session/preferences-cookie.server";
import { takeNotices } from "~/engine/session/session.server";
import { openWarnings } from "~/engine/warnings/warnings.server";
import type { Preferences } from "~/shared/preferences";
import type { ShellModel } from "~/ui/model";
import { markActive, menuHtml } from "~/ui/shell/menu-html";
import { asDropDowns } from "~/ui/shell/top-menu";
import { lookOf } from "~/ui/theme/palette";
import { addressOf, answering, type Edge, type EdgeArgs, requireEdge } from "./request.server";

/** Base path of all pages, as the menu's plain links need it. */
const BASE = "/web";

const menus = new Map<string, string>();
const MENUS_KEPT = 500;

/** The menu of one top tab as HTML, made once per set of roles and permission version. */
function menuOf(edge: Edge, topId: string, entries: readonly NavEntry[]): string {
  const key = `${edge.session?.permissionVersion} ${edge.context.actor.roles.join(",")} ${topId}`;
  const known = menus.get(key);
  if (known !== undefined) return known;
  const groups = entries
    .filter((entry) => entry.parentId === "0" && entry.meta.show)
    .map((group) => ({
      key: group.id,
      label: group.meta.title,
      items: entries
        .filter((entry) => entry.parentId === group.id && entry.meta.show)
        .map((entry) => ({
          key: entry.name,
          label: entry.meta.title,
          href: entry.path,
          ...(entry.meta.target ? { target: entry.meta.target } : {}),
        })),
    }));
  const html = menuHtml(groups, BASE);
  if (menus.size >= MENUS_KEPT) menus.clear();
  menus.set(key, html);
  return html;
}

/**
 * Everything around a page of the signed-in person: the same three questions as `/v2/user/info`, `/v2/user/topTab` and
 * `/v2/user/nav`, answered in process (ruling 8).
 */
export async function shellModel(args: EdgeArgs): Promise<ShellModel> {
  return answering(async () => {
    const edge = await requireEdge(args);
    const { context, session } = edge;
    const version = session.permissionVersion;
    const path = addressOf(args.request);
    const screenKey = path.split("?")[0]?.split("/")[2] ?? "";
    const tabs = await topTabs(context, version);
    const owner = await topOfScreen(context, screenKey, version);
    const current = owner ?? tabs.find((tab) => tab.id === context.session?.currentTop)?.id ?? tabs[0]?.id ?? "";
    const entries = (await navOf(context, current, version)) ?? [];
    const active = entries.find((entry) => entry.name === screenKey);
    const menu = menuOf(edge, current, entries);
    const preferences = preferencesIn(context);
    const marked = active ? markActive(menu, active.parentId, active.name) : menu;
    args.context.request?.set("fragments", { menu: preferences.layout === "topmenu" ? asDropDowns(marked) : marked });
    // Drafts of pages that are only being fetched ahead must not use up messages.
    const ahead = /prefetch/.test(args.request.headers.get("Sec-Purpose") ?? args.request.headers.get("Purpose") ?? "");
    // What a script asks for may be thrown away on the way: it says itself which messages it has shown.
    const byScript = new URL(args.request.url).pathname.endsWith(".data");
    const notices = ahead ? [] : await takeNotices(context, { keep: byScript });
    const { actor } = context;
    return {
      user: { name: actor.name, account: actor.account, supplierName: actor.supplierName },
      topTabs: tabs.map((tab) => ({
        id: tab.id,
        label: tab.meta.title,
        href: tab.redirect ?? "/qiaqia/home",
        current: tab.id === current,
      })),
      notices: notices.map((notice) => ({
        id: notice.id,
        level: notice.level,
        text: notice.body,
        ...(notice.title ? { title: notice.title } : {}),
        ...(notice.msg ? { msg: notice.msg } : {}),
        ...(notice.sticky ? { sticky: true as const } : {}),
      })),
      demo: edge.parts.env.demoData,
      footer: { copyright: "供应商平台", filing: "" },
      csrf: context.session?.csrf ?? "",
      sidebar: sidebarOf(preferences),
      lite: preferences.lite || args.request.headers.get("Save-Data") === "on",
      path,
      preferences,
      look: lookOf(preferences),
      bell: await bellCounts(context),
      warnings: await openWarnings(context),
    };
  });
}

/** Brings what the browser remembers of the person's preferences in line with the server; see `preferencesCookie`. */
export async function lookHeaders(args: EdgeArgs): Promise<Record<string, string>> {
  const { context, parts } = await requireEdge(args);
  const cookie = preferencesCookie(args.request, preferencesIn(context), parts.env.secure);
  return cookie ? { "Set-Cookie": cookie } : {};
}

function sidebarOf({ sidebarOpen }: Preferences): ShellModel["sidebar"] {
  if (sidebarOpen === null) return "auto";
  return sidebarOpen ? "open" : "closed";
}
