import path from "node:path";
import type { AppLoadContext } from "@remix-run/node";
import { type Context, Hono } from "hono";
import type { Env } from "~/env.server";
import { errorJson, errorPage, isRestPath } from "./answers.server";
import { publicFiles } from "./assets.server";
import { type BodyLimit, bodyLimit } from "./body-limit.server";
import { callLimit } from "./call-limit.server";
import { compression } from "./compress.server";
import { contentTypes } from "./content-type.server";
import { securityHeaders } from "./headers.server";
import { type Health, healthAnswer } from "./health.server";
import { type HostEnv, identify } from "./identify.server";
import { type Logger, requestLog } from "./log.server";
import { type Metrics, measured } from "./metrics.server";
import { atPublicAddress, sameOrigin } from "./origin.server";
import { readableAddress } from "./readable.server";
import { releaseMark } from "./release.server";
import { type RequestWork, requestWork } from "./request-work.server";
import { retryLater } from "./retry.server";
import { projectRoot } from "./root.server";
import { timeLimit } from "./time-limit.server";

/** What a call learns from the host, and what it tells it: the pattern that it follows. */
export interface RestBindings {
  requestId: string;
  ip: string;
  matched?(route: string): void;
}

/** What the host needs from the application. */
export interface HostParts {
  env: Env;
  log: Logger;
  services: {
    health(): Promise<Health>;
    rest: { fetch(request: Request, bindings: RestBindings): Promise<Response> };
    /** Runs work in whose name storage counts and logs its statements. */
    asking<T>(work: RequestWork, answer: () => Promise<T>): Promise<T>;
    metrics?: Metrics;
  };
  /** Answers every page and its data. */
  remix(request: Request, context: AppLoadContext): Promise<Response>;
  /** The pattern that a page's address follows; without it pages have no names. */
  pageRoute?(path: string): string | undefined;
  /** Places that take more than 1 MB. */
  bodyLimits?: readonly BodyLimit[];
  /** Name of the build that pages carry as well; without it open pages are not told of a newer one. */
  release?: string;
  /** Absolute path of the public folder; the project's own unless a test brings another. */
  publicFolder?: string;
}

/**
 * An answer with the headers its page left for it: a redirect, a document and an error need the same. A page that takes the session away
 * has the last word about its cookie.
 */
function withHeaders(answer: Response, headers: unknown): Response {
  if (!(headers instanceof Headers) || answer.headers.get("Set-Cookie")?.includes("Access-Token=")) return answer;
  const sent = new Response(answer.body, answer);
  for (const [name, value] of headers) sent.headers.append(name, value);
  return sent;
}

const UNEXPECTED = "unexpected error";

/** What people are told of a fault of the program. */
const busy = (requestId: string) => `系统繁忙，请稍后再试（追踪号${requestId}）`;

/** A fault behind an address without a page, in our words: Remix answers it with two English ones and no number to ask by. */
function withSentence(answer: Response, c: Context<HostEnv>): Response {
  const { headers, status } = answer;
  if (status !== 500 || !headers.get("Content-Type")?.startsWith("text/plain")) return answer;
  const requestId = c.get("requestId");
  if (c.req.header("Accept")?.includes("text/html")) return errorPage(500, "系统繁忙", busy(requestId), requestId);
  const plain = { "Content-Type": "text/plain; charset=utf-8", "Cache-Control": "no-store" };
  return new Response(busy(requestId), { status, headers: plain });
}

/** The life of a request, top to bottom. Everything is decided here except what a page or a call answers. */
export function createHost(parts: HostParts): Hono<HostEnv> {
  const { env, log, services, remix, bodyLimits, publicFolder, release } = parts;
  const app = new Hono<HostEnv>();

  app.use(identify(env));
  app.use(async (c, next) => {
    const { method, path: address } = c.req;
    const facts = { requestId: c.get("requestId"), method, path: address };
    c.set("work", requestWork(facts, parts.pageRoute ?? (() => undefined)));
    await next();
  });
  app.use(requestLog(log));
  if (services.metrics) app.use(measured(services.metrics));
  app.use(retryLater());
  app.use(securityHeaders(env));
  if (env.compress) app.use(compression());

  app.use(publicFiles(publicFolder ?? path.join(projectRoot(), "public")));
  app.get("/web/health", () => healthAnswer(() => services.health(), log));

  app.use(releaseMark(release));
  app.use(callLimit(env));
  app.use(readableAddress());
  app.use(timeLimit(env));
  app.use(sameOrigin(env));
  app.use(contentTypes());
  app.use(bodyLimit(bodyLimits));

  for (const home of ["/", "/web", "/web/"]) app.all(home, (c) => c.redirect("/web/qiaqia/home"));
  app.all("*", async (c): Promise<Response> => {
    const requestId = c.get("requestId");
    const ip = c.get("ip");
    const work = c.get("work");
    const isRest = isRestPath(c.req.path);
    if (!isRest && !c.req.path.startsWith("/web/")) return c.redirect("/web/404");
    const request = atPublicAddress(c.req.raw, env.publicUrl);
    const { pageRoute } = parts;
    const memory = new Map<string, unknown>();
    // Data asked for by script come without a page that could carry models.
    if (!isRest && !c.req.path.endsWith(".data")) memory.set("models", new Map());
    const fault = (err: unknown) => log.error({ err, requestId, path: c.req.path }, UNEXPECTED);
    const page = {
      cspNonce: c.get("nonce"),
      requestId,
      ip,
      request: memory,
      fault,
      ...(pageRoute ? { pageRoute } : {}),
    };
    return services.asking(work, async () =>
      isRest
        ? services.rest.fetch(request, { requestId, ip, matched: work.matched })
        : withHeaders(withSentence(await remix(request, page), c), memory.get("answerHeaders")),
    );
  });

  app.onError((err, c) => {
    const requestId = c.get("requestId");
    log.error({ err, requestId }, UNEXPECTED);
    const message = busy(requestId);
    return isRestPath(c.req.path)
      ? errorJson(50001, 500, message, requestId)
      : errorPage(500, "系统繁忙", message, requestId);
  });
  return app;
}
