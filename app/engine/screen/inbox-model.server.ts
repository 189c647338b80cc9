import { chinaTime } from "~/shared/calendar";
import type { Context } from "../context.server";
import { type InboxItem, readInbox } from "../operations/inbox.server";
import { query, recordPath } from "./address";

const INBOX = "/account/inbox";
const ON_HOME = 6;
const PAGE_SIZE = 20;
const MOST_PAGES = 10_000;

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
  if (item.path !== null) return { ...head, who: "", title: item.title, href: item.path, text };
  if (item.recordId === null) return { ...head, who: "", title: item.title, text };
  // Not even who did it: that alone may tell what it was.
  if (!item.screen) return { ...head, who: "", text: "您已无权查看这条动态对应的单据，或单据已被删除。" };
  return {
    ...head,
    who: item.kind === "notice" ? "" : item.fromName,
    title: item.title,
    href: recordPath(item.screen, item.recordId),
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

/** All that happened to records the person watches or was named on. */
export async function inboxModel(context: Context, params: URLSearchParams) {
  const unreadOnly = params.get("unread") === "1";
  const starredOnly = !unreadOnly && params.get("starred") === "1";
  const asked = Number(params.get("page") ?? 1);
  const wish = Number.isInteger(asked) && asked > 0 ? Math.min(asked, MOST_PAGES) : 1;
  const read = (page: number) =>
    readInbox(context, { unreadOnly, starredOnly, limit: PAGE_SIZE, offset: (page - 1) * PAGE_SIZE });
  const first = await read(wish);
  const count = unreadOnly ? first.unread : starredOnly ? first.starred : first.total;
  const pages = Math.max(1, Math.ceil(count / PAGE_SIZE));
  const page = Math.min(wish, pages);
  const { items, total, unread, starred } = page === wish ? first : await read(page);
  const narrowed = unreadOnly ? [["unread", "1"] as const] : starredOnly ? [["starred", "1"] as const] : [];
  const href = (to: number) => INBOX + query([...narrowed, ...(to > 1 ? [["page", String(to)] as const] : [])]);
  const block = blockOf(context, items, unread);
  return {
    ...block,
    action: href(page),
    title: "与我有关的动态",
    tabs: [
      { label: "全部", href: INBOX, current: !unreadOnly && !starredOnly, count: String(total) },
      { label: "未读", href: `${INBOX}?unread=1`, current: unreadOnly, count: String(unread) },
      { label: "星标", href: `${INBOX}?starred=1`, current: starredOnly, count: String(starred) },
    ],
    page,
    ...(page > 1 ? { previous: href(page - 1) } : {}),
    ...(page < pages ? { next: href(page + 1) } : {}),
  };
}
