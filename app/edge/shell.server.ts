import { may } from "~/engine/access/permissions";
import { freshUntil } from "~/engine/account/change-password.server";
import type { Context } from "~/engine/context.server";
import { textParameter } from "~/engine/parameters.server";
import { bellAndWarnings } from "~/engine/screen/bell-model.server";
import { hasSingleKeys } from "~/engine/session/keys.server";
import { recordVisit } from "~/engine/session/menu-marks.server";
import { preferencesIn } from "~/engine/session/preferences.server";
import { preferencesCookie } from "~/engine/session/preferences-cookie.server";
import { takeNotices } from "~/engine/session/session.server";
import type { Preferences } from "~/shared/preferences";
import type { ShellModel } from "~/ui/model";
import { lookOf } from "~/ui/theme/palette";
import { avatarHref, isForcedPath } from "./account.server";
import { menuAround } from "./menu.server";
import { addressOf, answering, type EdgeArgs, isAhead, requireEdge } from "./request.server";
import { stripModel } from "./tab-strip.server";

/**
 * Everything around a page of the signed-in person: the same three questions as `/v2/user/info`, `/v2/user/topTab` and
 * `/v2/user/nav`, answered in process (ruling 8).
 */
export async function shellModel(args: EdgeArgs): Promise<ShellModel> {
  return answering(async () => {
    const edge = await requireEdge(args);
    const { context, session } = edge;
    const path = addressOf(args.request);
    const preferences = preferencesIn(context);
    const bare = isForcedPath(path);
    const menu = await menuAround(edge, path);
    args.context.request?.set("fragments", { menu: menu.html });
    // Pages that are only being fetched ahead must not use up messages, nor count as visited.
    const ahead = isAhead(args.request);
    const owner = menu.place?.opens ? menu.topId : null;
    const keeps = menu.place?.keepsTab ?? true;
    const strip = bare ? null : await stripModel(args, edge, { owner, shown: menu.topId, keeps });
    // What a script asks for may be thrown away on the way: it says itself which messages it has shown.
    const byScript = new URL(args.request.url).pathname.endsWith(".data");
    const notices = ahead ? [] : await takeNotices(context, { keep: byScript });
    if (menu.place && !ahead) await recordVisit(context, menu.place);
    const { actor } = context;
    return {
      user: {
        name: actor.name,
        account: actor.account,
        supplierName: actor.supplierName,
        ...(actor.avatar && actor.id ? { avatarHref: avatarHref(actor.id, actor.avatar) } : {}),
      },
      passwordFreshUntil: freshUntil(context),
      ...(bare ? { bare } : {}),
      topTabs: bare ? [] : menu.tabs,
      strip,
      singleKeys: hasSingleKeys(session.preferences),
      menu: { id: menu.topId, name: menu.name },
      ...pageHead(menu.place, path, session.favourites),
      notices: notices.map((notice) => ({
        id: notice.id,
        level: notice.level,
        text: notice.body,
        ...(notice.title ? { title: notice.title } : {}),
        ...(notice.msg ? { msg: notice.msg } : {}),
        ...(notice.sticky ? { sticky: true as const } : {}),
      })),
      demo: edge.parts.env.demoData,
      footer: {
        copyright: await textParameter(context.services, "ui.copyright", session.permissionVersion),
        filing: await textParameter(context.services, "ui.filingNumber", session.permissionVersion),
        ...suggestLink(context, path),
      },
      csrf: context.session?.csrf ?? "",
      sidebar: sidebarOf(preferences),
      lite: preferences.lite || args.request.headers.get("Save-Data") === "on",
      path,
      preferences,
      look: lookOf(preferences),
      ...(await bellAndWarnings(context, !bare)),
    };
  });
}

const SUGGEST = "/system-management/my-suggestion/new";

/** The way to the form for suggestions, which then says from which page one came. */
function suggestLink({ actor }: Context, path: string): { suggest?: string } {
  const [page = ""] = path.split("?");
  if (!may(actor.permissions, "my-suggestion.add") || actor.stopped?.has("my-suggestion") || page === SUGGEST)
    return {};
  return { suggest: `${SUGGEST}?page=${encodeURIComponent(page)}` };
}

/** What the menu entry says about the head of its page: none at all, or one with a star. */
function pageHead(
  place: Awaited<ReturnType<typeof menuAround>>["place"],
  path: string,
  favourites: readonly string[],
): Pick<ShellModel, "favourite" | "hiddenHead"> {
  // The pages below an entry have heads of their own.
  if (!place?.opens || place.entry.path.split("?")[0] !== path.split("?")[0]) return {};
  const { name, meta } = place.entry;
  if (meta.hiddenHeaderContent) return { hiddenHead: true };
  return { favourite: { name, label: meta.title, on: favourites.includes(name), count: favourites.length } };
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
