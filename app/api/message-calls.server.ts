import type { Hono } from "hono";
import { AppError } from "~/engine/errors";
import { markRead, readInbox } from "~/engine/operations/inbox.server";
import { inboxEntry } from "~/engine/screen/inbox-model.server";
import { dismissWarning, openWarnings } from "~/engine/warnings/warnings.server";
import { jsonBody, optionalObject, optionalText } from "./body.server";
import { success } from "./envelope.server";
import type { RestEnv } from "./rest-env";

const MOST_ROWS = 200;

/** What the own account is told (`shell-and-api.md` 13.1): the same entries as the page of the inbox. */
export function messageCalls(app: Hono<RestEnv>): void {
  app.post("/v2/message/my", async (c) => {
    const context = c.get("context");
    const body = await jsonBody(c.req.raw);
    const page = optionalObject(body, "page") ?? {};
    const [wanted, size] = [whole(page.current, 1, 1_000_000), whole(page.size, 10, MOST_ROWS)];
    const unreadOnly = body.unreadOnly === true;
    const read = (at: number) => readInbox(context, { unreadOnly, limit: size, offset: (at - 1) * size });
    const first = await read(wanted);
    const total = unreadOnly ? first.unread : first.total;
    const pages = Math.max(1, Math.ceil(total / size));
    const current = Math.min(wanted, pages);
    const { items } = current === wanted ? first : await read(current);
    const records = items.map(inboxEntry).map((entry) => ({
      id: entry.id,
      time: entry.at,
      kind: entry.kind,
      title: "title" in entry ? entry.title : null,
      content: entry.text,
      from: entry.who,
      read: entry.read,
      path: "href" in entry ? entry.href : null,
    }));
    return success({ records, current, size, total, pages });
  });

  app.get("/v2/message/unread", async (c) => {
    const context = c.get("context");
    const warnings = await openWarnings(context);
    return success({
      ...(await unreadIn(context)),
      warnings: warnings.map(({ kind, object, text, href }) => ({ id: `${kind}:${object}`, text, path: href })),
    });
  });

  app.post("/v2/message/dismiss", async (c) => {
    const [kind = "", object = ""] = (optionalText(await jsonBody(c.req.raw), "id") ?? "").split(":");
    await dismissWarning(c.get("context"), kind, object);
    return success("success");
  });

  app.post("/v2/message/read", async (c) => {
    const context = c.get("context");
    const { ids, all } = await jsonBody(c.req.raw);
    if (!all && !Array.isArray(ids)) throw new AppError("malformed", { message: "参数格式不正确：请给出ids或all" });
    if (all) await markRead(context, "all");
    else for (const id of Array.isArray(ids) ? ids : []) await markRead(context, String(id));
    return success(await unreadIn(context));
  });
}

async function unreadIn(context: Parameters<typeof readInbox>[0]) {
  const { unread } = await readInbox(context, { unreadOnly: true, limit: 1, offset: 0 });
  return { unread };
}

function whole(value: unknown, otherwise: number, most: number): number {
  const number = value === undefined ? otherwise : Number(value);
  if (!Number.isInteger(number) || number < 1 || number > most)
    throw new AppError("malformed", { message: `参数格式不正确：page.size 须为1到${MOST_ROWS}` });
  return number;
}
