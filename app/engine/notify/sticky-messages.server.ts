import { selectStickyEntries } from "~/data/inbox.server";
import { reading } from "../operations/transaction.server";
import { query } from "../screen/address";
import type { WarningProvider } from "../warnings/warnings.server";

const MOST = 20;
const INBOX = "/account/inbox";
/** What was put away never comes back: a message has no further stage. */
const STAGE = "told";
const LONGEST = 120;

/** Messages that stay on top of every page until their reader puts them away; they keep standing in the inbox. */
export const stickyMessages: WarningProvider = {
  // What was written by hand comes before what the program noticed.
  place: -1,
  kind: "message",
  async find(context) {
    const { id: userId } = context.actor;
    if (!userId) return [];
    const connection = () => context.services.database.connection();
    const entries = await reading(context, () => selectStickyEntries(connection(), userId, MOST));
    return entries.map(({ id, title, body, path }) => ({
      objectId: id,
      stage: STAGE,
      text: shortened(`${title}：${body.replace(/\s+/g, " ")}`),
      href: path ?? INBOX + query([["q", title]]),
    }));
  },
  summary: (count) => `您有${count}条需要查看的消息`,
  listHref: () => INBOX,
};

function shortened(text: string): string {
  const signs = [...text];
  return signs.length > LONGEST ? `${signs.slice(0, LONGEST).join("")}…` : text;
}
