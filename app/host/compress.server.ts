import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";
import type { MiddlewareHandler } from "hono";
import type { HostEnv } from "./identify.server";

/** An encoding of ours that the reader takes. */
export type Encoding = "br" | "gzip";

const smallest = 1024;
const brotliAsync = promisify(brotliCompress);
const gzipAsync = promisify(gzip);

/**
 * Compresses pages, JSON and single-fetch data in one call each, off the main thread. Other types, exports among them, pass
 * through as they are, so a stream is never held back. Switch it off where a proxy compresses.
 */
export function compression(): MiddlewareHandler<HostEnv> {
  return async (c, next) => {
    await next();
    const answer = c.res;
    if (!isCompressible(answer)) return;
    addVary(answer.headers);
    const encoding = preferredEncoding(c.req.header("Accept-Encoding"));
    if (!encoding || c.req.method === "HEAD" || !answer.body) return;
    const plain = Buffer.from(await answer.arrayBuffer());
    const headers = new Headers(answer.headers);
    headers.delete("Content-Length");
    if (plain.length >= smallest) headers.set("Content-Encoding", encoding);
    const body = plain.length < smallest ? plain : await pack(plain, encoding);
    // Emptied first, because Hono would merge the old headers into the new answer.
    c.res = undefined;
    c.res = new Response(body, { status: answer.status, headers });
  };
}

/** Brotli before gzip; `undefined` when the reader takes neither. A weight of 0 is a refusal. */
export function preferredEncoding(accepted: string | undefined): Encoding | undefined {
  const names = new Set(
    (accepted ?? "").split(",").flatMap((part) => {
      const [name = "", ...parameters] = part.split(";").map((piece) => piece.trim().toLowerCase());
      return parameters.some((parameter) => /^q=0(\.0*)?$/.test(parameter)) ? [] : name;
    }),
  );
  if (names.has("br")) return "br";
  return names.has("gzip") ? "gzip" : undefined;
}

/** Tells caches that the answer depends on the accepted encodings. */
export function addVary(headers: Headers): void {
  if (!/\baccept-encoding\b/i.test(headers.get("Vary") ?? "")) headers.append("Vary", "Accept-Encoding");
}

function isCompressible({ status, headers }: Response): boolean {
  if (status === 204 || status === 304 || headers.has("Content-Encoding")) return false;
  if (/\bno-transform\b/.test(headers.get("Cache-Control") ?? "")) return false;
  return /^(text\/(html|x-script|plain|css)|application\/json|image\/svg\+xml)\b/.test(
    headers.get("Content-Type") ?? "",
  );
}

function pack(plain: Buffer, encoding: Encoding): Promise<Buffer<ArrayBuffer>> {
  if (encoding === "gzip") return gzipAsync(plain, { level: 6 });
  return brotliAsync(plain, {
    params: {
      // A tenth smaller than 4 on our pages; what 6 saves beyond it is half a percent.
      [constants.BROTLI_PARAM_QUALITY]: 5,
      [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
      [constants.BROTLI_PARAM_SIZE_HINT]: plain.length,
    },
  });
}
