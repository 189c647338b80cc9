import type { Hono } from "hono";
import { z } from "zod";
import type { EngineServices } from "~/engine/context.server";
import { AppError } from "~/engine/errors";
import { CAPTCHA_LIFE_MS, newCaptcha } from "~/engine/session/captcha.server";
import { sessionCookie } from "~/engine/session/cookie.server";
import { addressKey } from "~/engine/session/device.server";
import { Pace } from "~/engine/session/pace.server";
import { askForNewPassword, RECOVERY_ASKED, setRecoveredPassword } from "~/engine/session/recovery.server";
import { issueTicket, requireSigned, signInByTicket } from "~/engine/session/single-sign-on.server";
import type { Env } from "~/env.server";
import { HOME, safeTarget } from "~/shared/safe-target";
import { jsonBody, optionalText, readJson } from "./body.server";
import { success } from "./envelope.server";
import type { RestEnv } from "./rest-env";

const PICTURES_PER_MINUTE = 30;
const TICKET_SECONDS = 300;

/** Calls of this file, the sign-in itself, and what other systems sign: whoever makes them has no token. */
export const OPEN_CALLS: ReadonlySet<string> = new Set([
  "/v2/dictionary/dictionary-map",
  "/v1/login",
  "/v1/captcha",
  "/v1/singleLogin",
  "/v2/user/recover",
  "/v2/user/recover/confirm",
  "/v2/user/register",
  "/v2/sso/ticket",
  "/v2/oa/approval-decision",
  "/v2/sap/master-data",
]);

const ticketRequest = z.object({
  account: z.string().min(1).max(64),
  redirect: z
    .string()
    .max(500)
    .refine((address) => address === "" || safeTarget(address) !== HOME || address === HOME)
    .default(""),
  expiresIn: z.number().int().min(1).max(TICKET_SECONDS).default(TICKET_SECONDS),
});

/** What surrounds signing in: picture sums, tickets of other systems, ways back into an account. */
export function signInCalls(app: Hono<RestEnv>, parts: { env: Env; engine: EngineServices }): void {
  const { env, engine } = parts;
  const pictures = new Pace();

  app.get("/v1/captcha", async (c) => {
    const caller = addressKey(c.get("ip"));
    const wait = caller === "" ? 0 : pictures.admit(caller, PICTURES_PER_MINUTE, engine.clock());
    if (wait > 0) throw new AppError("too_often", { facts: { retryAfter: wait } });
    const { id, picture } = await newCaptcha(engine);
    return success({ captchaId: id, picture, expiresIn: CAPTCHA_LIFE_MS / 1000 });
  });

  app.get("/v1/singleLogin", async (c) => {
    const device = c.req.header("User-Agent") ?? "";
    const signedIn = await signInByTicket(engine, c.req.query("token") ?? "", { ip: c.get("ip"), device });
    const { token, expiresAt: expireAt, userId, redirect } = signedIn;
    const response = success({ token, expireAt, userId, redirect });
    response.headers.append("Set-Cookie", sessionCookie(token, env.secure));
    response.headers.set("authorization", token);
    return response;
  });

  app.post("/v2/sso/ticket", async (c) => {
    if (env.ssoSecrets.size === 0) throw new AppError("not_found", { message: "接口不存在" });
    const body = await c.req.raw.text();
    const head = (name: string) => c.req.header(name) ?? "";
    const client = head("X-Portal-Client");
    const request = { client, timestamp: head("X-Portal-Timestamp"), nonce: head("X-Portal-Nonce"), body };
    await requireSigned(engine, env.ssoSecrets, { ...request, signature: head("X-Portal-Signature") });
    const { account, redirect, expiresIn } = readTicketRequest(body);
    const issued = await issueTicket(engine, { account, redirect, lifeMs: expiresIn * 1000, issuedBy: client });
    return success({ ticket: issued.ticket, expireAt: issued.expiresAt });
  });

  app.post("/v2/user/recover", async (c) => {
    const body = await jsonBody(c.req.raw);
    const asked = { account: optionalText(body, "account") ?? "", email: optionalText(body, "email") ?? "" };
    await askForNewPassword(engine, { ...asked, ip: c.get("ip") });
    return success("success", RECOVERY_ASKED);
  });

  app.post("/v2/user/recover/confirm", async (c) => {
    const body = await jsonBody(c.req.raw);
    const field = (name: string) => optionalText(body, name) ?? "";
    await setRecoveredPassword(engine, {
      ticket: field("ticket"),
      newpassword: field("newpassword"),
      confirmpassword: field("confirmpassword"),
      ip: c.get("ip"),
      device: c.req.header("User-Agent") ?? "",
    });
    return success("success", "修改成功");
  });
}

function readTicketRequest(body: string): z.infer<typeof ticketRequest> {
  try {
    return ticketRequest.parse(readJson(body));
  } catch {
    throw new AppError("malformed");
  }
}
