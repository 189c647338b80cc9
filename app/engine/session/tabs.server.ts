import {
  addTabs,
  arrangeTabs,
  deleteAllTabs,
  deleteTabs,
  endOffer,
  selectEarlierTabs,
  type TabRow,
  tellTabLimit,
  upsertTab,
} from "~/data/tabs.server";
import type { Context, SessionFacts } from "../context.server";
import { mayOnScreen } from "../operations/scope.server";
import { leaveNotice } from "./session.server";
import { HOME, ownerKey, tabId, tabKey } from "./tab-key";
import { stored } from "./token.server";

export type { TabRow } from "~/data/tabs.server";

/** Tabs of one strip, home among them. */
const MOST_TABS = 20;
const LONGEST_URL = 2000;
const LONGEST_TITLE = 100;
const HOME_TAB: TabRow = { key: HOME, url: HOME, title: "首页", topId: null, pinned: false, lastAt: 0 };

export const TAB_INTENTS = ["close", "left", "right", "others", "all", "refresh", "pin", "move"] as const;
export type TabIntent = (typeof TAB_INTENTS)[number];

/** What is said instead of doing it, with the words of the specification. */
const SAYINGS = {
  home: { text: "首页不能关闭", msg: "home cannot be closed" },
  last: { text: "这是最后一个标签了，无法被关闭", msg: "this is the last tab, cannot be closed" },
  left: { text: "左侧没有标签", msg: "no tabs on the left" },
  right: { text: "右侧没有标签", msg: "no tabs on the right" },
  others: { text: "没有其他可关闭的标签", msg: "no other tabs" },
} as const;

export interface TabsChanged {
  tabs: TabRow[];
  /** Where the person goes now; null when the present page stays. */
  to: string | null;
  message: { text: string; msg: string } | null;
}

/** True unless the tab shows a screen that the person may not look at, or that is no more. */
function maySee(context: Context, { key }: Pick<TabRow, "key">): boolean {
  const [, module, name] = (key.split("?")[0] ?? "").split("/");
  const { registry } = context.services;
  const screen = registry.screen(`${module}/${name}`);
  if (screen) return mayOnScreen(context, screen, "query");
  return !registry.modules.some((known) => known.key === module);
}

/** The strip of this session: home first, then what is pinned, then the rest; without tabs whose right was lost. */
export function tabsOf(context: Context): TabRow[] {
  const open = context.session?.tabs ?? [];
  const shown = open.filter((tab) => tab.key !== HOME && maySee(context, tab));
  const home = { ...HOME_TAB, lastAt: open.find(({ key }) => key === HOME)?.lastAt ?? 0 };
  return [home, ...shown.filter(({ pinned }) => pinned), ...shown.filter(({ pinned }) => !pinned)];
}

/** The tab that was gone to last, among these. */
function latest(tabs: readonly TabRow[]): TabRow | undefined {
  return tabs.reduce<TabRow | undefined>((best, tab) => (best && best.lastAt >= tab.lastAt ? best : tab), undefined);
}

/**
 * Writes that the person went to a page: a tab for a new one, the address as it is now for one that is open. Writes nothing when
 * that page was the last one already and looks the same. Over the limit the tab that was not gone to for the longest time closes,
 * with a message.
 */
export async function openTab(
  context: Context,
  page: { url: string; title: string; topId: string | null },
): Promise<void> {
  const { session } = context;
  if (!session) return;
  const tabs = tabsOf(context);
  const [key, newest] = [tabKey(page.url), latest(tabs)];
  const known = tabs.find((tab) => tab.key === key);
  const visited: TabRow = {
    key,
    url: key === HOME ? HOME : page.url.length > LONGEST_URL ? key : page.url,
    title: key === HOME ? HOME_TAB.title : page.title.slice(0, LONGEST_TITLE),
    topId: key === HOME ? null : page.topId,
    pinned: known?.pinned ?? false,
    // Never earlier than another one: what was gone to last must be told from the rest.
    lastAt: Math.max(context.now.getTime(), (newest?.lastAt ?? 0) + 1),
  };
  const lost = session.tabs.filter((tab) => !maySee(context, tab));
  if (lost.length === 0 && newest?.key === key && known && isSame(known, visited)) return;
  const closed = known ? [] : overLimit(tabs);
  const gone = [...lost, ...closed].map((tab) => tab.key);
  await stored(() => upsertTab(context.services.database.connection(), session.idHash, visited, gone));
  const kept = session.tabs.filter((tab) => !gone.includes(tab.key));
  session.tabs = kept.some((tab) => tab.key === key)
    ? kept.map((tab) => (tab.key === key ? visited : tab))
    : [...kept, visited];
  const [first] = closed;
  if (first && (await stored(() => tellTabLimit(context.services.database.connection(), session.idHash))))
    await leaveNotice(context, {
      level: "info",
      body: `标签已达上限，已关闭“${first.title}”`,
      msg: "tab limit reached",
    });
}

function isSame(one: TabRow, other: TabRow): boolean {
  return one.url === other.url && one.title === other.title && one.topId === other.topId && one.lastAt > 0;
}

/** What must close before one more tab opens. */
function overLimit(tabs: readonly TabRow[]): TabRow[] {
  const closable = tabs.filter(({ key, pinned }) => key !== HOME && !pinned);
  const oldest = [...closable].sort((one, other) => one.lastAt - other.lastAt);
  return oldest.slice(0, Math.max(0, tabs.length + 1 - MOST_TABS));
}

/** Purges the tab of a page that turned out to be gone or forbidden. */
export async function dropTab(context: Context, url: string): Promise<void> {
  const key = tabKey(url);
  if (context.session?.tabs.some((tab) => tab.key === key) && key !== HOME)
    await purge(context, context.session, [key]);
}

/** Closes all pages, pinned ones too: after a switch of the top tab. */
export async function closeAllTabs(context: Context): Promise<void> {
  const { session } = context;
  if (!session || session.tabs.length === 0) return;
  await stored(() => deleteAllTabs(context.services.database.connection(), session.idHash));
  session.tabs = [];
}

async function purge(context: Context, session: SessionFacts, keys: readonly string[]): Promise<void> {
  await stored(() => deleteTabs(context.services.database.connection(), session.idHash, keys));
  session.tabs = session.tabs.filter((tab) => !keys.includes(tab.key));
}

export interface TabRequest {
  intent: TabIntent;
  /** The tab that is meant: its key, or the short name the strip gives it. One that is not open changes nothing. */
  tab: string;
  /** Address of the page the person is on; default: the one gone to last. */
  at?: string;
  /** For `move`: the tab before which it shall stand; none means last. */
  before?: string;
}

/** Closes, pins, moves or reloads tabs of this session. */
export async function changeTabs(context: Context, request: TabRequest): Promise<TabsChanged> {
  const { session } = context;
  const tabs = tabsOf(context);
  const named = (name: string | undefined) => tabs.find(({ key }) => key === name || tabId(key) === name);
  const tab = named(request.tab);
  if (!session || !tab) return { tabs, to: null, message: null };
  if (request.intent === "refresh") return { tabs, to: tab.url, message: null };
  if (request.intent === "pin" || request.intent === "move") {
    const order = request.intent === "pin" ? pinned(tabs, tab) : moved(tabs, tab, named(request.before));
    await stored(() => arrangeTabs(context.services.database.connection(), session.idHash, order));
    session.tabs = [...session.tabs.filter(({ key }) => key === HOME), ...order];
    return { tabs: tabsOf(context), to: null, message: null };
  }
  const { closing, saying } = closingOf(tabs, tab, request.intent);
  if (saying) return { tabs, to: null, message: SAYINGS[saying] };
  const keys = tabs.map(({ key }) => key);
  const active = request.at === undefined ? latest(tabs)?.key : ownerKey(keys, request.at);
  await purge(
    context,
    session,
    closing.map(({ key }) => key),
  );
  const left = tabsOf(context);
  if (request.intent === "all") return { tabs: left, to: HOME, message: null };
  const isActiveClosed = closing.some(({ key }) => key === active);
  const next = request.intent === "close" ? latest(left) : tab;
  return { tabs: left, to: isActiveClosed ? (next?.url ?? HOME) : null, message: null };
}

/** Which tabs an intent closes, or why it closes none. A pin protects from all but `close` and `all`. */
function closingOf(
  tabs: readonly TabRow[],
  tab: TabRow,
  intent: Exclude<TabIntent, "refresh" | "pin" | "move">,
): { closing: TabRow[]; saying?: keyof typeof SAYINGS } {
  const isOnlyHome = tabs.length === 1;
  if (intent === "all") return isOnlyHome ? { closing: [], saying: "last" } : { closing: tabs.slice(1) };
  if (intent === "close") {
    if (tab.key === HOME) return { closing: [], saying: isOnlyHome ? "last" : "home" };
    return { closing: [tab] };
  }
  const place = tabs.indexOf(tab);
  const closing = tabs.filter((other, index) => {
    if (other.key === HOME || other.pinned || other === tab) return false;
    return intent === "others" || (intent === "left" ? index < place : index > place);
  });
  return closing.length > 0 ? { closing } : { closing, saying: intent };
}

/** Home takes no part in pinning and moving. */
function pinned(tabs: readonly TabRow[], tab: TabRow): TabRow[] {
  return tabs.slice(1).map((other) => (other === tab ? { ...tab, pinned: !tab.pinned } : other));
}

function moved(tabs: readonly TabRow[], tab: TabRow, before: TabRow | undefined): TabRow[] {
  const others = tabs.slice(1).filter((other) => other !== tab);
  if (tab.key === HOME || before === tab) return tabs.slice(1);
  const found = before ? others.indexOf(before) : others.length;
  return [...others.slice(0, Math.max(0, found)), tab, ...others.slice(Math.max(0, found))];
}

/** Pages of the session before that this session could open again. */
export async function earlierTabs(context: Context): Promise<TabRow[]> {
  const { session, actor, services } = context;
  const { id } = actor;
  if (!session?.offersTabs || !id) return [];
  const earlier = await stored(() => selectEarlierTabs(services.database.connection(), id, session.idHash));
  const open = new Set(session.tabs.map(({ key }) => key));
  return earlier.filter((tab) => tab.key !== HOME && !open.has(tab.key) && maySee(context, tab));
}

/** Opens the pages of the session before again, as far as there is room. @returns how many */
export async function restoreTabs(context: Context): Promise<number> {
  const { session, services } = context;
  const tabs = (await earlierTabs(context)).slice(0, MOST_TABS - tabsOf(context).length);
  if (!session) return 0;
  await declineTabs(context);
  if (tabs.length === 0) return 0;
  // They were open long ago: what this session went to is nearer.
  await stored(() => addTabs(services.database.connection(), session.idHash, tabs));
  session.tabs = [...session.tabs, ...tabs];
  return tabs.length;
}

/** Home offers the pages of the session before no more. */
export async function declineTabs(context: Context): Promise<void> {
  const { session, services } = context;
  if (!session) return;
  await stored(() => endOffer(services.database.connection(), session.idHash));
  session.offersTabs = false;
}
