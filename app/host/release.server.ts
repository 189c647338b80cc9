import type { MiddlewareHandler } from "hono";
import type { HostEnv } from "./identify.server";

/**
 * Says with the data of every page which build it comes from, so that a page that is still open from an older one can offer to
 * load itself anew.
 */
export function releaseMark(release: string | undefined): MiddlewareHandler<HostEnv> {
  return async (c, next) => {
    await next();
    if (release !== undefined && c.req.path.endsWith(".data")) c.res.headers.set("X-Release", release);
  };
}
