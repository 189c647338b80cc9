import type { MiddlewareHandler } from "hono";
import { refusals, refuse } from "./answers.server";
import type { HostEnv } from "./identify.server";

/** Whether the path of an address can be read: its percent signs stand for letters. */
export function isReadablePath(path: string): boolean {
  try {
    decodeURIComponent(path);
    return true;
  } catch {
    return false;
  }
}

/**
 * Turns away addresses in which NUL is written, because no database stores it, and such whose path stands for no letters. Halves of signs in
 * what is asked for need no asking, reading it puts a mark in their place. Bodies are asked where they are read, which knows the field.
 */
export function readableAddress(): MiddlewareHandler<HostEnv> {
  return async (c, next) => {
    const { url } = c.req.raw;
    const isReadable = !url.includes("%00") && isReadablePath(new URL(url).pathname);
    return isReadable ? next() : refuse(c, refusals.unreadable);
  };
}
