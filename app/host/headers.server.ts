import { randomBytes } from "node:crypto";
import type { MiddlewareHandler } from "hono";
import type { Env } from "~/env.server";
import { framedPages } from "~/shared/framed-pages";
import type { HostEnv } from "./identify.server";

/** Policy of everything that is not a page: it loads nothing and is shown nowhere. */
const barePolicy = "default-src 'none'; frame-ancestors 'none'";

const STYLE_SHEET = /^\/web\/build\/[\w./-]+\.css$/;

/**
 * Security headers of every answer, with a fresh nonce per request for the script and style elements of a page.
 * An answer that brings its own policy keeps it.
 */
export function securityHeaders(env: Pick<Env, "nodeEnv" | "oaOrigins" | "secure">): MiddlewareHandler<HostEnv> {
  const connect = env.nodeEnv === "development" ? "'self' ws: http:" : "'self'";
  const oa = env.oaOrigins.join(" ");
  return async (c, next) => {
    const nonce = randomBytes(16).toString("base64");
    c.set("nonce", nonce);
    await next();
    const { headers } = c.res;
    headers.set("X-Content-Type-Options", "nosniff");
    // In a sandboxed frame of the other system even our own style sheet counts as somebody else's.
    const isForFrames = oa !== "" && (framedPages.has(c.req.path) || STYLE_SHEET.test(c.req.path));
    headers.set("Cross-Origin-Resource-Policy", isForFrames ? "cross-origin" : "same-origin");
    if (env.secure) headers.set("Strict-Transport-Security", "max-age=31536000");
    // Answers are personal: no shared cache may keep them. Who wants less or more says so itself.
    if (!headers.has("Cache-Control")) headers.set("Cache-Control", "private, no-cache");
    if (!headers.get("Content-Type")?.startsWith("text/html")) {
      if (!headers.has("Content-Security-Policy")) headers.set("Content-Security-Policy", barePolicy);
      return;
    }
    const framed = oa !== "" && framedPages.has(c.req.path);
    if (!headers.has("Content-Security-Policy"))
      headers.set("Content-Security-Policy", pagePolicy(nonce, connect, framed ? oa : "'none'"));
    if (!framed) headers.set("X-Frame-Options", "DENY");
    // "no-referrer" would make browsers send `Origin: null` with a form, which Remix answers with an empty 500.
    if (!headers.has("Referrer-Policy")) headers.set("Referrer-Policy", "same-origin");
  };
}

function pagePolicy(nonce: string, connect: string, frameAncestors: string): string {
  return [
    "default-src 'none'",
    `script-src 'strict-dynamic' 'nonce-${nonce}'`,
    `style-src 'self' 'nonce-${nonce}'`,
    // Mantine writes style attributes on the server; without this they are dropped and hydration does not repair them.
    "style-src-attr 'unsafe-inline'",
    "img-src 'self' data:",
    // Papers beside what was typed after them; every page of ours refuses to be framed.
    "frame-src 'self'",
    "font-src 'self'",
    "manifest-src 'self'",
    `connect-src ${connect}`,
    "form-action 'self'",
    `frame-ancestors ${frameAncestors}`,
    "base-uri 'none'",
  ].join("; ");
}
