import type { InboxSearch } from "~/data/inbox.server";
import { addDays, chinaTime, readInstant } from "~/shared/calendar";
import { NOTIFICATION_LEVELS } from "~/shared/scenarios";
import type { Context } from "../context.server";
import { askedOf } from "../entity/messages";
import { dayRangeComplaint } from "../operations/filters";
import { type InboxItem, readInbox } from "../operations/inbox.server";
import { preferencesIn } from "../session/preferences.server";
import { query, recordPath } from "./address";

const INBOX = "/account/inbox";
const ON_HOME = 6;
const PAGE_SIZE = 20;
const MOST_PAGES = 10_000;
const LONGEST_WORDS = 60;

/** A control of the page, as it draws those of lists. */
interface Filter {
  name: string;
  label: string;
  kind: "contains" | "options" | "dayRange";
  values: string[];
  options?: { value: string; label: string }[];
  placeholder?: string;
  error?: string;
}

/** An entry as people read it; of a record that may not be seen any more nothing but the time. */
export function inboxEntry(item: InboxItem) {
  const head = {
    id: item.id,
    at: chinaTime(item.at).slice(0, 16),
    kind: item.kind,
    level: item.level,
    read: item.read,
    starred: item.starred,
  };
  const text = item.times > 1 ? `${item.body}（共${item.times}次）` : item.body;
  const asked = item.path === null || item.entity === null ? null : askedOf(item.path, item.recordId);
  if (item.path !== null && asked === null) return { ...head, who: "", title: item.title, href: item.path, text };
  if (item.recordId === null) return { ...head, who: "", title: item.title, text };
  // Not even who did it: that alone may tell what it was.
  if (!item.screen) return { ...head, who: "", text: "您已无权查看这条动态对应的单据，或单据已被删除。" };
  return {
    ...head,
    who: item.kind === "notice" ? "" : item.fromName,
    title: item.title,
    href: recordPath(item.screen, item.recordId) + (asked ?? ""),
    text,
  };
}

function blockOf(context: Context, items: readonly InboxItem[], unread: number) {
  return {
    entries: items.map(inboxEntry),
    unread,
    action: INBOX,
    allHref: INBOX,
    csrf: context.session?.csrf ?? "",
  };
}

/** The newest unread entries, for the home page. */
export async function inboxBlock(context: Context) {
  const { items, unread } = await readInbox(context, { unreadOnly: true, limit: ON_HOME, offset: 0 });
  return blockOf(context, items, unread);
}

/** The conditions of the address, what is wrong with them, and how they stand in an address. */
function searchIn({ services: { registry } }: Context, params: URLSearchParams) {
  const q = (params.get("q") ?? "").trim().slice(0, LONGEST_WORDS);
  const scenarios = [...new Set(params.getAll("scenario"))].filter(
    (code) => registry.scenarioFacts(code) !== undefined,
  );
  const levels = [...new Set(params.getAll("level"))].filter((level) => Object.hasOwn(NOTIFICATION_LEVELS, level));
  const [from = "", to = ""] = params.getAll("at").map((day) => day.trim().slice(0, 10));
  const error = dayRangeComplaint(from, to);
  const midnight = (day: string) => readInstant(`${day} 00:00`) ?? undefined;
  const begin = error || from === "" ? undefined : midnight(from);
  const end = error || to === "" ? undefined : midnight(addDays(to, 1));
  const search: InboxSearch = {
    ...(q === "" ? {} : { words: q.split(/\s+/) }),
    ...(levels.length === 0 ? {} : { levels }),
    ...(scenarios.length === 0 ? {} : { scenarios }),
    ...(begin === undefined ? {} : { from: begin }),
    ...(end === undefined ? {} : { before: end }),
  };
  const pairs: [string, string][] = [
    ...(q === "" ? [] : [["q", q] as [string, string]]),
    ...levels.map((level) => ["level", level] as [string, string]),
    ...scenarios.map((code) => ["scenario", code] as [string, string]),
    ...(from === "" && to === ""
      ? []
      : ([
          ["at", from],
          ["at", to],
        ] as [string, string][])),
  ];
  const filters = (notified: readonly string[]): Filter[] => [
    { name: "q", label: "搜索", kind: "contains", values: [q], placeholder: "标题、内容" },
    {
      name: "level",
      label: "级别",
      kind: "options",
      values: levels,
      options: Object.entries(NOTIFICATION_LEVELS).map(([value, label]) => ({ value, label })),
    },
    {
      name: "scenario",
      label: "消息类型",
      kind: "options",
      values: scenarios,
      options: [...new Set([...notified, ...scenarios])].flatMap((value) => {
        const label = registry.scenarioFacts(value)?.label;
        return label === undefined ? [] : [{ value, label }];
      }),
    },
    { name: "at", label: "时间", kind: "dayRange", values: [from, to], ...(error ? { error } : {}) },
  ];
  return { search, pairs, filters };
}

/** All that happened to records the person watches or was named on. */
export async function inboxModel(context: Context, params: URLSearchParams) {
  const { search, pairs, filters } = searchIn(context, params);
  const unreadOnly = params.get("unread") === "1";
  const starredOnly = !unreadOnly && params.get("starred") === "1";
  const asked = Number(params.get("page") ?? 1);
  const request = Number.isInteger(asked) && asked > 0 ? Math.min(asked, MOST_PAGES) : 1;
  const read = (page: number) =>
    readInbox(context, {
      ...search,
      unreadOnly,
      starredOnly,
      limit: PAGE_SIZE,
      offset: (page - 1) * PAGE_SIZE,
      told: true,
    });
  const first = await read(request);
  const count = unreadOnly ? first.unread : starredOnly ? first.starred : first.total;
  const pages = Math.max(1, Math.ceil(count / PAGE_SIZE));
  const page = Math.min(request, pages);
  const { items, total, unread, starred, told: notified } = page === request ? first : await read(page);
  const kept: [string, string][] = unreadOnly ? [["unread", "1"]] : starredOnly ? [["starred", "1"]] : [];
  const href = (to: number) => INBOX + query([...kept, ...pairs, ...(to > 1 ? [["page", String(to)] as const] : [])]);
  const block = blockOf(context, items, unread);
  return {
    ...block,
    action: href(page),
    title: "与我有关的动态",
    tabs: [
      { label: "全部", href: INBOX + query(pairs), current: !unreadOnly && !starredOnly, count: String(total) },
      { label: "未读", href: INBOX + query([["unread", "1"], ...pairs]), current: unreadOnly, count: String(unread) },
      {
        label: "星标",
        href: INBOX + query([["starred", "1"], ...pairs]),
        current: starredOnly,
        count: String(starred),
      },
    ],
    filters: filters(notified),
    filtersOpen: preferencesIn(context).filtersOpen,
    // Nothing else says here what is set.
    filtersTyped: true,
    filterAction: INBOX,
    hidden: kept,
    clearHref: INBOX + query(kept),
    isNarrowed: pairs.length > 0,
    page,
    ...(page > 1 ? { previous: href(page - 1) } : {}),
    ...(page < pages ? { next: href(page + 1) } : {}),
  };
}
