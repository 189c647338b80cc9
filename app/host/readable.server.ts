import type { MiddlewareHandler } from "hono";
import { refusals, refuse } from "./answers.server";
import type { HostEnv } from "./identify.server";

/**
 * Turns away addresses in which NUL is written: no database stores it, so nothing can be found by it. Halves of signs need no asking,
 * reading an address puts a mark in their place. Bodies are asked where they are read, which knows the field.
 */
export function readableAddress(): MiddlewareHandler<HostEnv> {
  return async (c, next) => (c.req.raw.url.includes("%00") ? refuse(c, refusals.unreadable) : next());
}
