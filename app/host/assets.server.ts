import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import type { MiddlewareHandler } from "hono";
import { addVary, type Encoding, preferredEncoding } from "./compress.server";
import type { HostEnv } from "./identify.server";

interface Asset {
  type: string;
  tag: string;
  cacheControl: string;
  plain: Buffer<ArrayBuffer>;
  br?: Buffer<ArrayBuffer>;
  gzip?: Buffer<ArrayBuffer>;
}

const types: Record<string, string> = {
  avif: "image/avif",
  css: "text/css; charset=utf-8",
  gif: "image/gif",
  html: "text/html; charset=utf-8",
  ico: "image/x-icon",
  jpeg: "image/jpeg",
  jpg: "image/jpeg",
  js: "text/javascript; charset=utf-8",
  json: "application/json; charset=utf-8",
  map: "application/json; charset=utf-8",
  mjs: "text/javascript; charset=utf-8",
  pdf: "application/pdf",
  png: "image/png",
  svg: "image/svg+xml",
  txt: "text/plain; charset=utf-8",
  webmanifest: "application/manifest+json",
  webp: "image/webp",
  woff: "font/woff",
  woff2: "font/woff2",
};

const AT_ROOT: ReadonlySet<string> = new Set(["/favicon.ico", "/robots.txt"]);

/**
 * Serves `public/` below `/web/`, and at the root what browsers and search engines ask for there, with the compressed neighbours
 * the build made. All files are read once, at start: a later build
 * in the same folder cannot take them away from a running process, and no path from a request ever reaches the disk.
 * A miss below `/web/build/` ends here; any other miss is the next one's.
 * @param folder absolute path of the public folder; one that does not exist holds nothing
 */
export function publicFiles(folder: string): MiddlewareHandler<HostEnv> {
  const files = readFiles(folder);
  return async (c, next) => {
    const { path: address, method } = c.req;
    const name = AT_ROOT.has(address) ? address.slice(1) : address.startsWith("/web/") && address.slice("/web/".length);
    if ((method !== "GET" && method !== "HEAD") || !name) return next();
    const asset = files.get(name);
    if (asset) return serve(asset, method, c.req.header("Accept-Encoding"), c.req.header("If-None-Match"));
    if (address.startsWith("/web/build/")) return missing();
    await next();
  };
}

function serve(asset: Asset, method: string, accepted: string | undefined, known: string | undefined): Response {
  const encoding = usable(asset, preferredEncoding(accepted));
  const tag = `"${asset.tag}${encoding ? `-${encoding}` : ""}"`;
  const headers = new Headers({ "Cache-Control": asset.cacheControl, ETag: tag });
  if (asset.br || asset.gzip) addVary(headers);
  if (known?.includes(tag)) return new Response(null, { status: 304, headers });
  const body = (encoding && asset[encoding]) ?? asset.plain;
  headers.set("Content-Type", asset.type);
  headers.set("Content-Length", String(body.length));
  if (encoding) headers.set("Content-Encoding", encoding);
  return new Response(method === "HEAD" ? null : body, { headers });
}

function usable(asset: Asset, encoding: Encoding | undefined): Encoding | undefined {
  if (encoding && asset[encoding]) return encoding;
  // A reader of brotli reads gzip as well; the build keeps whichever neighbour is smaller than the file.
  return encoding === "br" && asset.gzip ? "gzip" : undefined;
}

function missing(): Response {
  return new Response("文件不存在", {
    status: 404,
    headers: { "Content-Type": "text/plain; charset=utf-8", "Cache-Control": "no-store" },
  });
}

function readFiles(folder: string): Map<string, Asset> {
  const files = new Map<string, Asset>();
  if (!existsSync(folder)) return files;
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile() || entry.name.startsWith(".") || /\.(br|gz)$/.test(entry.name)) continue;
    const file = path.join(entry.parentPath, entry.name);
    const name = path.relative(folder, file).split(path.sep).join("/");
    files.set(name, readAsset(file, name.startsWith("build/")));
  }
  return files;
}

function readAsset(file: string, hashed: boolean): Asset {
  const plain = readFileSync(file);
  return {
    type: types[path.extname(file).slice(1).toLowerCase()] ?? "application/octet-stream",
    tag: createHash("sha256").update(plain).digest("base64url").slice(0, 16),
    cacheControl: hashed ? "public, max-age=31536000, immutable" : "public, max-age=3600",
    plain,
    ...(existsSync(`${file}.br`) ? { br: readFileSync(`${file}.br`) } : {}),
    ...(existsSync(`${file}.gz`) ? { gzip: readFileSync(`${file}.gz`) } : {}),
  };
}
