import { redirect } from "@remix-run/node";
import type { Context } from "~/engine/context.server";
import { doNamed } from "~/engine/screen/named-form.server";
import { preferencesIn } from "~/engine/session/preferences.server";
import { leaveNotice, type OpenSession } from "~/engine/session/session.server";
import { HOME, ownerKey, tabId, tabKey } from "~/engine/session/tab-key";
import {
  changeTabs,
  declineTabs,
  dropTab,
  openTab,
  restoreTabs,
  TAB_INTENTS,
  type TabRow,
  tabsOf,
} from "~/engine/session/tabs.server";
import type { StripAnswer, StripModel, StripTab } from "~/ui/shell/TabStrip/strip";
import { safeTarget } from "./login.server";
import { addressOf, type Edge, type EdgeArgs, isAhead } from "./request.server";

/**
 * The strip of open pages, this one among them: waits for what the page itself answers, for only a page that could be drawn gets
 * a tab, called as the page calls itself. With the preference off the tabs are kept all the same.
 * @param top the top tab that owns the page, if one does, and the one whose menu is drawn; `keeps` is false for a menu entry whose
 * pages get no tab
 */
export async function stripModel(
  args: EdgeArgs,
  { context }: Edge & { session: OpenSession },
  top: { owner: string | null; shown: string; keeps: boolean },
): Promise<StripModel | null> {
  const address = addressOf(args.request);
  if (top.keeps && args.request.method === "GET" && !isAhead(args.request))
    await noteVisit(args, context, address, top.owner);
  if (!preferencesIn(context).multiTab) return null;
  const tabs = tabsOf(context);
  const keys = tabs.map(({ key }) => key);
  const current = ownerKey(keys, address);
  return {
    tabs: stripTabs(tabs, top.shown),
    current: current === undefined ? null : tabId(current),
    top: top.shown,
  };
}

function stripTabs(tabs: readonly TabRow[], top: string): StripTab[] {
  return tabs.map(({ key, title, url, pinned, topId }) => ({
    id: tabId(key),
    title,
    href: url,
    ...(pinned ? { pinned } : {}),
    ...(topId !== null && topId !== top ? { reload: true } : {}),
  }));
}

async function noteVisit(args: EdgeArgs, context: Context, address: string, topId: string | null): Promise<void> {
  const memory = args.context.request;
  // Not there when only the frame was asked for.
  if (!memory?.has("page") || isStep(memory.get("pageHandle"))) return;
  const path = address.split("?")[0] ?? "";
  const answer = await Promise.resolve(memory.get("page")).catch((thrown: unknown) => thrown);
  const title = path === HOME ? "首页" : titleOf(answer);
  if (answer instanceof Response || answer instanceof Error) {
    const isGone = answer instanceof Response && [403, 404].includes(answer.status);
    // A page below the record may be refused although the record is not.
    if (isGone && tabKey(address).split("?")[0] === path) await dropTab(context, address);
  } else if (title !== null) await openTab(context, { url: address, title, topId });
}

/**
 * Does what a button of the strip asks for. Without script the next page says what came of it; a script is told at once and
 * changes the strip by itself.
 */
export async function postTabs(args: EdgeArgs, context: Context, form: FormData): Promise<Response> {
  const at = safeTarget(String(form.get("from") ?? ""));
  const [intent = "", tab = ""] = String(form.get("intent") ?? "").split(":");
  const change = TAB_INTENTS.map((one) => [one, () => changed(args, context, form, { intent: one, tab, at })] as const);
  return doNamed(intent, {
    restore: () => restore(context, "restore", at),
    decline: () => restore(context, "decline", at),
    ...Object.fromEntries(change),
  });
}

async function changed(
  args: EdgeArgs,
  context: Context,
  form: FormData,
  asked: { intent: (typeof TAB_INTENTS)[number]; tab: string; at: string },
): Promise<Response> {
  const { at } = asked;
  const before = form.get("before");
  const request = { ...asked, ...(typeof before === "string" ? { before } : {}) };
  const { tabs, to, message } = await changeTabs(context, request);
  if (args.request.headers.get("Accept")?.includes("application/json")) {
    const answer: StripAnswer = { tabs: stripTabs(tabs, String(form.get("top") ?? "")), to, message };
    return Response.json(answer, { headers: { "Cache-Control": "no-store" } });
  }
  if (message) await leaveNotice(context, { level: "info", body: message.text, msg: message.msg });
  return redirect(to ?? at, 303);
}

async function restore(context: Context, intent: "restore" | "decline", at: string): Promise<Response> {
  if (intent === "decline") await declineTabs(context);
  else {
    const count = await restoreTabs(context);
    const body = count > 0 ? `已恢复 ${count} 个页面` : "没有可以恢复的页面";
    await leaveNotice(context, { level: "info", body });
  }
  return redirect(at, 303);
}

function isStep(handle: unknown): boolean {
  return isObject(handle) && handle.tab === false;
}

/** What a page calls itself: its title, that of its model, or the end of its trail. Null for what is no page. */
function titleOf(answer: unknown): string | null {
  if (answer instanceof Response || !isObject(answer)) return null;
  const page = isObject(answer.init) && isObject(answer.data) ? answer.data : answer;
  if (isObject(answer.init) && Number(answer.init.status ?? 200) >= 400) return null;
  const last: unknown = Array.isArray(page.crumbs) ? page.crumbs.at(-1) : undefined;
  const names = [page.title, isObject(page.model) && page.model.title, isObject(last) && last.label];
  return names.find((name): name is string => typeof name === "string" && name !== "") ?? null;
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null;
}
