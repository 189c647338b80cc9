import type { Hono } from "hono";
import type { Context } from "~/engine/context.server";
import { AppError } from "~/engine/errors";
import { changeTabs, TAB_INTENTS, type TabRow, tabsOf } from "~/engine/session/tabs.server";
import { jsonBody, optionalText } from "./body.server";
import { success } from "./envelope.server";
import type { RestEnv } from "./rest-env";

/** The strip of open pages of the session that asks (`shell-and-api.md` 6 and 13.1). */
export function tabCalls(app: Hono<RestEnv>): void {
  app.get("/v2/user/tabs", (c) => success({ tabs: wire(tabsOf(c.get("context"))) }));

  app.post("/v2/user/tabs", async (c) => {
    const body = await jsonBody(c.req.raw);
    const wanted = optionalText(body, "intent");
    const intent = TAB_INTENTS.find((known) => known === wanted);
    const tab = optionalText(body, "key");
    if (!intent || tab === undefined) throw new AppError("malformed", { message: "参数格式不正确：请给出intent和key" });
    const before = optionalText(body, "before");
    const context: Context = c.get("context");
    const { tabs, to, message } = await changeTabs(context, {
      intent,
      tab,
      ...(before === undefined ? {} : { before }),
    });
    return success({ tabs: wire(tabs), to, message: message?.text ?? null, msg: message?.msg ?? null });
  });
}

function wire(tabs: readonly TabRow[]) {
  return tabs.map(({ key, url, title, topId, pinned }) => ({ key, url, title, topId, pinned }));
}
