import type { Hono } from "hono";
import { preferencesIn, savePreferences } from "~/engine/session/preferences.server";
import { preferencesCookie } from "~/engine/session/preferences-cookie.server";
import type { Env } from "~/env.server";
import { jsonBody } from "./body.server";
import { without } from "./entity-calls.server";
import { success } from "./envelope.server";
import type { RestEnv } from "./rest-env";

/** How the person likes the interface: all of it, or single values of it changed. Unknown names are refused. */
export function preferenceCalls(app: Hono<RestEnv>, { env }: { env: Env }): void {
  app.get("/v2/user/preference", (c) => success(preferencesIn(c.get("context"))));

  app.post("/v2/user/preference", async (c) => {
    const preferences = await savePreferences(c.get("context"), without(await jsonBody(c.req.raw), ["requestId"]));
    const response = success(preferences, "个性化设置已保存");
    const cookie = preferencesCookie(c.req.raw, preferences, env.secure);
    if (cookie) response.headers.append("Set-Cookie", cookie);
    return response;
  });
}
