import type { MiddlewareHandler } from "hono";
import type { Env } from "~/env.server";
import { isRestPath, refusals, refuse } from "./answers.server";
import type { HostEnv } from "./identify.server";

/** Facts about a changing request that decide whether a foreign page could have caused it. */
interface OriginFacts {
  rest: boolean;
  method: string;
  /** Hosts we are reached by, as in the Host header. */
  hosts: readonly string[];
  origin: string | undefined;
  fetchSite: string | undefined;
  contentType: string | undefined;
  hasAuthorization: boolean;
  hasSessionCookie: boolean;
}

/** Methods that must not change anything, hence need no protection. */
export function isSafeMethod(method: string): boolean {
  return method === "GET" || method === "HEAD" || method === "OPTIONS";
}

/** Turns away changing requests that another site caused in the visitor's browser; Remix itself would answer them with a bare 500. */
export function sameOrigin(env: Pick<Env, "publicUrl" | "trustProxy">): MiddlewareHandler<HostEnv> {
  const publicHost = env.publicUrl ? new URL(env.publicUrl).host : undefined;
  return async (c, next) => {
    if (isSafeMethod(c.req.method)) return next();
    const origin = c.req.header("Origin");
    const allowed = mayChange({
      rest: isRestPath(c.req.path),
      method: c.req.method,
      hosts: [
        c.req.header("Host") ?? new URL(c.req.url).host,
        publicHost,
        env.trustProxy ? c.req.header("X-Forwarded-Host") : undefined,
      ].flatMap((host) => host?.toLowerCase() ?? []),
      origin,
      fetchSite: c.req.header("Sec-Fetch-Site"),
      contentType: c.req.header("Content-Type"),
      hasAuthorization: c.req.header("Authorization") !== undefined,
      hasSessionCookie: /(^|;\s*)Access-Token=/.test(c.req.header("Cookie") ?? ""),
    });
    if (!allowed) return refuse(c, refusals.foreignOrigin);
    // Remix compares Origin with X-Forwarded-Host or Host alone and knows no PUBLIC_URL; the check above has decided.
    if (origin && !isRestPath(c.req.path)) c.req.raw.headers.set("X-Forwarded-Host", new URL(origin).host);
    await next();
  };
}

/** Pure decision: may this changing request pass? */
function mayChange(facts: OriginFacts): boolean {
  // A foreign page cannot add this header without asking us first, and we never agree.
  if (facts.rest && facts.hasAuthorization) return true;
  if (facts.fetchSite === "cross-site" || facts.fetchSite === "same-site") return false;
  if (facts.origin !== undefined) return URL.canParse(facts.origin) && facts.hosts.includes(new URL(facts.origin).host);
  if (facts.fetchSite !== undefined) return true;
  // Neither header: a program or an old browser. Forms carry a token of their own; a REST call by cookie does not, so it must be
  // one that a foreign page could not send unasked.
  return !facts.rest || !facts.hasSessionCookie || needsPreflight(facts);
}

/**
 * The request as it came to the address that people use. A `Host` header is the sender's claim: where PUBLIC_URL is set,
 * whatever pages and calls make of the request's address, a link or a code to scan, leads there.
 */
export function atPublicAddress(request: Request, publicUrl: string | undefined): Request {
  if (publicUrl === undefined) return request;
  const { origin, pathname, search } = new URL(request.url);
  if (origin === publicUrl) return request;
  const { method, headers, signal } = request;
  const body = isSafeMethod(method) || !request.body ? {} : { body: request.body, duplex: "half" as const };
  return new Request(`${publicUrl}${pathname}${search}`, { method, headers, signal, ...body });
}

function needsPreflight({ method, contentType }: OriginFacts): boolean {
  return method !== "POST" || /^application\/json\b/i.test(contentType ?? "");
}
