import type { MiddlewareHandler } from "hono";
import { refusals, refuse } from "./answers.server";
import type { HostEnv } from "./identify.server";
import { isSafeMethod } from "./origin.server";

/** A place that takes more than the default, such as an upload. The first match counts. */
export interface BodyLimit {
  path: RegExp;
  bytes: number;
  /** Only for bodies of this type whose length is announced: they are handed on as they come and never held. */
  streamed?: RegExp;
}

/** Size of a form or JSON body unless a place says otherwise. */
const defaultBodyBytes = 1024 * 1024;

/** Forms take a pasted sheet of 1 MB, in which every Chinese character travels as nine signs. */
export const formBodies: BodyLimit = {
  path: /^\/web\/[\w-]+\/[\w-]+\/(new|compute|draft|[\w-]+\/edit)(\.data)?$/,
  bytes: 4 * defaultBodyBytes,
};

/**
 * Files that come with a form: whoever reads them asks for the limit that administrators set, file by file, and says at the field which
 * one is too large. Here only what no setting allows is refused.
 */
export const fileBodies: BodyLimit = {
  path: /^\/web\/[\w-]+\/[\w-]+\/(new|[0-9a-f-]{36}\/[\w-]+)(\.data)?$/,
  bytes: 11 * 1024 * defaultBodyBytes,
  streamed: /^multipart\/form-data\b/i,
};

/** Scans that come with an application on the public pages, a few at a time; each is counted where it is read. */
export const applicationBodies: BodyLimit = {
  path: /^\/web\/registerSupplier\/registerUI$/,
  bytes: 130 * defaultBodyBytes,
  streamed: /^multipart\/form-data\b/i,
};

/** A piece of a file that a script sends, and what travels with it. */
export const pieceBodies: BodyLimit = {
  path: /^\/web\/[\w-]+\/[\w-]+\/upload$/,
  bytes: 2 * defaultBodyBytes,
};

/** A picture of 2 MB and what travels with it; a larger one is refused beside its field, as far as it is read at all. */
export const pictureBodies: BodyLimit = {
  path: /^\/web\/account\/settings-avatar(\.data)?$/,
  bytes: 4 * defaultBodyBytes,
};

/** A table of 5 MB; a larger one is refused on its page, as far as it is read at all. */
export const tableBodies: BodyLimit = {
  path: /^\/web\/[\w-]+\/[\w-]+\/import(\.data)?$/,
  bytes: 8 * defaultBodyBytes,
};

/**
 * Answers 413 to bodies over the limit. An announced length is trusted (Node reads no further); a chunked body is read here up to
 * the limit and handed on whole. Either way the rest is read and thrown away while we answer: closing the connection instead would
 * show people a broken connection and not our message.
 */
export function bodyLimit(limits: readonly BodyLimit[] = []): MiddlewareHandler<HostEnv> {
  return async (c, next) => {
    if (isSafeMethod(c.req.method)) return next();
    const announced = c.req.header("Content-Length");
    const type = c.req.header("Content-Type") ?? "";
    const fits = ({ path, streamed }: BodyLimit) =>
      path.test(c.req.path) && (!streamed || (announced !== undefined && streamed.test(type)));
    const bytes = limits.find(fits)?.bytes ?? defaultBodyBytes;
    if (announced !== undefined) return Number(announced) > bytes ? refuse(c, refusals.tooLarge) : next();
    // On a socket, neither length nor chunks means no body; asking for it would cost a full Request object.
    if (c.env?.incoming && c.req.header("Transfer-Encoding") === undefined) return next();
    const { body } = c.req.raw;
    if (!body) return next();
    const read = await readUpTo(body, bytes);
    if (read === "too large") return refuse(c, refusals.tooLarge);
    if (read === "broken") return refuse(c, refusals.broken);
    const { url, method, headers, signal } = c.req.raw;
    c.req.raw = new Request(url, { method, headers, signal, body: read });
    await next();
  };
}

async function readUpTo(body: ReadableStream<Uint8Array>, limit: number) {
  const reader = body.getReader();
  const chunks: Uint8Array[] = [];
  let size = 0;
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return Buffer.concat(chunks);
      size += value.byteLength;
      if (size > limit) {
        void discard(reader);
        return "too large";
      }
      chunks.push(value);
    }
  } catch {
    return "broken";
  }
}

/** Not `cancel()`: that destroys the socket before the answer is out. Node's request time-out ends a sender who never stops. */
async function discard(reader: ReadableStreamDefaultReader<Uint8Array>): Promise<void> {
  try {
    while (!(await reader.read()).done);
  } catch {
    // The sender left; there is nobody to tell.
  }
}
