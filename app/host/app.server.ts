import path from "node:path";
import type { AppLoadContext } from "@remix-run/node";
import { Hono } from "hono";
import type { Env } from "~/env.server";
import { errorJson, errorPage, isRestPath } from "./answers.server";
import { publicFiles } from "./assets.server";
import { type BodyLimit, bodyLimit } from "./body-limit.server";
import { compression } from "./compress.server";
import { contentTypes } from "./content-type.server";
import { securityHeaders } from "./headers.server";
import { type Health, healthAnswer } from "./health.server";
import { type HostEnv, identify } from "./identify.server";
import { type Logger, requestLog } from "./log.server";
import { sameOrigin } from "./origin.server";
import { projectRoot } from "./root.server";
import { timeLimit } from "./time-limit.server";

/** What the host needs from the application. */
export interface HostParts {
  env: Env;
  log: Logger;
  services: {
    health(): Promise<Health>;
    rest: { fetch(request: Request, bindings: { requestId: string; ip: string }): Promise<Response> };
  };
  /** Answers every page and its data. */
  remix(request: Request, context: AppLoadContext): Promise<Response>;
  /** Places that take more than 1 MB. */
  bodyLimits?: readonly BodyLimit[];
  /** Absolute path of the public folder; the project's own unless a test brings another. */
  publicFolder?: string;
}

/** The life of a request, top to bottom. Everything is decided here except what a page or a call answers. */
export function createHost({ env, log, services, remix, bodyLimits, publicFolder }: HostParts): Hono<HostEnv> {
  const app = new Hono<HostEnv>();

  app.use(identify(env));
  app.use(requestLog(log));
  app.use(securityHeaders(env));
  if (env.compress) app.use(compression());

  app.use(publicFiles(publicFolder ?? path.join(projectRoot(), "public")));
  app.get("/favicon.ico", (c) => c.body(null, 204, { "Cache-Control": "public, max-age=86400" }));
  app.get("/web/health", () => healthAnswer(() => services.health(), log));

  app.use(timeLimit(env));
  app.use(sameOrigin(env));
  app.use(contentTypes());
  app.use(bodyLimit(bodyLimits));

  for (const home of ["/", "/web", "/web/"]) app.all(home, (c) => c.redirect("/web/qiaqia/home"));
  app.all("*", (c) => {
    const requestId = c.get("requestId");
    const ip = c.get("ip");
    if (isRestPath(c.req.path)) return services.rest.fetch(c.req.raw, { requestId, ip });
    if (!c.req.path.startsWith("/web/")) return c.redirect("/web/404");
    return remix(c.req.raw, { cspNonce: c.get("nonce"), requestId, ip, request: new Map() });
  });

  app.onError((err, c) => {
    const requestId = c.get("requestId");
    log.error({ err, requestId }, "unexpected error");
    const message = `系统繁忙，请稍后再试（追踪号${requestId}）`;
    return isRestPath(c.req.path)
      ? errorJson(50001, 500, message, requestId)
      : errorPage(500, "系统繁忙", message, requestId);
  });
  return app;
}
