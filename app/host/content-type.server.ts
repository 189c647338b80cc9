import type { MiddlewareHandler } from "hono";
import { isRestPath, refusals, refuse } from "./answers.server";
import type { HostEnv } from "./identify.server";
import { isSafeMethod } from "./origin.server";

/**
 * Only lets through bodies the receiver can read: forms for pages and `/v1`, JSON for `/v2` and beside forms for the calls about contracts, bytes
 * for a piece of a file. Read as a form,
 * anything else would end as a 500. REST calls without a body need no type.
 */
export function contentTypes(): MiddlewareHandler<HostEnv> {
  return async (c, next) => {
    if (isSafeMethod(c.req.method)) return next();
    const { path } = c.req;
    const type = c.req.header("Content-Type") ?? "";
    const rest = isRestPath(path);
    const isBytes = c.req.method === "PUT" && PIECE.test(path);
    const isEither = CONTRACTS.test(path) && isJson(type);
    const readable = isBytes
      ? isOctets(type)
      : path.startsWith("/v2") && rest
        ? isJson(type)
        : isEither || isForm(type);
    if (readable || (rest && type === "" && !announcesBody(c.req.raw.headers))) return next();
    return refuse(c, refusals.wrongType);
  };
}

/** Calls whose payload the specification leaves open. */
const CONTRACTS = /^\/v1\/contract\/base\//;
/** A piece of a file that a program sends. */
const PIECE = /^\/v2\/[\w-]+\/[\w-]+\/files\/[^/]+$/;

function isOctets(type: string): boolean {
  return /^application\/octet-stream\s*(;|$)/i.test(type);
}

function announcesBody(headers: Headers): boolean {
  return headers.has("Transfer-Encoding") || (headers.get("Content-Length") ?? "0") !== "0";
}

function isJson(type: string): boolean {
  return /^application\/json\s*(;|$)/i.test(type);
}

function isForm(type: string): boolean {
  return (
    /^application\/x-www-form-urlencoded\s*(;|$)/i.test(type) || /^multipart\/form-data\s*;.*\bboundary=/i.test(type)
  );
}
