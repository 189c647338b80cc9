import type { MiddlewareHandler } from "hono";
import type { HostEnv } from "./identify.server";

/** Seconds after which it is worth asking again when the database was away. */
const RETRY_SECONDS = "5";

/**
 * Says with every 503 when to come back; Remix drops the headers of an answer that a route has thrown. A page that was
 * only read loads itself again, without script; a form that was sent does not.
 */
export function retryLater(): MiddlewareHandler<HostEnv> {
  return async (c, next) => {
    await next();
    const { status, headers } = c.res;
    if (status !== 503) return;
    headers.set("Retry-After", RETRY_SECONDS);
    const isPage = headers.get("Content-Type")?.startsWith("text/html");
    if (c.req.method === "GET" && isPage) headers.set("Refresh", RETRY_SECONDS);
  };
}
