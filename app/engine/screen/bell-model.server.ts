import { type InboxKind, selectPersonalMarks } from "~/data/inbox.server";
import { chinaTime } from "~/shared/calendar";
import type { Context } from "../context.server";
import { listDrafts } from "../operations/drafts.server";
import { readInbox } from "../operations/inbox.server";
import { cardsOf, objectsIn, warningsFound } from "../warnings/warnings.server";
import { draftPath } from "./address";
import { inboxEntry } from "./inbox-model.server";
import { stateCounts } from "./waiting.server";

const SHOWN = 5;

/** Unread entries by kind, what happened to the account among what is watched, and the forms begun and not saved. */
export async function bellCounts(context: Context) {
  return (await bellAndWarnings(context, false)).bell;
}

/**
 * What stands around every page of a signed-in person, in one small statement: the counts of the bell, and what the person is warned of.
 * @param withWarnings false leaves the warnings empty
 */
export async function bellAndWarnings(context: Context, withWarnings: boolean) {
  const { id } = context.actor;
  if (!id) return { bell: { watch: 0, mention: 0, drafts: 0 }, warnings: [] };
  const found = withWarnings ? await warningsFound(context) : [];
  const connection = context.services.database.connection();
  const { dismissed, ...bell } = await selectPersonalMarks(connection, id, objectsIn(found));
  return { bell, warnings: cardsOf(context, found, dismissed) };
}

/** What the bell shows when it is opened: the five newest of each kind. */
export async function bellModel(context: Context) {
  const { watch, mention } = await bellCounts(context);
  const [watched, mentioned] = [
    await newest(context, ["watch", "security", "notice"]),
    await newest(context, ["mention"]),
  ];
  const waiting = (await stateCounts(context)).filter(({ todo }) => todo !== undefined);
  const drafts = await listDrafts(context, SHOWN);
  const todos = [
    ...waiting.map(({ label, count, href, todo }) => ({ title: label, text: `${count} 份等待您${todo}`, href })),
    ...drafts.map(({ id, title, address, savedAt }) => ({
      title,
      text: "填写了一半，已暂存",
      at: chinaTime(savedAt).slice(0, 16),
      href: draftPath({ id, address }),
    })),
  ];
  return {
    unread: watch + mention,
    tabs: [
      {
        key: "watch",
        label: "通知",
        count: watch,
        entries: watched,
        none: "没有未读的通知。关注的单据有变化时会出现在这里。",
      },
      {
        key: "mention",
        label: "消息",
        count: mention,
        entries: mentioned,
        none: "没有未读的消息。有人在评论中提到您时会出现在这里。",
      },
      { key: "todo", label: "待办", count: todos.length, entries: todos.slice(0, SHOWN), none: "没有等您处理的事项。" },
    ],
  };
}

async function newest(context: Context, kinds: readonly InboxKind[]) {
  const { items } = await readInbox(context, { unreadOnly: true, limit: SHOWN, offset: 0, kinds });
  return items.map((item) => {
    const entry = inboxEntry(item);
    const { who, text, at } = entry;
    return {
      title: "title" in entry ? entry.title : "动态",
      text: who ? `${who} ${text}` : text,
      at,
      ...("href" in entry ? { href: entry.href } : {}),
    };
  });
}
