import type { Hono } from "hono";
import type { EngineServices } from "~/engine/context.server";
import { sessionCookie } from "~/engine/session/cookie.server";
import { landingPage } from "~/engine/session/landing.server";
import { navOf, topTabs } from "~/engine/session/menu.server";
import { pageTabs } from "~/engine/session/page-tabs.server";
import { signIn, signOut, TOKEN_LIFE_MS } from "~/engine/session/session.server";
import { switchTop } from "~/engine/session/top-switch.server";
import type { Env } from "~/env.server";
import { formBody, jsonBody, optionalText } from "./body.server";
import { success } from "./envelope.server";
import type { RestEnv } from "./rest-env";

/** Sign-in and session calls of the specification, section 7, as `shell-and-api.md` 13.1 writes them out. */
export function sessionCalls(app: Hono<RestEnv>, parts: { env: Env; engine: EngineServices }): void {
  app.post("/v1/login", async (c) => {
    const form = await formBody(c.req.raw);
    const signedIn = await signIn(parts.engine, {
      account: form.get("username") ?? "",
      password: form.get("password") ?? "",
      copy: form.get("password1") ?? "",
      captchaId: form.get("captchaId") ?? "",
      captcha: form.get("captcha") ?? "",
      ip: c.get("ip"),
      device: c.req.header("User-Agent") ?? "",
    });
    const response = success({
      token: signedIn.token,
      expireAt: signedIn.expiresAt,
      expiresIn: TOKEN_LIFE_MS,
      userId: signedIn.userId,
      userName: signedIn.userName,
      mustChangePassword: signedIn.mustChangePassword,
      passwordWeak: signedIn.passwordWeak,
      homePath: await landingPage(parts.engine, signedIn.userId),
    });
    response.headers.append("Set-Cookie", sessionCookie(signedIn.token, parts.env.secure));
    response.headers.set("authorization", signedIn.token);
    return response;
  });

  app.get("/v2/user/topTab", async (c) => success(await topTabs(c.get("context"))));

  app.get("/v2/user/nav", async (c) => {
    const context = c.get("context");
    const wanted = c.req.query("parentId") ?? "";
    const id = wanted === "" ? ((await topTabs(context))[0]?.id ?? "") : wanted;
    return success(await navOf(context, id));
  });

  app.post("/v2/user/topTab", async (c) => {
    const id = optionalText(await jsonBody(c.req.raw), "id") ?? "";
    const { to } = await switchTop(c.get("context"), id, pageTabs);
    return success({ id, redirect: to });
  });

  app.post("/v2/user/logout", async (c) => {
    // A session that has ended is left without complaint; a forged token ends nothing.
    const context = c.get("context");
    if (context) await signOut(context);
    const response = success("success", "已退出登录");
    response.headers.append("Set-Cookie", sessionCookie("", parts.env.secure));
    return response;
  });
}
