import { allMenus, type FoundMenu, searchMenus } from "~/engine/session/menu-search.server";
import { searchPhrase } from "~/shared/search";
import type { MenuSearchModel } from "~/ui/shell/MenuSearch/model";
import { menuAround } from "./menu.server";
import { answering, answeringJson, type EdgeArgs, requireEdge, requireSession } from "./request.server";

const MOST_FOUND = 50;
const MOST_SUGGESTED = 8;

/** The page with what was found among the menus; with all of them where nothing is asked for. */
export async function menuSearchPage(args: EdgeArgs) {
  return answering(async () => {
    const { context } = await requireEdge(args);
    const typed = searchPhrase(new URL(args.request.url).searchParams.get("q") ?? "");
    const found = typed === "" ? await allMenus(context) : await searchMenus(context, typed, MOST_FOUND);
    const model: MenuSearchModel = { text: typed, found: found.map(shown) };
    return { model, crumbs: [{ label: "搜索菜单" }] };
  });
}

/** The same in few, for the script beside the field. */
export async function suggestedMenus(args: EdgeArgs): Promise<Response> {
  return answeringJson(async () => {
    const { context } = await requireSession(args);
    const typed = new URL(args.request.url).searchParams.get("q") ?? "";
    return { found: (await searchMenus(context, typed, MOST_SUGGESTED)).map(shown) };
  });
}

/** The menu that stands beside a page, for the script of a page whose menu is another one. */
export async function menuPiece(args: EdgeArgs): Promise<Response> {
  return answering(async () => {
    const edge = await requireSession(args);
    const { html } = await menuAround(edge, new URL(args.request.url).searchParams.get("at") ?? "");
    return new Response(html, { headers: { "Content-Type": "text/html; charset=utf-8", "Cache-Control": "no-store" } });
  });
}

function shown({ name, label, href, target, trail }: FoundMenu): MenuSearchModel["found"][number] {
  return { name, label, href, target, trail: trail.join(" / ") };
}
