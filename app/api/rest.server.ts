import { Hono } from "hono";
import type { Logger } from "pino";
import type { EngineServices } from "~/engine/context.server";
import { AppError } from "~/engine/errors";
import { sessionCookie, tokenOf } from "~/engine/session/cookie.server";
import { openSession } from "~/engine/session/session.server";
import { awayError } from "~/engine/storage-away.server";
import type { Env } from "~/env.server";
import { accountCalls } from "./account-calls.server";
import { assignCalls } from "./assign-calls.server";
import { contractBaseCalls } from "./contract-base-calls.server";
import { conversionCalls } from "./conversion-calls.server";
import { dictionaryCalls } from "./dictionary-calls.server";
import { entityCalls } from "./entity-calls.server";
import { failure } from "./envelope.server";
import { exportCalls } from "./export-calls.server";
import { integrationCalls } from "./integration-calls.server";
import { limitCalls } from "./limit-calls.server";
import { messageCalls } from "./message-calls.server";
import { contractCalls } from "./openapi-calls.server";
import { callPattern, requireOpenapi } from "./openapi-check.server";
import { outputCalls } from "./output-calls.server";
import { preferenceCalls } from "./preference-calls.server";
import { previewCalls } from "./preview-calls.server";
import { recordCalls } from "./record-calls.server";
import { registrationCalls } from "./registration-calls.server";
import { resourceCalls } from "./resource-calls.server";
import type { Bindings, RestEnv } from "./rest-env";
import { roleCalls } from "./role-calls.server";
import { sessionCalls } from "./session-calls.server";
import { OPEN_CALLS, signInCalls } from "./sign-in-calls.server";
import { tabCalls } from "./tab-calls.server";
import { uploadCalls } from "./upload-calls.server";
import { userCalls } from "./user-calls.server";
import { userLogCalls } from "./user-log-calls.server";

const SIGN_OUT = "/v2/user/logout";
/** Calls of somebody who has to change the password first. */
const UNDER_PRESSURE = new Set([SIGN_OUT, "/v2/user/info", "/v1/user/editPassword"]);

/** REST below `/v1` and `/v2`: names, envelopes and codes; what happens is in the operations the pages use as well. */
export function createRest(parts: { env: Env; log: Logger; engine: EngineServices }) {
  const app = new Hono<RestEnv>();

  app.use(async (c, next) => {
    const requestId = c.env.requestId;
    c.set("requestId", requestId);
    c.set("ip", c.env.ip);
    const pattern = callPattern(c);
    c.env.matched?.(pattern ?? "/*");
    const { path } = c.req;
    if (OPEN_CALLS.has(path)) return next();
    const token = tokenOf(c.req.raw);
    // No call has this address: nobody need sign in to be told so.
    if (!token && pattern === undefined) return next();
    const facts = { requestId, ip: c.env.ip, channel: "rest" as const, takesNewToken: path !== SIGN_OUT };
    const session = await openSession(parts.engine, token, facts);
    if (session) {
      const pressure = session.context.session?.passwordPressure ?? null;
      if (pressure !== null && !UNDER_PRESSURE.has(path)) throw new AppError("password_first", { message: pressure });
      c.set("context", session.context);
    } else if (path !== SIGN_OUT) {
      if (path.startsWith("/v1/") && token)
        return new Response("TOKEN认证失败", {
          status: 500,
          headers: { "Content-Type": "text/plain; charset=utf-8" },
        });
      throw new AppError(token ? "expired" : "signed_out");
    }
    await next();
    // Both forms, for whoever calls with a cookie and for whoever keeps the token himself. A call that gave another one has the last word.
    if (session?.newToken && !c.res.headers.has("authorization")) {
      c.res.headers.set("authorization", session.newToken);
      c.res.headers.append("Set-Cookie", sessionCookie(session.newToken, parts.env.secure));
    }
  });

  app.use(requireOpenapi);

  sessionCalls(app, parts);
  preferenceCalls(app, parts);
  signInCalls(app, parts);
  registrationCalls(app, parts);
  accountCalls(app, parts);
  contractCalls(app, parts);
  tabCalls(app);
  dictionaryCalls(app, parts);
  messageCalls(app);
  contractBaseCalls(app);
  integrationCalls(app, parts);
  userCalls(app);
  // Before the general pattern, for which `/v2/sys/user/{id}` is any record.
  assignCalls(app);
  userLogCalls(app);
  previewCalls(app);
  limitCalls(app);
  // Before the general pattern, for which a task of exporting is any record.
  exportCalls(app, parts);
  // Before what stands around a record, for which `files` would be an id.
  uploadCalls(app);
  recordCalls(app);
  roleCalls(app);
  resourceCalls(app);
  // Before the general pattern, in which `export` would be an id.
  outputCalls(app, parts);
  // Before the general pattern, in which `convert` would be an id.
  conversionCalls(app);
  entityCalls(app);

  app.notFound((c) => failure(new AppError("not_found", { message: "接口不存在" }), c.get("requestId")));
  app.onError((thrown, c) => {
    const requestId = c.get("requestId");
    const error = awayError(thrown);
    if (error instanceof AppError) return failure(error, requestId);
    parts.log.error({ err: error, requestId, path: c.req.path }, "unexpected error");
    return Response.json(
      {
        success: false,
        code: 50001,
        message: `系统繁忙，请稍后再试（追踪号${requestId}）`,
        result: null,
        timestamp: Date.now(),
        traceId: requestId,
      },
      { status: 500 },
    );
  });

  return {
    /** What it answers, in the order in which it is asked; the contract is compared with it. */
    routes: app.routes.filter(({ method }) => method !== "ALL").map(({ method, path }) => ({ method, path })),
    fetch: async (request: Request, bindings: Bindings): Promise<Response> => app.fetch(request, bindings),
  };
}
